// RUN: cedar-opt %s --verify-roundtrip | FileCheck %s
// RUN: cedar-opt %s --mlir-print-op-generic | cedar-opt | FileCheck %s

// Weights, states and primitives print, parse and verify.

#row16 = #cedar.scaled<f8E4M3FN, [1, 16]>
#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>
#rope = #cedar.rope<[1.0, 0.5]>
!window = !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #row32>>
!compressed = !cedar.state<paged, 8, 2, tensor<64xf4E2M1FN, #row16>>
!keys = !cedar.state<paged, 8, 2, tensor<32xf4E2M1FN, #row32>>
!tail = !cedar.state<ring, 2, 1, tensor<64xf32>>
!context = !cedar.state<ring, 4, 1, tensor<1xi32>>

// CHECK-DAG: #[[ROPE:rope]] = #cedar.rope<[1.000000e+00, 5.000000e-01]>
// CHECK-DAG: #[[ROW16:row16]] = #cedar.scaled<f8E4M3FN, [1, 16]>
// CHECK-DAG: #[[ROW32:row32]] = #cedar.scaled<f8E8M0FNU, [1, 32]>
// CHECK-DAG: #[[TILE:tile32x32]] = #cedar.scaled<f8E8M0FNU, [32, 32]>

// CHECK: cedar.weight @w.weight from ["w.weight"] : tensor<32x64xbf16>
cedar.weight @w.weight from ["w.weight"] : tensor<32x64xbf16>
// CHECK: cedar.weight @expert_stack from ["e.{e}.w1.weight", "e.{e}.w1.scale"] : tensor<4x32x64xf4E2M1FN, #[[ROW32]]>
cedar.weight @expert_stack from ["e.{e}.w1.weight", "e.{e}.w1.scale"] : tensor<4x32x64xf4E2M1FN, #row32>
// CHECK: cedar.weight @map from ["map"] {bound = 100 : i64} : tensor<160xi32>
cedar.weight @map from ["map"] {bound = 100 : i64} : tensor<160xi32>

// CHECK: cedar.state @window "window" layer 0 : !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #[[ROW32]]>>
cedar.state @window "window" layer 0 : !window
// CHECK: cedar.state @compressed "compressed_kv" layer 1 : !cedar.state<paged, 8, 2, tensor<64xf4E2M1FN, #[[ROW16]]>>
cedar.state @compressed "compressed_kv" layer 1 : !compressed
cedar.state @keys "index_keys" layer 1 : !keys
cedar.state @values "tail_values" layer 1 : !tail
cedar.state @scores "tail_scores" layer 1 : !tail
cedar.state @context "engram_context" layer 1 : !context

// Results are named by the symbol.
// CHECK-LABEL: @references
func.func @references() -> (tensor<32x64xbf16>, !window) {
  // CHECK: %w = cedar.weight_ref @w.weight : tensor<32x64xbf16>
  %0 = cedar.weight_ref @w.weight : tensor<32x64xbf16>
  // CHECK: %window = cedar.state_ref @window : <ring, 16, 1, tensor<64xf8E4M3FN, #[[ROW32]]>>
  %1 = cedar.state_ref @window : !window
  return %0, %1 : tensor<32x64xbf16>, !window
}

// CHECK-LABEL: @states
func.func @states(%x: tensor<?x64xf8E4M3FN, #row32>, %c: tensor<?x64xf4E2M1FN, #row16>,
                  %ids: tensor<?xi32>, %positions: tensor<?xi32>, %sequence: tensor<?xi32>,
                  %length: tensor<?xi32>, %slots: tensor<?xi32>, %accepted: tensor<?xi32>,
                  %pages: tensor<?x?xi32>, %window: !window, %compressed: !compressed,
                  %context: !context) {
  // CHECK: cedar.state_stage %{{.*}}, %{{.*}} : (tensor<?x64xf8E4M3FN, #[[ROW32]]>, !cedar.state<ring, 16, 1, tensor<64xf8E4M3FN, #[[ROW32]]>>) -> ()
  cedar.state_stage %x, %window : (tensor<?x64xf8E4M3FN, #row32>, !window) -> ()
  // A row of one element may be staged as a scalar.
  // CHECK: cedar.state_stage %{{.*}}, %{{.*}} : (tensor<?xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>) -> ()
  cedar.state_stage %ids, %context : (tensor<?xi32>, !context) -> ()
  // CHECK: cedar.state_append
  cedar.state_append %c, %positions, %sequence, %pages, %compressed
      : (tensor<?x64xf4E2M1FN, #row16>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !compressed) -> ()
  // CHECK: cedar.state_read %{{.*}} -> tensor<?x64xf8E4M3FN, #[[ROW32]]>
  %read = cedar.state_read %positions, %sequence, %slots, %window
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !window) -> tensor<?x64xf8E4M3FN, #row32>
  // CHECK: cedar.copy_rows %{{.*}} : (tensor<?xi32>) -> tensor<?xi32>
  %copy = cedar.copy_rows %ids : (tensor<?xi32>) -> tensor<?xi32>
  // CHECK: cedar.state_commit
  cedar.state_commit %positions, %sequence, %length, %slots, %accepted, %window
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !window) -> ()
  return
}

// CHECK-LABEL: @linear
func.func @linear(%tokens: tensor<?xi32>, %embeddings: tensor<?x64xbf16>,
                  %table: tensor<160x64xbf16>, %norm: tensor<64xbf16>,
                  %fp8: tensor<32x64xf8E4M3FN, #tile>, %fp4: tensor<32x64xf4E2M1FN, #row32>,
                  %w: tensor<32x64xbf16>, %o: tensor<32x32xf8E4M3FN, #tile>) {
  // CHECK: cedar.embed
  %x = cedar.embed %tokens, %tokens, %embeddings, %table
      : (tensor<?xi32>, tensor<?xi32>, tensor<?x64xbf16>, tensor<160x64xbf16>)
      -> tensor<?x64xbf16>
  // CHECK: cedar.take_rows
  %last = cedar.take_rows %x, %tokens : (tensor<?x64xbf16>, tensor<?xi32>) -> tensor<?x64xbf16>
  // CHECK: cedar.rms_norm {{.*}} {epsilon = 9.99999997E-7 : f32}
  %n = cedar.rms_norm %last, %norm {epsilon = 1.0e-6 : f32}
      : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  // CHECK: cedar.quantize {{.*}} -> tensor<?x64xf8E4M3FN, #[[ROW32]]>
  %q = cedar.quantize %n : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32>
  // CHECK: cedar.quantize {{.*}} -> tensor<?x64xf4E2M1FN, #[[ROW32]]>
  %mxfp4 = cedar.quantize %n : (tensor<?x64xbf16>) -> tensor<?x64xf4E2M1FN, #row32>
  // CHECK: cedar.quantize {{.*}} -> tensor<?x64xf4E2M1FN, #[[ROW16]]>
  %nvfp4 = cedar.quantize %n : (tensor<?x64xbf16>) -> tensor<?x64xf4E2M1FN, #row16>
  // CHECK: cedar.dequantize
  %d = cedar.dequantize %nvfp4 : (tensor<?x64xf4E2M1FN, #row16>) -> tensor<?x64xbf16>
  // Kinds L8, L4, LB and LF.
  // CHECK: cedar.linear {{.*}} (tensor<?x64xf8E4M3FN, #[[ROW32]]>, tensor<32x64xf8E4M3FN, #[[TILE]]>) -> tensor<?x32xbf16>
  %l8 = cedar.linear %q, %fp8
      : (tensor<?x64xf8E4M3FN, #row32>, tensor<32x64xf8E4M3FN, #tile>) -> tensor<?x32xbf16>
  // CHECK: cedar.linear {{.*}} (tensor<?x64xf8E4M3FN, #[[ROW32]]>, tensor<32x64xf4E2M1FN, #[[ROW32]]>) -> tensor<?x32xbf16>
  %l4 = cedar.linear %q, %fp4
      : (tensor<?x64xf8E4M3FN, #row32>, tensor<32x64xf4E2M1FN, #row32>) -> tensor<?x32xbf16>
  // CHECK: cedar.linear {{.*}} (tensor<?x64xbf16>, tensor<32x64xbf16>) -> tensor<?x32xbf16>
  %lb = cedar.linear %n, %w : (tensor<?x64xbf16>, tensor<32x64xbf16>) -> tensor<?x32xbf16>
  // CHECK: cedar.linear {{.*}} (tensor<?x64xbf16>, tensor<32x64xbf16>) -> tensor<?x32xf32>
  %lf = cedar.linear %n, %w : (tensor<?x64xbf16>, tensor<32x64xbf16>) -> tensor<?x32xf32>
  // CHECK: cedar.grouped_linear {{.*}} {groups = 2 : i64}
  %g = cedar.grouped_linear %n, %o {groups = 2 : i64}
      : (tensor<?x64xbf16>, tensor<32x32xf8E4M3FN, #tile>) -> tensor<?x32xbf16>
  return
}

// CHECK-LABEL: @rotation
func.func @rotation(%positions: tensor<?xi32>, %x: tensor<?x64xbf16>, %h: tensor<?x2x64xbf16>) {
  // CHECK: cedar.rope_table %{{.*}} {rope = #[[ROPE]]}
  %t = cedar.rope_table %positions {rope = #rope} : (tensor<?xi32>) -> tensor<?x2x2xf32>
  // CHECK: cedar.rope_table %{{.*}} {offset = -1 : i64, rope = #[[ROPE]]}
  %u = cedar.rope_table %positions {rope = #rope, offset = -1 : i64}
      : (tensor<?xi32>) -> tensor<?x2x2xf32>
  // CHECK: cedar.rope %{{.*}}, %{{.*}} : (tensor<?x64xbf16>,
  %0 = cedar.rope %x, %t : (tensor<?x64xbf16>, tensor<?x2x2xf32>) -> tensor<?x64xbf16>
  // CHECK: cedar.rope %{{.*}}, %{{.*}} {inverse} : (tensor<?x2x64xbf16>,
  %1 = cedar.rope %h, %u {inverse} : (tensor<?x2x64xbf16>, tensor<?x2x2xf32>) -> tensor<?x2x64xbf16>
  return
}

// CHECK-LABEL: @streams
func.func @streams(%x: tensor<?x64xbf16>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
                   %base: tensor<8xf32>) -> tensor<?x2x64xbf16> {
  // CHECK: %streams, %mix = cedar.mhc_init
  %streams, %mix = cedar.mhc_init %x : (tensor<?x64xbf16>) -> (tensor<?x2x64xbf16>, tensor<?x2xf32>)
  // CHECK: %pre, %post, %comb = cedar.mhc_mix
  %pre, %post, %comb = cedar.mhc_mix %streams, %fn, %scale, %base
      {iterations = 20 : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x2x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>)
      -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2x2xf32>)
  // CHECK: cedar.mhc_collapse
  %y = cedar.mhc_collapse %streams, %mix
      : (tensor<?x2x64xbf16>, tensor<?x2xf32>) -> tensor<?x64xbf16>
  // CHECK: cedar.mhc_expand
  %z = cedar.mhc_expand %y, %streams, %post, %comb
      : (tensor<?x64xbf16>, tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>)
      -> tensor<?x2x64xbf16>
  return %z : tensor<?x2x64xbf16>
}

// CHECK-LABEL: @seams
func.func @seams(%y: tensor<?x64xbf16>, %x: tensor<?x2x64xbf16>, %p: tensor<?x2xf32>,
                 %c: tensor<?x2x2xf32>, %kv: tensor<?x192xbf16>, %qw: tensor<2x64xbf16>,
                 %kind: tensor<?xi8>, %fn: tensor<8x128xf32>, %scale: tensor<3xf32>,
                 %base: tensor<8xf32>, %a: tensor<?x2xf32>, %w: tensor<64xbf16>) {
  // CHECK: %expanded, %newStreams, %pre, %post, %comb, %collapsed, %normalized, %quantized = cedar.mhc_seam
  // CHECK-SAME: input({{[^)]*}}) streams({{[^)]*}}) expand({{[^)]*}}) engram({{[^)]*}})
  // CHECK-SAME: mix({{[^)]*}}) collapse({{[^)]*}}) norm({{[^)]*}})
  // CHECK-SAME: -> expanded tensor<?x2x64xbf16> streams tensor<?x2x64xbf16> pre tensor<?x2xf32> post tensor<?x2xf32>
  // CHECK-SAME: comb tensor<?x2x2xf32> collapsed tensor<?x64xbf16> normalized tensor<?x64xbf16> quantized tensor<?x64xf8E4M3FN, #[[ROW32]]>
  %0:8 = cedar.mhc_seam input(%y) streams(%x) expand(%p, %c) engram(%kv, %qw, %qw, %kind)
      mix(%fn, %scale, %base) collapse(%a) norm(%w)
      {iterations = 20 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32,
       engramEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}
      : (tensor<?x64xbf16>, tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>,
         tensor<?x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>, tensor<?xi8>,
         tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<?x2xf32>, tensor<64xbf16>)
      -> expanded tensor<?x2x64xbf16> streams tensor<?x2x64xbf16> pre tensor<?x2xf32>
         post tensor<?x2xf32> comb tensor<?x2x2xf32> collapsed tensor<?x64xbf16>
         normalized tensor<?x64xbf16> quantized tensor<?x64xf8E4M3FN, #row32>
  // Streams that begin here; results that nobody reads are left out.
  // CHECK: cedar.mhc_seam input(%{{.*}}) mix(%{{.*}}, %{{.*}}, %{{.*}}) norm(%{{.*}}) {{.*}} -> streams tensor<?x2x64xbf16> normalized tensor<?x64xbf16>
  %1:2 = cedar.mhc_seam input(%y) mix(%fn, %scale, %base) norm(%w)
      {iterations = 20 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32, epsilon = 1.0e-20 : f32}
      : (tensor<?x64xbf16>, tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>, tensor<64xbf16>)
      -> streams tensor<?x2x64xbf16> normalized tensor<?x64xbf16>
  // CHECK: cedar.mhc_seam_expand input(%{{.*}}) streams(%{{.*}}) expand(%{{.*}}, %{{.*}}) mix({{.*}} -> streams tensor<?x2x64xbf16> pre tensor<?x2xf32>
  %2:2 = cedar.mhc_seam_expand input(%y) streams(%x) expand(%p, %c) mix(%fn, %scale, %base)
      {iterations = 20 : i64, mixEpsilon = 1.0e-6 : f32, mixNormEpsilon = 1.0e-20 : f32}
      : (tensor<?x64xbf16>, tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>,
         tensor<8x128xf32>, tensor<3xf32>, tensor<8xf32>)
      -> streams tensor<?x2x64xbf16> pre tensor<?x2xf32>
  // CHECK: cedar.mhc_seam_collapse streams(%{{.*}}) collapse(%{{.*}}) norm(%{{.*}}) {{.*}} -> normalized tensor<?x64xbf16>
  %3 = cedar.mhc_seam_collapse streams(%2#0) collapse(%2#1) norm(%w) {epsilon = 1.0e-20 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x2xf32>, tensor<64xbf16>) -> normalized tensor<?x64xbf16>
  return
}

// CHECK-LABEL: @attention
func.func @attention(%q: tensor<?x2x64xbf16>, %kv: tensor<?x64xf8E4M3FN, #row32>,
                     %sink: tensor<2xf32>, %iq: tensor<?x2x32xf4E2M1FN, #row32>,
                     %hw: tensor<?x2xbf16>, %a: tensor<?x64xf32>, %positions: tensor<?xi32>,
                     %sequence: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
                     %pages: tensor<?x?xi32>, %window: !window, %compressed: !compressed,
                     %keys: !keys, %tail: !tail) {
  // CHECK: cedar.csa2_pool {{.*}} {ratio = 2 : i64}
  %c = cedar.csa2_pool %a, %a, %positions, %sequence, %length, %slots, %tail, %tail
      {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !tail, !tail) -> tensor<?x64xbf16>
  // CHECK: %selection, %outPool = cedar.csa2_select {{.*}} {poolBlockSize = 8 : i64, poolBlocks = 4 : i64, topk = 8 : i64, weightScale = 1.250000e-01 : f32}
  %sel, %pool = cedar.csa2_select %iq, %hw, %positions, %sequence, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlocks = 4 : i64, poolBlockSize = 8 : i64}
      : (tensor<?x2x32xf4E2M1FN, #row32>, tensor<?x2xbf16>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>, !keys) -> (tensor<?x8xi32>, tensor<?x4xi32>)
  // CHECK: cedar.csa2_select {{.*}}, %outPool {poolBlockSize = 8 : i64, topk = 8 : i64, weightScale = 1.250000e-01 : f32}
  %again = cedar.csa2_select %iq, %hw, %positions, %sequence, %pages, %keys, %pool
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlockSize = 8 : i64}
      : (tensor<?x2x32xf4E2M1FN, #row32>, tensor<?x2xbf16>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>, !keys, tensor<?x4xi32>) -> tensor<?x8xi32>
  // CHECK: cedar.sparse_attention {{.*}} selected(%selection, %{{.*}}, %{{.*}}) {scale = 1.250000e-01 : f32}
  %o = cedar.sparse_attention %q, %kv, %sink, %positions, %sequence, %length, %slots, %window
      selected(%sel, %pages, %compressed) {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #row32>, tensor<2xf32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !window, tensor<?x8xi32>,
         tensor<?x?xi32>, !compressed) -> tensor<?x2x64xbf16>
  // CHECK: cedar.sparse_attention {{.*}} begin(%{{.*}}) selected(
  %b = cedar.sparse_attention %q, %kv, %sink, %positions, %sequence, %length, %slots, %window
      begin(%length) selected(%sel, %pages, %compressed) {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #row32>, tensor<2xf32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !window, tensor<?xi32>, tensor<?x8xi32>,
         tensor<?x?xi32>, !compressed) -> tensor<?x2x64xbf16>
  // Without a selection: the window alone.
  // CHECK: cedar.sparse_attention
  // CHECK-NOT: selected
  %p = cedar.sparse_attention %q, %kv, %sink, %positions, %sequence, %length, %slots, %window
      {scale = 0.125 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x64xf8E4M3FN, #row32>, tensor<2xf32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !window) -> tensor<?x2x64xbf16>
  return
}

// CHECK-LABEL: @engram
func.func @engram(%streams: tensor<?x2x64xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
                  %positions: tensor<?xi32>, %sequence: tensor<?xi32>, %length: tensor<?xi32>,
                  %slots: tensor<?xi32>, %map: tensor<160xi32>, %context: !context,
                  %table: tensor<60x32xf8E4M3FN, #row32>, %kv: tensor<?x192xbf16>,
                  %w: tensor<2x64xbf16>) {
  // CHECK: cedar.compress_tokens
  %ids = cedar.compress_tokens %tokens, %kind, %map
      : (tensor<?xi32>, tensor<?xi8>, tensor<160xi32>) -> tensor<?xi32>
  // CHECK: cedar.ngram_hash {{.*}} {multipliers = array<i64: 3, 5, 7>, padToken = 2 : i64, primes = array<i64: 11, 13, 17, 19>}
  %rows = cedar.ngram_hash %ids, %positions, %sequence, %length, %slots, %map, %context
      {multipliers = array<i64: 3, 5, 7>, primes = array<i64: 11, 13, 17, 19>, padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<160xi32>, !context) -> tensor<?x4xi32>
  // CHECK: cedar.table_gather
  %e = cedar.table_gather %rows, %table
      : (tensor<?x4xi32>, tensor<60x32xf8E4M3FN, #row32>) -> tensor<?x128xbf16>
  // CHECK: cedar.engram_gate
  %y = cedar.engram_gate %streams, %kv, %w, %w, %kind {epsilon = 1.0e-20 : f32}
      : (tensor<?x2x64xbf16>, tensor<?x192xbf16>, tensor<2x64xbf16>, tensor<2x64xbf16>,
         tensor<?xi8>) -> tensor<?x2x64xbf16>
  return
}

// CHECK-LABEL: @experts
func.func @experts(%logits: tensor<?x4xf32>, %kind: tensor<?xi8>, %bias: tensor<4xf32>,
                   %x: tensor<?x64xf8E4M3FN, #row32>, %w1: tensor<4x32x64xf4E2M1FN, #row32>,
                   %w2: tensor<4x64x32xf8E4M3FN, #tile>, %shared: tensor<?x64xbf16>) {
  // CHECK: %experts, %weights = cedar.route {{.*}} {gateTemperature = 1.000000e+00 : f32, normalize = true, routeScale = 1.500000e+00 : f32, topk = 2 : i64}
  %experts, %weights = cedar.route %logits, %kind, %bias, %bias
      {topk = 2 : i64, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x4xf32>, tensor<?xi8>, tensor<4xf32>, tensor<4xf32>)
      -> (tensor<?x2xi32>, tensor<?x2xf32>)
  // CHECK: cedar.expert_linear {{.*}} (tensor<?x64xf8E4M3FN, #[[ROW32]]>, tensor<?x2xi32>, tensor<4x32x64xf4E2M1FN, #[[ROW32]]>) -> tensor<?x2x32xbf16>
  %g = cedar.expert_linear %x, %experts, %w1
      : (tensor<?x64xf8E4M3FN, #row32>, tensor<?x2xi32>, tensor<4x32x64xf4E2M1FN, #row32>)
      -> tensor<?x2x32xbf16>
  // CHECK: cedar.swiglu %{{.*}}, %{{.*}}, %weights {limit = 1.000000e+01 : f32}
  %h = cedar.swiglu %g, %g, %weights {limit = 10.0 : f32}
      : (tensor<?x2x32xbf16>, tensor<?x2x32xbf16>, tensor<?x2xf32>) -> tensor<?x2x32xbf16>
  %q = cedar.quantize %h : (tensor<?x2x32xbf16>) -> tensor<?x2x32xf8E4M3FN, #row32>
  // CHECK: cedar.expert_linear {{.*}} (tensor<?x2x32xf8E4M3FN, #[[ROW32]]>, tensor<?x2xi32>, tensor<4x64x32xf8E4M3FN, #[[TILE]]>) -> tensor<?x2x64xbf16>
  %o = cedar.expert_linear %q, %experts, %w2
      : (tensor<?x2x32xf8E4M3FN, #row32>, tensor<?x2xi32>, tensor<4x64x32xf8E4M3FN, #tile>)
      -> tensor<?x2x64xbf16>
  // CHECK: cedar.expert_combine
  %y = cedar.expert_combine %o, %experts, %shared
      : (tensor<?x2x64xbf16>, tensor<?x2xi32>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  // CHECK: cedar.swiglu %{{[^,]*}}, %{{[^,]*}} {limit = 0.000000e+00 : f32}
  %s = cedar.swiglu %shared, %shared {limit = 0.0 : f32}
      : (tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  return
}
