// RUN: cedar-opt %s --cedar-expand-layers | FileCheck %s
// RUN: cedar-opt %s --cedar-expand-layers --remarks-filter=cedar-expand-layers --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// A tap moves to the primitive that computes the value; an inner tap marks a value
// that the layer op does not return.

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

// REMARK: remark: {{.*}}expanded{{.*}}cedar.moe l.ffn became 14 primitives

// CHECK-LABEL: func.func @moe
func.func @moe(%u: tensor<?x32xbf16>, %kind: tensor<?xi8>) -> tensor<?x32xbf16> {
  // CHECK: cedar.route {{.*}} {cedar.taps = ["experts", "weights"],
  // CHECK: cedar.expert_combine {{.*}} {cedar.taps = ["y"]}
  %y, %e = cedar.moe "l.ffn" %u, %kind {
      cedar.taps = ["y", "experts"], cedar.inner_taps = {weights = "weights"},
      topk = 2, limit = 10.0 : f32, routeScale = 1.5 : f32,
      gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x32xbf16>, tensor<?xi8>) -> (tensor<?x32xbf16>, tensor<?x2xi32>)
  return %y : tensor<?x32xbf16>
}
