// RUN: cedar-opt %s --convert-cedar-to-loops | FileCheck %s

// The frame that every kernel gets; what is in it, by op, is tested beside this file.

// CHECK-LABEL: func.func @rms_norm_0(
// CHECK-SAME: %{{[^:]*}}: tensor<?x64xbf16> {bufferization.writable = false}
// CHECK-SAME: %{{[^:]*}}: tensor<64xbf16> {bufferization.writable = false}
// CHECK-SAME: %[[OUT:[^:]*]]: tensor<?x64xbf16> {bufferization.writable = true}) -> tensor<?x64xbf16>
// CHECK-SAME: cedar.grid = array<i64: 1, 1>
// CHECK-SAME: cedar.kernel
// CHECK-SAME: cedar.op = "cedar.rms_norm"
// CHECK: %[[R:.*]] = scf.forall (%{{.*}}) in (%{{.*}}) shared_outs(%{{.*}} = %[[OUT]]) -> (tensor<?x64xbf16>)
// CHECK-NOT: cedar.rms_norm
// CHECK: return %[[R]] : tensor<?x64xbf16>
func.func private @rms_norm_0(%x: tensor<?x64xbf16>, %w: tensor<64xbf16> {cedar.weight})
    -> tensor<?x64xbf16> attributes {cedar.kernel} {
  %0 = cedar.rms_norm %x, %w {epsilon = 1.0e-20 : f32}
      : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %0 : tensor<?x64xbf16>
}
