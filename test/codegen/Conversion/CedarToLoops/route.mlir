// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// NaN ranks as minus infinity; the first of equals wins.
// CHECK-LABEL: func.func @route
// CHECK-DAG: arith.constant dense<0xFF800000> : vector<16xf32>
// CHECK: math.sqrt {{.*}} : vector<16xf32>
// CHECK: arith.cmpf oeq
// CHECK: scf.for
// CHECK: arith.cmpf olt
// CHECK: scf.for
// CHECK: arith.divf {{.*}} : f32
func.func private @route(%0: tensor<?x5xf32>, %1: tensor<?xi8>, %2: tensor<5xf32> {cedar.weight}, %3: tensor<5xf32> {cedar.weight})
    -> (tensor<?x2xi32>, tensor<?x2xf32>) attributes {cedar.kernel} {
  %r0, %r1 = cedar.route %0, %1, %2, %3 {topk = 2 : i64, routeScale = 1.5 : f32, gateTemperature = 1.0 : f32, normalize = true}
      : (tensor<?x5xf32>, tensor<?xi8>, tensor<5xf32>, tensor<5xf32>)
        -> (tensor<?x2xi32>, tensor<?x2xf32>)
  return %r0, %r1 : tensor<?x2xi32>, tensor<?x2xf32>
}
