// RUN: cedar-opt %s --verify-roundtrip | FileCheck %s
// RUN: cedar-opt %s --mlir-print-op-generic | cedar-opt | FileCheck %s

// Layer-level ops print, parse, and find their weights and states: a model of one
// window layer and one layer of each other mode.

#row16 = #cedar.scaled<f8E4M3FN, [1, 16]>
#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>
#rope = #cedar.rope<[1.0, 0.5]>
!window = !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #row32>>

cedar.state @layers.0.window "window" layer 0 : !window
cedar.state @layers.1.window "window" layer 1 : !window
cedar.state @layers.2.window "window" layer 2 : !window
cedar.state @layers.3.window "window" layer 3 : !window
cedar.state @kv "compressed_kv" layer 1 : !cedar.state<paged, 8, 2, tensor<64xf4E2M1FN, #row16>>
cedar.state @keys "index_keys" layer 1 : !cedar.state<paged, 8, 2, tensor<32xf4E2M1FN, #row32>>
cedar.state @values "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @scores "tail_scores" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
cedar.state @context "engram_context" layer 1 : !cedar.state<ring, 4, 1, tensor<1xi32>>
cedar.weight @layers.0.attn.wq_a.weight from ["layers.0.attn.wq_a.weight", "layers.0.attn.wq_a.scale"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @layers.0.attn.q_norm.weight from ["layers.0.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.0.attn.wq_b.weight from ["layers.0.attn.wq_b.weight", "layers.0.attn.wq_b.scale"] : tensor<128x32xf8E4M3FN, #tile>
cedar.weight @layers.0.attn.wkv.weight from ["layers.0.attn.wkv.weight", "layers.0.attn.wkv.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.0.attn.kv_norm.weight from ["layers.0.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.0.attn.attn_sink from ["layers.0.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.0.attn.wo_a.weight from ["layers.0.attn.wo_a.weight", "layers.0.attn.wo_a.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.0.attn.wo_b.weight from ["layers.0.attn.wo_b.weight", "layers.0.attn.wo_b.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.wq_a.weight from ["layers.1.attn.wq_a.weight", "layers.1.attn.wq_a.scale"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.q_norm.weight from ["layers.1.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.1.attn.wq_b.weight from ["layers.1.attn.wq_b.weight", "layers.1.attn.wq_b.scale"] : tensor<128x32xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.wkv.weight from ["layers.1.attn.wkv.weight", "layers.1.attn.wkv.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.kv_norm.weight from ["layers.1.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.attn_sink from ["layers.1.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.1.attn.wo_a.weight from ["layers.1.attn.wo_a.weight", "layers.1.attn.wo_a.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.wo_b.weight from ["layers.1.attn.wo_b.weight", "layers.1.attn.wo_b.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.indexer.wq_b.weight from ["layers.1.attn.indexer.wq_b.weight", "layers.1.attn.indexer.wq_b.scale"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @layers.1.attn.indexer.weights_proj.weight from ["layers.1.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.attn.compressor.wkv.weight from ["layers.1.attn.compressor.wkv.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.wgate.weight from ["layers.1.attn.compressor.wgate.weight"] : tensor<64x64xbf16>
cedar.weight @layers.1.attn.compressor.norm.weight from ["layers.1.attn.compressor.norm.weight"] : tensor<64xbf16>
cedar.weight @layers.1.attn.indexer.wk.weight from ["layers.1.attn.indexer.wk.weight"] : tensor<32x64xbf16>
cedar.weight @layers.1.attn.indexer.k_norm.weight from ["layers.1.attn.indexer.k_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.2.attn.wq_a.weight from ["layers.2.attn.wq_a.weight", "layers.2.attn.wq_a.scale"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @layers.2.attn.q_norm.weight from ["layers.2.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.2.attn.wq_b.weight from ["layers.2.attn.wq_b.weight", "layers.2.attn.wq_b.scale"] : tensor<128x32xf8E4M3FN, #tile>
cedar.weight @layers.2.attn.wkv.weight from ["layers.2.attn.wkv.weight", "layers.2.attn.wkv.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.2.attn.kv_norm.weight from ["layers.2.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.2.attn.attn_sink from ["layers.2.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.2.attn.wo_a.weight from ["layers.2.attn.wo_a.weight", "layers.2.attn.wo_a.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.2.attn.wo_b.weight from ["layers.2.attn.wo_b.weight", "layers.2.attn.wo_b.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.2.attn.indexer.wq_b.weight from ["layers.2.attn.indexer.wq_b.weight", "layers.2.attn.indexer.wq_b.scale"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @layers.2.attn.indexer.weights_proj.weight from ["layers.2.attn.indexer.weights_proj.weight"] : tensor<2x64xbf16>
cedar.weight @layers.3.attn.wq_a.weight from ["layers.3.attn.wq_a.weight", "layers.3.attn.wq_a.scale"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @layers.3.attn.q_norm.weight from ["layers.3.attn.q_norm.weight"] : tensor<32xbf16>
cedar.weight @layers.3.attn.wq_b.weight from ["layers.3.attn.wq_b.weight", "layers.3.attn.wq_b.scale"] : tensor<128x32xf8E4M3FN, #tile>
cedar.weight @layers.3.attn.wkv.weight from ["layers.3.attn.wkv.weight", "layers.3.attn.wkv.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.3.attn.kv_norm.weight from ["layers.3.attn.kv_norm.weight"] : tensor<64xbf16>
cedar.weight @layers.3.attn.attn_sink from ["layers.3.attn.attn_sink"] : tensor<2xf32>
cedar.weight @layers.3.attn.wo_a.weight from ["layers.3.attn.wo_a.weight", "layers.3.attn.wo_a.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.3.attn.wo_b.weight from ["layers.3.attn.wo_b.weight", "layers.3.attn.wo_b.scale"] : tensor<64x64xf8E4M3FN, #tile>
cedar.weight @layers.0.ffn.gate.weight from ["layers.0.ffn.gate.weight"] : tensor<4x64xbf16>
cedar.weight @layers.0.ffn.gate.bias from ["layers.0.ffn.gate.bias"] : tensor<4xf32>
cedar.weight @layers.0.ffn.gate.bias_vl from ["layers.0.ffn.gate.bias_vl"] : tensor<4xf32>
cedar.weight @layers.0.ffn.experts.w1.weight from ["layers.0.ffn.experts.{e}.w1.weight", "layers.0.ffn.experts.{e}.w1.scale"] : tensor<4x32x64xf4E2M1FN, #row32>
cedar.weight @layers.0.ffn.experts.w2.weight from ["layers.0.ffn.experts.{e}.w2.weight", "layers.0.ffn.experts.{e}.w2.scale"] : tensor<4x64x32xf4E2M1FN, #row32>
cedar.weight @layers.0.ffn.experts.w3.weight from ["layers.0.ffn.experts.{e}.w3.weight", "layers.0.ffn.experts.{e}.w3.scale"] : tensor<4x32x64xf4E2M1FN, #row32>
cedar.weight @layers.0.ffn.shared_experts.w1.weight from ["layers.0.ffn.shared_experts.w1.weight", "layers.0.ffn.shared_experts.w1.scale"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @layers.0.ffn.shared_experts.w2.weight from ["layers.0.ffn.shared_experts.w2.weight", "layers.0.ffn.shared_experts.w2.scale"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @layers.0.ffn.shared_experts.w3.weight from ["layers.0.ffn.shared_experts.w3.weight", "layers.0.ffn.shared_experts.w3.scale"] : tensor<32x64xf8E4M3FN, #tile>
cedar.weight @layers.1.engram.embed.weight from ["layers.1.engram.embed.weight", "layers.1.engram.embed.scale"] : tensor<60x32xf8E4M3FN, #row32>
cedar.weight @layers.1.engram.wkv.weight from ["layers.1.engram.wkv.weight", "layers.1.engram.wkv.scale"] : tensor<192x128xf8E4M3FN, #tile>
cedar.weight @layers.1.engram.q_weight from ["layers.1.engram.q_weight"] : tensor<2x64xbf16>
cedar.weight @layers.1.engram.k_weight from ["layers.1.engram.k_weight"] : tensor<2x64xbf16>
cedar.weight @engram.token_map from ["engram_token_map"] {bound = 100 : i64} : tensor<160xi32>

// CHECK-LABEL: @modes
func.func @modes(%x: tensor<?x64xbf16>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
                 %length: tensor<?xi32>, %slots: tensor<?xi32>, %pages: tensor<?x?xi32>) {
  // CHECK: cedar.csa2_attention window "layers.0.attn" %{{.*}} rows(%{{.*}}) {epsilon = 9.99999968E-21 : f32, heads = 2 : i64, outputGroups = 2 : i64, ratio = 0 : i64, rope = #rope, window = @layers.0.window}
  %y0 = cedar.csa2_attention window "layers.0.attn" %x
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #rope, epsilon = 1.0e-20 : f32,
       ratio = 0 : i64, window = @layers.0.window}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  // CHECK: %result_0, %outSelection, %outPool = cedar.csa2_attention full "layers.1.attn" {{.*}} -> tensor<?x64xbf16> selection tensor<?x8xi32> pool tensor<?x4xi32>
  %y1, %selection, %pool = cedar.csa2_attention full "layers.1.attn" %y0
      rows(%positions, %sequence, %length, %slots, %pages)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #rope, epsilon = 1.0e-20 : f32,
       ratio = 2 : i64, indexHeads = 2 : i64, topk = 8 : i64, poolBlocks = 4 : i64,
       poolBlockSize = 8 : i64, window = @layers.1.window, compressed = @kv, keys = @keys,
       tailValues = @values, tailScores = @scores}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32> pool tensor<?x4xi32>
  // CHECK: cedar.csa2_attention reindex "layers.2.attn" {{.*}} pool(%outPool : tensor<?x4xi32>)
  %y2, %again = cedar.csa2_attention reindex "layers.2.attn" %y1
      rows(%positions, %sequence, %length, %slots, %pages) pool(%pool : tensor<?x4xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #rope, epsilon = 1.0e-20 : f32,
       ratio = 2 : i64, indexHeads = 2 : i64, topk = 8 : i64, poolBlockSize = 8 : i64,
       window = @layers.2.window, compressed = @kv, keys = @keys}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16> selection tensor<?x8xi32>
  // CHECK: cedar.csa2_attention reuse "layers.3.attn" {{.*}} selection(%{{.*}} : tensor<?x8xi32>)
  %y3 = cedar.csa2_attention reuse "layers.3.attn" %y2
      rows(%positions, %sequence, %length, %slots, %pages) selection(%again : tensor<?x8xi32>)
      {heads = 2 : i64, outputGroups = 2 : i64, rope = #rope, epsilon = 1.0e-20 : f32,
       ratio = 2 : i64, window = @layers.3.window, compressed = @kv}
      : (tensor<?x64xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>) -> tensor<?x64xbf16>
  return
}

// CHECK-LABEL: @engram
func.func @engram(%streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
                  %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
                  %slots: tensor<?xi32>) -> tensor<?x2x64xbf16> {
  // CHECK: cedar.engram "layers.1.engram" %{{.*}} tokens(%{{.*}}, %{{.*}}) rows(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {context = @context, epsilon
  %y = cedar.engram "layers.1.engram" %streams tokens(%tokens, %kind)
      rows(%positions, %sequence, %length, %slots)
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>,
       padToken = 2 : i64, epsilon = 1.0e-20 : f32, context = @context}
      : (tensor<?x2x64xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x64xbf16>
  return %y : tensor<?x2x64xbf16>
}

// CHECK-LABEL: @moe
func.func @moe(%x: tensor<?x64xbf16>, %kind: tensor<?xi8>) -> tensor<?x64xbf16> {
  // CHECK: %result, %experts = cedar.moe "layers.0.ffn" %{{.*}}, %{{.*}} {gateTemperature
  %y, %experts = cedar.moe "layers.0.ffn" %x, %kind
      {topk = 2 : i64, limit = 10.0 : f32, routeScale = 1.5 : f32,
       gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x64xbf16>, tensor<?xi8>) -> (tensor<?x64xbf16>, tensor<?x2xi32>)
  return %y : tensor<?x64xbf16>
}

// CHECK-LABEL: @regions
func.func @regions(%streams: tensor<?x2x64xbf16>, %mix: tensor<?x2xf32>,
                   %selection: tensor<?x8xi32>) -> tensor<?x2x64xbf16> {
  // CHECK: %outStreams, %outMix = cedar.ced %{{.*}}, %{{.*}} : tensor<?x2x64xbf16>, tensor<?x2xf32> encoder {
  %s, %m = cedar.ced %streams, %mix : tensor<?x2x64xbf16>, tensor<?x2xf32> encoder {
  ^bb0(%s0: tensor<?x2x64xbf16>, %m0: tensor<?x2xf32>):
    // CHECK: cedar.layer 1(%{{.*}}, %{{.*}}) : (tensor<?x2x64xbf16>, tensor<?x2xf32>) -> (tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x8xi32>) {
    %0:3 = cedar.layer 1(%s0, %m0) : (tensor<?x2x64xbf16>, tensor<?x2xf32>)
        -> (tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x8xi32>) {
    ^bb0(%s1: tensor<?x2x64xbf16>, %m1: tensor<?x2xf32>):
      // CHECK: cedar.yield %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x8xi32>
      cedar.yield %s1, %m1, %selection : tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x8xi32>
    }
    cedar.yield %0#0, %0#1 : tensor<?x2x64xbf16>, tensor<?x2xf32>
  // CHECK: } decoder {
  } decoder {
  ^bb0(%s0: tensor<?x2x64xbf16>, %m0: tensor<?x2xf32>):
    cedar.yield %s0, %m0 : tensor<?x2x64xbf16>, tensor<?x2xf32>
  }
  return %s : tensor<?x2x64xbf16>
}
