// RUN: cedar-opt %s --cedar-form-kernels | FileCheck %s

// Equal op, attributes, types and places of weights: one kernel, whatever the
// layer. Another epsilon, or an activation where a weight was, is another kernel.

cedar.weight @a from ["a"] : tensor<64xbf16>
cedar.weight @b from ["b"] : tensor<64xbf16>
#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
!ring = !cedar.state<ring, 4, 1, tensor<64xf8E4M3FN, #rows>>
cedar.state @ring "window" layer 0 : !ring

// CHECK-LABEL: func.func @decode(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?x64xbf16> {cedar.name = "x"}, %[[G:[a-z0-9]*]]: tensor<64xbf16>
// CHECK: %[[A:.*]] = cedar.weight_ref @a
// CHECK: %[[B:.*]] = cedar.weight_ref @b
// CHECK: %[[STATE:.*]] = cedar.state_ref @ring
// CHECK: %[[Y:.*]] = call @rms_norm_0(%[[X]], %[[A]])
// CHECK: %[[Z:.*]] = call @rms_norm_0(%[[Y]], %[[B]])
// CHECK: %[[U:.*]] = call @rms_norm_1(%[[Z]], %[[B]])
// CHECK: %[[V:.*]] = call @rms_norm_2(%[[U]], %[[G]])
// The rows of a ring are produced in place: staging is no kernel.
// CHECK: %[[Q:.*]] = call @quantize_0(%[[V]])
// CHECK: cedar.state_stage %[[Q]], %[[STATE]]
// CHECK: return %[[V]]
func.func @decode(%x: tensor<?x64xbf16> {cedar.name = "x"}, %g: tensor<64xbf16> {cedar.name = "g"})
    -> (tensor<?x64xbf16> {cedar.name = "y"}) attributes {cedar.entry} {
  %a = cedar.weight_ref @a : tensor<64xbf16>
  %b = cedar.weight_ref @b : tensor<64xbf16>
  %s = cedar.state_ref @ring : !ring
  %y = cedar.rms_norm %x, %a {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %z = cedar.rms_norm %y, %b {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %u = cedar.rms_norm %z, %b {epsilon = 1.0e-6 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %v = cedar.rms_norm %u, %g {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  %q = cedar.quantize %v : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #rows>
  cedar.state_stage %q, %s : (tensor<?x64xf8E4M3FN, #rows>, !ring) -> ()
  return %v : tensor<?x64xbf16>
}

// A second entry shares the kernels of the first.
// CHECK-LABEL: func.func @prefill_exact(
// CHECK: call @rms_norm_0(
func.func @prefill_exact(%x: tensor<?x64xbf16> {cedar.name = "x"})
    -> (tensor<?x64xbf16> {cedar.name = "y"}) attributes {cedar.entry} {
  %a = cedar.weight_ref @a : tensor<64xbf16>
  %y = cedar.rms_norm %x, %a {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}

// A function that is no entry keeps its ops.
// CHECK-LABEL: func.func @helper(
// CHECK: cedar.rms_norm
func.func @helper(%x: tensor<?x64xbf16>, %g: tensor<64xbf16>) -> tensor<?x64xbf16> {
  %y = cedar.rms_norm %x, %g {epsilon = 1.0e-20 : f32} : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %y : tensor<?x64xbf16>
}

// CHECK: func.func private @rms_norm_0(%{{.*}}: tensor<?x64xbf16>, %{{.*}}: tensor<64xbf16> {cedar.weight})
// CHECK-SAME: -> tensor<?x64xbf16> attributes {cedar.kernel}
// CHECK: cedar.rms_norm
// CHECK: func.func private @rms_norm_1(%{{.*}}: tensor<?x64xbf16>, %{{.*}}: tensor<64xbf16> {cedar.weight})
// CHECK: func.func private @rms_norm_2(%{{.*}}: tensor<?x64xbf16>, %{{.*}}: tensor<64xbf16>)
// CHECK: func.func private @quantize_0(
// CHECK-NOT: func.func
