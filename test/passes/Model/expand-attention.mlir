// RUN: cedar-opt %s --split-input-file --cedar-expand-layers | FileCheck %s

// Mode window: one quantised input for queries and window entries, one rope table,
// inverse rotation of the heads, grouped projection (SPEC 3.7, 3.11).

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>
#nv = #cedar.scaled<f8E4M3FN, [1, 16]>
!aq8row = tensor<32xf8E4M3FN, #rows>
cedar.weight @l.wq_a.weight from ["a", "as"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @l.q_norm.weight from ["qn"] : tensor<32xbf16>
cedar.weight @l.wq_b.weight from ["b", "bs"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.wkv.weight from ["kv", "kvs"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @l.kv_norm.weight from ["kvn"] : tensor<32xbf16>
cedar.weight @l.attn_sink from ["sink"] : tensor<2xf32>
cedar.weight @l.wo_a.weight from ["oa", "oas"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.wo_b.weight from ["ob", "obs"] : tensor<64x64xf8E4M3FN, #tile>
cedar.state @ring "window" layer 0 : !cedar.state<ring, 4, 1, !aq8row>

// CHECK-LABEL: func.func @window
// CHECK-SAME: (%[[U:[a-z0-9]*]]: tensor<?x64xbf16>, %[[P:[a-z0-9]*]]: tensor<?xi32>, %[[S:[a-z0-9]*]]: tensor<?xi32>, %[[LEN:[a-z0-9]*]]: tensor<?xi32>, %[[SLOTS:[a-z0-9]*]]: tensor<?xi32>, %[[PAGES:[a-z0-9]*]]: tensor<?x?xi32>
func.func @window(%u: tensor<?x64xbf16>, %p: tensor<?xi32>, %s: tensor<?xi32>,
                  %len: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) -> tensor<?x64xbf16> {
  // CHECK: %[[U8:.*]] = cedar.quantize %[[U]]
  // CHECK: %[[TABLE:.*]] = cedar.rope_table %[[P]] {rope = #rope}
  // CHECK: %[[A:.*]] = cedar.linear %[[U8]],
  // CHECK: %[[QR:.*]] = cedar.rms_norm %[[A]],
  // CHECK: %[[QR8:.*]] = cedar.quantize %[[QR]]
  // CHECK: %[[KV:.*]] = cedar.linear %[[U8]],
  // CHECK: %[[KVN:.*]] = cedar.rms_norm %[[KV]],
  // CHECK: %[[KVR:.*]] = cedar.rope %[[KVN]], %[[TABLE]]
  // CHECK: %[[KV8:.*]] = cedar.quantize %[[KVR]]
  // CHECK: cedar.state_stage %[[KV8]],
  // CHECK: %[[B:.*]] = cedar.linear %[[QR8]],
  // CHECK: %[[T:.*]] = tensor.dim %[[P]],
  // CHECK: %[[Q:.*]] = tensor.expand_shape %[[B]] {{\[}}[0], [1, 2]] output_shape [%[[T]], 2, 32]
  // CHECK: %[[QROT:.*]] = cedar.rope %[[Q]], %[[TABLE]]
  // CHECK: %[[RING:.*]] = cedar.state_ref @ring
  // CHECK: %[[O:.*]] = cedar.sparse_attention %[[QROT]], %[[KV8]], %{{.*}}, %[[P]], %[[S]], %[[LEN]], %[[SLOTS]], %[[RING]] {scale = 0.176776692 : f32}
  // CHECK: %[[OROT:.*]] = cedar.rope %[[O]], %[[TABLE]] {inverse}
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[OROT]] {{\[}}[0], [1, 2]]
  // CHECK: %[[Z:.*]] = cedar.grouped_linear %[[FLAT]], %{{.*}} {groups = 2 : i64}
  // CHECK: %[[Z8:.*]] = cedar.quantize %[[Z]]
  // CHECK: cedar.linear %[[Z8]],
  %y = cedar.csa2_attention window "l" %u rows(%p, %s, %len, %slots, %pages) {
      heads = 2, outputGroups = 2, rope = #cedar.rope<[1.0, 0.5]>, epsilon = 1.0e-20 : f32, window = @ring, ratio = 0}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>) -> tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}

// -----

// Mode full, ratio 2: float32 values and scores, the tails, the index key from the
// latent before its rotation, group tables one position back, and the published
// selection and pool (SPEC 3.8, 3.9). The weight scale is f32(96^-0.5 * 2^-0.5).

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>
#nv = #cedar.scaled<f8E4M3FN, [1, 16]>
!aq8row = tensor<32xf8E4M3FN, #rows>
cedar.weight @l.wq_a.weight from ["a", "as"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @l.q_norm.weight from ["qn"] : tensor<32xbf16>
cedar.weight @l.wq_b.weight from ["b", "bs"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.wkv.weight from ["kv", "kvs"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @l.kv_norm.weight from ["kvn"] : tensor<32xbf16>
cedar.weight @l.attn_sink from ["sink"] : tensor<2xf32>
cedar.weight @l.wo_a.weight from ["oa", "oas"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.wo_b.weight from ["ob", "obs"] : tensor<64x64xf8E4M3FN, #tile>
cedar.state @ring "window" layer 0 : !cedar.state<ring, 4, 1, !aq8row>
cedar.weight @l.compressor.wkv.weight from ["ckv"] : tensor<32x64xbf16>
cedar.weight @l.compressor.norm.weight from ["cn"] : tensor<32xbf16>
cedar.weight @l.indexer.wk.weight from ["ik"] : tensor<96x32xbf16>
cedar.weight @l.indexer.k_norm.weight from ["ikn"] : tensor<96xbf16>
cedar.weight @l.indexer.wq_b.weight from ["iq", "iqs"] : tensor<192x32xf8E4M3FN, #tile>
cedar.weight @l.indexer.weights_proj.weight from ["iw"] : tensor<2x64xbf16>
cedar.weight @l.compressor.wgate.weight from ["cg"] : tensor<32x64xbf16>
cedar.state @tv "tail_values" layer 0 : !cedar.state<ring, 2, 1, tensor<32xf32>>
cedar.state @ts "tail_scores" layer 0 : !cedar.state<ring, 2, 1, tensor<32xf32>>
cedar.state @ckv "compressed_kv" layer 0 : !cedar.state<paged, 8, 2, tensor<32xf4E2M1FN, #nv>>
cedar.state @keys "index_keys" layer 0 : !cedar.state<paged, 8, 2, tensor<96xf4E2M1FN, #rows>>

// CHECK-LABEL: func.func @full_pools
// CHECK-SAME: (%[[U:[a-z0-9]*]]: tensor<?x64xbf16>, %[[P:[a-z0-9]*]]: tensor<?xi32>, %[[S:[a-z0-9]*]]: tensor<?xi32>, %[[LEN:[a-z0-9]*]]: tensor<?xi32>, %[[SLOTS:[a-z0-9]*]]: tensor<?xi32>, %[[PAGES:[a-z0-9]*]]: tensor<?x?xi32>
func.func @full_pools(%u: tensor<?x64xbf16>, %p: tensor<?xi32>, %s: tensor<?xi32>,
                  %len: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>)
    -> (tensor<?x64xbf16>, tensor<?x4xi32>, tensor<?x3xi32>) {
  // CHECK: %[[TABLE:.*]] = cedar.rope_table %[[P]] {rope
  // CHECK: cedar.rms_norm %{{.*}}, %{{.*}} {{.*}} -> tensor<?x32xbf16>
  // CHECK: %[[QR8:.*]] = cedar.quantize
  // CHECK: %[[VALUES:.*]] = cedar.linear %[[U]], {{.*}} -> tensor<?x32xf32>
  // CHECK: %[[SCORES:.*]] = cedar.linear %[[U]], {{.*}} -> tensor<?x32xf32>
  // CHECK: %[[POOLED:.*]] = cedar.csa2_pool %[[VALUES]], %[[SCORES]], %[[P]], %[[S]], %[[LEN]], %[[SLOTS]], %[[TV:.*]], %[[TS:.*]] {ratio = 2 : i64}
  // CHECK: cedar.state_stage %[[VALUES]], %[[TV]]
  // CHECK: cedar.state_stage %[[SCORES]], %[[TS]]
  // CHECK: %[[LATENT:.*]] = cedar.rms_norm %[[POOLED]],
  // CHECK: %[[GROUP:.*]] = cedar.rope_table %[[P]] {offset = -1 : i64, rope
  // CHECK: %[[K:.*]] = cedar.linear %[[LATENT]], {{.*}} -> tensor<?x96xbf16>
  // CHECK: %[[KN:.*]] = cedar.rms_norm %[[K]],
  // CHECK: %[[KR:.*]] = cedar.rope %[[KN]], %[[GROUP]]
  // CHECK: %[[K4:.*]] = cedar.quantize %[[KR]] {{.*}} -> tensor<?x96xf4E2M1FN, #row32>
  // CHECK: cedar.state_append %[[K4]], %[[P]], %[[S]], %[[PAGES]], %{{.*}} : {{.*}}
  // CHECK: %[[CR:.*]] = cedar.rope %[[LATENT]], %[[GROUP]]
  // CHECK: %[[C4:.*]] = cedar.quantize %[[CR]] {{.*}} -> tensor<?x32xf4E2M1FN, #row16>
  // CHECK: cedar.state_append %[[C4]], %[[P]], %[[S]], %[[PAGES]],
  // CHECK: %[[IQ:.*]] = cedar.linear %[[QR8]], {{.*}} -> tensor<?x192xbf16>
  // CHECK: %[[IQH:.*]] = tensor.expand_shape %[[IQ]] {{.*}} into tensor<?x2x96xbf16>
  // CHECK: %[[IQR:.*]] = cedar.rope %[[IQH]], %[[TABLE]]
  // CHECK: %[[IQ4:.*]] = cedar.quantize %[[IQR]]
  // CHECK: %[[IW:.*]] = cedar.linear %[[U]], {{.*}} -> tensor<?x2xbf16>
  // CHECK: %[[KEYS:.*]] = cedar.state_ref @keys
  // CHECK: %[[SEL:.*]], %[[POOL:.*]] = cedar.csa2_select %[[IQ4]], %[[IW]], %[[P]], %[[S]], %[[PAGES]], %[[KEYS]]
  // CHECK-SAME: poolBlockSize = 4 : i64, poolBlocks = 3 : i64, topk = 4 : i64, weightScale = 0.0721687824 : f32
  // CHECK: cedar.sparse_attention {{.*}} selected(%[[SEL]], %[[PAGES]], %{{.*}}) {scale
  %y, %sel, %pool = cedar.csa2_attention full "l" %u rows(%p, %s, %len, %slots, %pages) {
      heads = 2, outputGroups = 2, rope = #cedar.rope<[1.0, 0.5]>, epsilon = 1.0e-20 : f32, window = @ring, ratio = 2, indexHeads = 2, topk = 4, poolBlocks = 3, poolBlockSize = 4,
      compressed = @ckv, keys = @keys, tailValues = @tv, tailScores = @ts}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x4xi32> pool tensor<?x3xi32>
  return %y, %sel, %pool : tensor<?x64xbf16>, tensor<?x4xi32>, tensor<?x3xi32>
}

// -----

// Mode full, ratio 1: a bf16 compressor without gate, at the rows' own positions.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>
#nv = #cedar.scaled<f8E4M3FN, [1, 16]>
!aq8row = tensor<32xf8E4M3FN, #rows>
cedar.weight @l.wq_a.weight from ["a", "as"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @l.q_norm.weight from ["qn"] : tensor<32xbf16>
cedar.weight @l.wq_b.weight from ["b", "bs"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.wkv.weight from ["kv", "kvs"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @l.kv_norm.weight from ["kvn"] : tensor<32xbf16>
cedar.weight @l.attn_sink from ["sink"] : tensor<2xf32>
cedar.weight @l.wo_a.weight from ["oa", "oas"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.wo_b.weight from ["ob", "obs"] : tensor<64x64xf8E4M3FN, #tile>
cedar.state @ring "window" layer 0 : !cedar.state<ring, 4, 1, !aq8row>
cedar.weight @l.compressor.wkv.weight from ["ckv"] : tensor<32x64xbf16>
cedar.weight @l.compressor.norm.weight from ["cn"] : tensor<32xbf16>
cedar.weight @l.indexer.wk.weight from ["ik"] : tensor<96x32xbf16>
cedar.weight @l.indexer.k_norm.weight from ["ikn"] : tensor<96xbf16>
cedar.weight @l.indexer.wq_b.weight from ["iq", "iqs"] : tensor<192x32xf8E4M3FN, #tile>
cedar.weight @l.indexer.weights_proj.weight from ["iw"] : tensor<2x64xbf16>
cedar.state @ckv "compressed_kv" layer 0 : !cedar.state<paged, 8, 1, tensor<32xf4E2M1FN, #nv>>
cedar.state @keys "index_keys" layer 0 : !cedar.state<paged, 8, 1, tensor<96xf4E2M1FN, #rows>>

// CHECK-LABEL: func.func @full_single
// CHECK-SAME: (%[[U:[a-z0-9]*]]: tensor<?x64xbf16>, %[[P:[a-z0-9]*]]: tensor<?xi32>, %[[S:[a-z0-9]*]]: tensor<?xi32>, %[[LEN:[a-z0-9]*]]: tensor<?xi32>, %[[SLOTS:[a-z0-9]*]]: tensor<?xi32>, %[[PAGES:[a-z0-9]*]]: tensor<?x?xi32>
func.func @full_single(%u: tensor<?x64xbf16>, %p: tensor<?xi32>, %s: tensor<?xi32>,
                  %len: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>)
    -> (tensor<?x64xbf16>, tensor<?x4xi32>) {
  // CHECK: %[[TABLE:.*]] = cedar.rope_table
  // CHECK: %[[CKV:.*]] = cedar.weight_ref @l.compressor.wkv.weight
  // CHECK: %[[C:.*]] = cedar.linear %[[U]], %[[CKV]] {{.*}} -> tensor<?x32xbf16>
  // CHECK: %[[LATENT:.*]] = cedar.rms_norm %[[C]],
  // CHECK-NOT: cedar.rope_table
  // CHECK: cedar.rope %[[LATENT]], %[[TABLE]]
  %y, %sel = cedar.csa2_attention full "l" %u rows(%p, %s, %len, %slots, %pages) {
      heads = 2, outputGroups = 2, rope = #cedar.rope<[1.0, 0.5]>, epsilon = 1.0e-20 : f32, window = @ring, ratio = 1, indexHeads = 2, topk = 4, compressed = @ckv, keys = @keys}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x4xi32>
  return %y, %sel : tensor<?x64xbf16>, tensor<?x4xi32>
}

// -----

// Mode reindex: selects anew, inside the pool, and appends nothing.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>
#nv = #cedar.scaled<f8E4M3FN, [1, 16]>
!aq8row = tensor<32xf8E4M3FN, #rows>
cedar.weight @l.wq_a.weight from ["a", "as"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @l.q_norm.weight from ["qn"] : tensor<32xbf16>
cedar.weight @l.wq_b.weight from ["b", "bs"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.wkv.weight from ["kv", "kvs"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @l.kv_norm.weight from ["kvn"] : tensor<32xbf16>
cedar.weight @l.attn_sink from ["sink"] : tensor<2xf32>
cedar.weight @l.wo_a.weight from ["oa", "oas"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.wo_b.weight from ["ob", "obs"] : tensor<64x64xf8E4M3FN, #tile>
cedar.state @ring "window" layer 0 : !cedar.state<ring, 4, 1, !aq8row>
cedar.weight @l.indexer.wq_b.weight from ["iq", "iqs"] : tensor<192x32xf8E4M3FN, #tile>
cedar.weight @l.indexer.weights_proj.weight from ["iw"] : tensor<2x64xbf16>
cedar.state @ckv "compressed_kv" layer 0 : !cedar.state<paged, 8, 1, tensor<32xf4E2M1FN, #nv>>
cedar.state @keys "index_keys" layer 0 : !cedar.state<paged, 8, 1, tensor<96xf4E2M1FN, #rows>>

// CHECK-LABEL: func.func @reindex
// CHECK-SAME: (%[[U:[a-z0-9]*]]: tensor<?x64xbf16>, %[[P:[a-z0-9]*]]: tensor<?xi32>, %[[S:[a-z0-9]*]]: tensor<?xi32>, %[[LEN:[a-z0-9]*]]: tensor<?xi32>, %[[SLOTS:[a-z0-9]*]]: tensor<?xi32>, %[[PAGES:[a-z0-9]*]]: tensor<?x?xi32>, %[[POOL:[a-z0-9]*]]: tensor<?x3xi32>
func.func @reindex(%u: tensor<?x64xbf16>, %p: tensor<?xi32>, %s: tensor<?xi32>,
                  %len: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
                  %pool: tensor<?x3xi32>) -> (tensor<?x64xbf16>, tensor<?x4xi32>) {
  // CHECK-NOT: cedar.state_append
  // CHECK: %[[SEL:.*]] = cedar.csa2_select %{{.*}}, %[[POOL]]
  // CHECK: cedar.sparse_attention {{.*}} selected(%[[SEL]], %[[PAGES]],
  %y, %sel = cedar.csa2_attention reindex "l" %u rows(%p, %s, %len, %slots, %pages) pool(%pool : tensor<?x3xi32>) {
      heads = 2, outputGroups = 2, rope = #cedar.rope<[1.0, 0.5]>, epsilon = 1.0e-20 : f32, window = @ring, ratio = 1, indexHeads = 2, topk = 4, poolBlockSize = 4, compressed = @ckv, keys = @keys}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x4xi32>
  return %y, %sel : tensor<?x64xbf16>, tensor<?x4xi32>
}

// -----

// Mode reuse: attends to the selection of an earlier layer.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>
#nv = #cedar.scaled<f8E4M3FN, [1, 16]>
!aq8row = tensor<32xf8E4M3FN, #rows>
cedar.weight @l.wq_a.weight from ["a", "as"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @l.q_norm.weight from ["qn"] : tensor<32xbf16>
cedar.weight @l.wq_b.weight from ["b", "bs"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.wkv.weight from ["kv", "kvs"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @l.kv_norm.weight from ["kvn"] : tensor<32xbf16>
cedar.weight @l.attn_sink from ["sink"] : tensor<2xf32>
cedar.weight @l.wo_a.weight from ["oa", "oas"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.wo_b.weight from ["ob", "obs"] : tensor<64x64xf8E4M3FN, #tile>
cedar.state @ring "window" layer 0 : !cedar.state<ring, 4, 1, !aq8row>
cedar.state @ckv "compressed_kv" layer 0 : !cedar.state<paged, 8, 1, tensor<32xf4E2M1FN, #nv>>
cedar.state @keys "index_keys" layer 0 : !cedar.state<paged, 8, 1, tensor<96xf4E2M1FN, #rows>>

// CHECK-LABEL: func.func @reuse
// CHECK-SAME: (%[[U:[a-z0-9]*]]: tensor<?x64xbf16>, %[[P:[a-z0-9]*]]: tensor<?xi32>, %[[S:[a-z0-9]*]]: tensor<?xi32>, %[[LEN:[a-z0-9]*]]: tensor<?xi32>, %[[SLOTS:[a-z0-9]*]]: tensor<?xi32>, %[[PAGES:[a-z0-9]*]]: tensor<?x?xi32>, %[[SEL:[a-z0-9]*]]: tensor<?x4xi32>
func.func @reuse(%u: tensor<?x64xbf16>, %p: tensor<?xi32>, %s: tensor<?xi32>,
                  %len: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>,
                  %sel: tensor<?x4xi32>) -> tensor<?x64xbf16> {
  // CHECK-NOT: cedar.csa2_select
  // CHECK: %[[CKV:.*]] = cedar.state_ref @ckv
  // CHECK: cedar.sparse_attention {{.*}} selected(%[[SEL]], %[[PAGES]], %[[CKV]])
  %y = cedar.csa2_attention reuse "l" %u rows(%p, %s, %len, %slots, %pages) selection(%sel : tensor<?x4xi32>) {
      heads = 2, outputGroups = 2, rope = #cedar.rope<[1.0, 0.5]>, epsilon = 1.0e-20 : f32, window = @ring, ratio = 1, compressed = @ckv}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>) -> tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}
