// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// One rounding, at the end.
// CHECK-LABEL: func.func @norm
// CHECK: math.fma
// CHECK: math.sqrt {{.*}} : f32
// CHECK: arith.divf {{.*}} : f32
// CHECK: arith.mulf
// CHECK: arith.mulf
// CHECK: arith.truncf
func.func private @norm(%0: tensor<?x64xbf16>, %1: tensor<64xbf16> {cedar.weight})
    -> (tensor<?x64xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.rms_norm %0, %1 {epsilon = 1.0e-20 : f32}
      : (tensor<?x64xbf16>, tensor<64xbf16>)
        -> (tensor<?x64xbf16>)
  return %r0 : tensor<?x64xbf16>
}
