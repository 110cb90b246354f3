// RUN: cedar-opt %s --split-input-file --cedar-expand-layers | FileCheck %s

// Layers and the two regions are inlined in order; the mix of one layer feeds the
// next.

// CHECK-LABEL: func.func @layers
// CHECK-SAME: (%[[X:[a-z0-9]*]]: tensor<?x2x32xbf16>, %[[A:[a-z0-9]*]]: tensor<?x2xf32>
func.func @layers(%x: tensor<?x2x32xbf16>, %a: tensor<?x2xf32>,
                  %y: tensor<?x32xbf16>, %p: tensor<?x2xf32>,
                  %c: tensor<?x2x2xf32>) -> tensor<?x32xbf16> {
  // CHECK-NEXT: %[[X0:.*]] = cedar.mhc_expand %{{.*}}, %[[X]],
  // CHECK-NEXT: %[[U:.*]] = cedar.mhc_collapse %[[X0]], %[[A]]
  // CHECK-NEXT: %[[X1:.*]] = cedar.mhc_expand %[[U]], %[[X0]],
  // CHECK-NEXT: cedar.mhc_collapse %[[X1]], %[[A]]
  // CHECK-NEXT: return
  %r, %m = cedar.ced %x, %a : tensor<?x2x32xbf16>, tensor<?x2xf32> encoder {
  ^bb0(%xe: tensor<?x2x32xbf16>, %ae: tensor<?x2xf32>):
    %l:2 = cedar.layer 0(%xe, %ae) : (tensor<?x2x32xbf16>, tensor<?x2xf32>)
        -> (tensor<?x2x32xbf16>, tensor<?x2xf32>) {
    ^bb0(%x0: tensor<?x2x32xbf16>, %a0: tensor<?x2xf32>):
      %s = cedar.mhc_expand %y, %x0, %p, %c
          : (tensor<?x32xbf16>, tensor<?x2x32xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>) -> tensor<?x2x32xbf16>
      cedar.yield %s, %a0 : tensor<?x2x32xbf16>, tensor<?x2xf32>
    }
    cedar.yield %l#0, %l#1 : tensor<?x2x32xbf16>, tensor<?x2xf32>
  } decoder {
  ^bb0(%xd: tensor<?x2x32xbf16>, %ad: tensor<?x2xf32>):
    %l:2 = cedar.layer 1(%xd, %ad) : (tensor<?x2x32xbf16>, tensor<?x2xf32>)
        -> (tensor<?x2x32xbf16>, tensor<?x2xf32>) {
    ^bb0(%x0: tensor<?x2x32xbf16>, %a0: tensor<?x2xf32>):
      %u = cedar.mhc_collapse %x0, %a0 : (tensor<?x2x32xbf16>, tensor<?x2xf32>) -> tensor<?x32xbf16>
      %s = cedar.mhc_expand %u, %x0, %p, %c
          : (tensor<?x32xbf16>, tensor<?x2x32xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>) -> tensor<?x2x32xbf16>
      cedar.yield %s, %a0 : tensor<?x2x32xbf16>, tensor<?x2xf32>
    }
    cedar.yield %l#0, %l#1 : tensor<?x2x32xbf16>, tensor<?x2xf32>
  }
  %h = cedar.mhc_collapse %r, %m : (tensor<?x2x32xbf16>, tensor<?x2xf32>) -> tensor<?x32xbf16>
  return %h : tensor<?x32xbf16>
}

// -----

// The routing weight enters before w2; routed and shared experts read one
// quantised input (SPEC 3.13).

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>
cedar.weight @l.ffn.gate.weight from ["g"] : tensor<4x32xbf16>
cedar.weight @l.ffn.gate.bias from ["b"] : tensor<4xf32>
cedar.weight @l.ffn.gate.bias_vl from ["v"] : tensor<4xf32>
cedar.weight @l.ffn.experts.w1.weight from ["{e}.1", "{e}.1s"] : tensor<4x64x32xf4E2M1FN, #rows>
cedar.weight @l.ffn.experts.w3.weight from ["{e}.3", "{e}.3s"] : tensor<4x64x32xf4E2M1FN, #rows>
cedar.weight @l.ffn.experts.w2.weight from ["{e}.2", "{e}.2s"] : tensor<4x32x64xf4E2M1FN, #rows>
cedar.weight @l.ffn.shared_experts.w1.weight from ["1", "1s"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.ffn.shared_experts.w3.weight from ["3", "3s"] : tensor<64x32xf8E4M3FN, #tile>
cedar.weight @l.ffn.shared_experts.w2.weight from ["2", "2s"] : tensor<32x64xf8E4M3FN, #tile>

// CHECK-LABEL: func.func @moe
// CHECK-SAME: (%[[U:[a-z0-9]*]]: tensor<?x32xbf16>, %[[KIND:[a-z0-9]*]]: tensor<?xi8>)
func.func @moe(%u: tensor<?x32xbf16>, %kind: tensor<?xi8>)
    -> (tensor<?x32xbf16>, tensor<?x2xi32>) {
  // CHECK: %[[GATE:.*]] = cedar.weight_ref @l.ffn.gate.weight
  // CHECK: %[[LOGITS:.*]] = cedar.linear %[[U]], %[[GATE]] {{.*}} -> tensor<?x4xf32>
  // CHECK: %[[E:.*]], %[[W:.*]] = cedar.route %[[LOGITS]], %[[KIND]]
  // CHECK-SAME: gateTemperature = 2.000000e+00 : f32, normalize = true, routeScale = 1.500000e+00 : f32, topk = 2
  // CHECK: %[[U8:.*]] = cedar.quantize %[[U]]
  // CHECK: %[[W1:.*]] = cedar.weight_ref @l.ffn.experts.w1.weight
  // CHECK: %[[G:.*]] = cedar.expert_linear %[[U8]], %[[E]], %[[W1]]
  // CHECK: %[[W3:.*]] = cedar.weight_ref @l.ffn.experts.w3.weight
  // CHECK: %[[UP:.*]] = cedar.expert_linear %[[U8]], %[[E]], %[[W3]]
  // CHECK: %[[H:.*]] = cedar.swiglu %[[G]], %[[UP]], %[[W]] {limit = 1.000000e+01 : f32}
  // CHECK: %[[H8:.*]] = cedar.quantize %[[H]]
  // CHECK: %[[OUT:.*]] = cedar.expert_linear %[[H8]], %[[E]],
  // CHECK: %[[SG:.*]] = cedar.linear %[[U8]],
  // CHECK: %[[SUP:.*]] = cedar.linear %[[U8]],
  // CHECK: %[[SH:.*]] = cedar.swiglu %[[SG]], %[[SUP]] {limit = 1.000000e+01 : f32}
  // CHECK: %[[SH8:.*]] = cedar.quantize %[[SH]]
  // CHECK: %[[SHARED:.*]] = cedar.linear %[[SH8]],
  // CHECK: %[[Y:.*]] = cedar.expert_combine %[[OUT]], %[[E]], %[[SHARED]]
  // CHECK: return %[[Y]], %[[E]]
  %y, %e = cedar.moe "l.ffn" %u, %kind {
      topk = 2, limit = 10.0 : f32, routeScale = 1.5 : f32,
      gateTemperature = 2.0 : f32, normalize = true}
      : (tensor<?x32xbf16>, tensor<?xi8>) -> (tensor<?x32xbf16>, tensor<?x2xi32>)
  return %y, %e : tensor<?x32xbf16>, tensor<?x2xi32>
}

// -----

// Two Engram layers stage the compressed ids of a call once (SPEC 3.12).

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>
cedar.weight @engram.token_map from ["<token_map>"] : tensor<50xi32>
cedar.weight @l.embed.weight from ["e", "es"] : tensor<24x32xf8E4M3FN, #rows>
cedar.weight @l.wkv.weight from ["w", "ws"] : tensor<96x64xf8E4M3FN, #tile>
cedar.weight @l.q_weight from ["q"] : tensor<2x32xbf16>
cedar.weight @l.k_weight from ["k"] : tensor<2x32xbf16>
cedar.state @context "engram_context" layer 0 : !cedar.state<ring, 2, 1, tensor<1xi32>>

// CHECK-LABEL: func.func @engram
// CHECK-SAME: (%[[X:[a-z0-9]*]]: tensor<?x2x32xbf16>, %[[TOKENS:[a-z0-9]*]]: tensor<?xi32>, %[[KIND:[a-z0-9]*]]: tensor<?xi8>, %[[P:[a-z0-9]*]]: tensor<?xi32>, %[[S:[a-z0-9]*]]: tensor<?xi32>, %[[LEN:[a-z0-9]*]]: tensor<?xi32>, %[[SLOTS:[a-z0-9]*]]: tensor<?xi32>)
func.func @engram(%x: tensor<?x2x32xbf16>, %tokens: tensor<?xi32>, %kind: tensor<?xi8>,
                  %p: tensor<?xi32>, %s: tensor<?xi32>, %len: tensor<?xi32>,
                  %slots: tensor<?xi32>) -> tensor<?x2x32xbf16> {
  // CHECK: %[[MAP:.*]] = cedar.weight_ref @engram.token_map
  // CHECK: %[[CTX:.*]] = cedar.state_ref @context
  // CHECK: %[[IDS:.*]] = cedar.compress_tokens %[[TOKENS]], %[[KIND]], %[[MAP]]
  // CHECK: %[[ROWS:.*]] = cedar.ngram_hash %[[IDS]], %[[P]], %[[S]], %[[LEN]], %[[SLOTS]], %[[MAP]], %[[CTX]]
  // CHECK-SAME: multipliers = array<i64: 3, 5>, padToken = 2 : i64, primes = array<i64: 11, 13>
  // CHECK: %[[COLUMN:.*]] = tensor.expand_shape %[[IDS]] {{\[}}[0, 1]]
  // CHECK: cedar.state_stage %[[COLUMN]], %[[CTX]]
  // CHECK: %[[E:.*]] = cedar.table_gather %[[ROWS]], {{.*}} -> tensor<?x64xbf16>
  // CHECK: %[[E8:.*]] = cedar.quantize %[[E]]
  // CHECK: %[[KV:.*]] = cedar.linear %[[E8]],
  // CHECK: %[[X0:.*]] = cedar.engram_gate %[[X]], %[[KV]],
  %x0 = cedar.engram "l" %x tokens(%tokens, %kind) rows(%p, %s, %len, %slots) {
      multipliers = array<i64: 3, 5>, primes = array<i64: 11, 13>,
      padToken = 2, epsilon = 1.0e-20 : f32, context = @context}
      : (tensor<?x2x32xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x32xbf16>
  // CHECK-NOT: cedar.state_stage
  // CHECK: cedar.engram_gate %[[X0]],
  %x1 = cedar.engram "l" %x0 tokens(%tokens, %kind) rows(%p, %s, %len, %slots) {
      multipliers = array<i64: 7, 9>, primes = array<i64: 11, 13>,
      padToken = 2, epsilon = 1.0e-20 : f32, context = @context}
      : (tensor<?x2x32xbf16>, tensor<?xi32>, tensor<?xi8>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x32xbf16>
  return %x1 : tensor<?x2x32xbf16>
}
