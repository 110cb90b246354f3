// RUN: cedar-opt %s --canonicalize --split-input-file | FileCheck %s

#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>
!keys = !cedar.state<paged, 8, 2, tensor<32xf4E2M1FN, #row32>>

// A selection only reads its state: unused, it goes.
// CHECK-LABEL: @dead_selection
func.func @dead_selection(%q: tensor<?x2x32xf4E2M1FN, #row32>, %hw: tensor<?x2xbf16>,
                          %rows: tensor<?xi32>, %pages: tensor<?x?xi32>, %keys: !keys) {
  // CHECK-NEXT: return
  %0 = cedar.csa2_select %q, %hw, %rows, %rows, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32}
      : (tensor<?x2x32xf4E2M1FN, #row32>, tensor<?x2xbf16>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>, !keys) -> tensor<?x8xi32>
  return
}

// A pool that nobody reads is not built.
// CHECK-LABEL: @unused_pool
func.func @unused_pool(%q: tensor<?x2x32xf4E2M1FN, #row32>, %hw: tensor<?x2xbf16>,
                       %rows: tensor<?xi32>, %pages: tensor<?x?xi32>, %keys: !keys)
    -> tensor<?x8xi32> {
  // CHECK: %[[S:.*]] = cedar.csa2_select {{.*}} {kept, topk = 8 : i64, weightScale = 1.250000e-01 : f32} : {{.*}} -> tensor<?x8xi32>
  // CHECK: return %[[S]]
  %0:2 = cedar.csa2_select %q, %hw, %rows, %rows, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlocks = 4 : i64, poolBlockSize = 8 : i64, kept}
      : (tensor<?x2x32xf4E2M1FN, #row32>, tensor<?x2xbf16>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>, !keys) -> (tensor<?x8xi32>, tensor<?x4xi32>)
  return %0#0 : tensor<?x8xi32>
}

// The block size stays where a pool is read.
// CHECK-LABEL: @unused_pool_of_pool
func.func @unused_pool_of_pool(%q: tensor<?x2x32xf4E2M1FN, #row32>, %hw: tensor<?x2xbf16>,
                               %rows: tensor<?xi32>, %pages: tensor<?x?xi32>, %keys: !keys,
                               %pool: tensor<?x4xi32>) -> tensor<?x8xi32> {
  // CHECK: cedar.csa2_select {{.*}} {poolBlockSize = 8 : i64, topk = 8 : i64, weightScale = 1.250000e-01 : f32} : {{.*}} -> tensor<?x8xi32>
  %0:2 = cedar.csa2_select %q, %hw, %rows, %rows, %pages, %keys, %pool
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlocks = 4 : i64, poolBlockSize = 8 : i64}
      : (tensor<?x2x32xf4E2M1FN, #row32>, tensor<?x2xbf16>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>, !keys, tensor<?x4xi32>) -> (tensor<?x8xi32>, tensor<?x4xi32>)
  return %0#0 : tensor<?x8xi32>
}

// A pool in use stays.
// CHECK-LABEL: @used_pool
func.func @used_pool(%q: tensor<?x2x32xf4E2M1FN, #row32>, %hw: tensor<?x2xbf16>,
                     %rows: tensor<?xi32>, %pages: tensor<?x?xi32>, %keys: !keys)
    -> tensor<?x4xi32> {
  // CHECK: cedar.csa2_select {{.*}} {poolBlockSize = 8 : i64, poolBlocks = 4 : i64
  %0:2 = cedar.csa2_select %q, %hw, %rows, %rows, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlocks = 4 : i64, poolBlockSize = 8 : i64}
      : (tensor<?x2x32xf4E2M1FN, #row32>, tensor<?x2xbf16>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>, !keys) -> (tensor<?x8xi32>, tensor<?x4xi32>)
  return %0#1 : tensor<?x4xi32>
}

// A layer publishes what is used; streams and mix stay.
// CHECK-LABEL: @unused_values
func.func @unused_values(%streams: tensor<?x2x64xbf16>, %mix: tensor<?x2xf32>,
                         %a: tensor<?x8xi32>, %b: tensor<?x4xi32>) -> tensor<?x4xi32> {
  // CHECK: %[[L:.*]]:3 = cedar.layer 1({{.*}}) {kept} : {{.*}} -> (tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x4xi32>) {
  // CHECK: cedar.yield %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x4xi32>
  // CHECK: return %[[L]]#2
  %0:4 = cedar.layer 1(%streams, %mix) {kept} : (tensor<?x2x64xbf16>, tensor<?x2xf32>)
      -> (tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x8xi32>, tensor<?x4xi32>) {
  ^bb0(%s: tensor<?x2x64xbf16>, %m: tensor<?x2xf32>):
    func.call @opaque() : () -> ()
    cedar.yield %s, %m, %a, %b
        : tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x8xi32>, tensor<?x4xi32>
  }
  return %0#3 : tensor<?x4xi32>
}

func.func private @opaque()

// -----

#row16 = #cedar.scaled<f8E4M3FN, [1, 16]>
#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>

cedar.state @window "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #row32>>
cedar.state @kv "compressed_kv" layer 1 : !cedar.state<paged, 8, 1, tensor<64xf4E2M1FN, #row16>>
cedar.state @keys "index_keys" layer 1 : !cedar.state<paged, 8, 1, tensor<32xf4E2M1FN, #row32>>
cedar.weight @layers.1.attn.wq_a.weight from ["a", "b"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.q_norm.weight from ["a"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["a", "b"] : tensor<128x32xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.wkv.weight from ["a", "b"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.kv_norm.weight from ["a"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["a"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["a", "b"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.wo_b.weight from ["a", "b"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["a", "b"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["a"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["a"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["a"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["a"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["a"] : tensor<32xbf16>

// CHECK-LABEL: @unused_layer_pool
func.func @unused_layer_pool(%x: tensor<?x64xbf16>, %rows: tensor<?xi32>,
                             %pages: tensor<?x?xi32>) -> tensor<?x8xi32> {
  // CHECK: cedar.csa2_attention full
  // CHECK-NOT: poolBlock
  // CHECK-SAME: -> tensor<?x64xbf16> selection tensor<?x8xi32>
  // CHECK-NOT: pool
  // CHECK: return %outSelection
  %y, %selection, %pool = cedar.csa2_attention full "layers.1.attn" %x
      rows(%rows, %rows, %rows, %rows, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #cedar.rope<[1.0, 0.5]>,
       epsilon = 1.0e-20 : f32, ratio = 1 : i64, indexHeads = 2 : i64, topk = 8 : i64,
       poolBlocks = 4 : i64, poolBlockSize = 8 : i64, window = @window, compressed = @kv,
       keys = @keys}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32> pool tensor<?x4xi32>
  return %selection : tensor<?x8xi32>
}

// Pure ops go when unused.
// CHECK-LABEL: @pure
func.func @pure(%positions: tensor<?xi32>, %x: tensor<?x64xbf16>) {
  // CHECK-NEXT: return
  %0 = cedar.rope_table %positions {rope = #cedar.rope<[1.0]>} : (tensor<?xi32>) -> tensor<?x2x1xf32>
  %1 = cedar.rope %x, %0 : (tensor<?x64xbf16>, tensor<?x2x1xf32>) -> tensor<?x64xbf16>
  return
}
