// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// fn is f32: its products are rounded, those of x with itself are exact.
// CHECK-LABEL: func.func @mix
// CHECK: %[[PRODUCT:.*]] = arith.mulf {{.*}} : vector<16xf32>
// CHECK: arith.addf {{.*}}, %[[PRODUCT]] : vector<16xf32>
// CHECK: math.fma
// CHECK: scf.for %{{.*}} = %c1 to %c20 step %c1
// CHECK: arith.divf {{.*}} : vector<4xf32>
func.func private @mix(%0: tensor<?x4x64xbf16>, %1: tensor<24x256xf32> {cedar.weight}, %2: tensor<3xf32> {cedar.weight}, %3: tensor<24xf32> {cedar.weight})
    -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4x4xf32>) attributes {cedar.kernel} {
  %r0, %r1, %r2 = cedar.mhc_mix %0, %1, %2, %3 {iterations = 20 : i64, epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32}
      : (tensor<?x4x64xbf16>, tensor<24x256xf32>, tensor<3xf32>, tensor<24xf32>)
        -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4x4xf32>)
  return %r0, %r1, %r2 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4x4xf32>
}
