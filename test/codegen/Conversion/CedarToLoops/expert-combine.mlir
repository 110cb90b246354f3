// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// Sums start at +0 and end with the shared expert.
// CHECK-LABEL: func.func @combine
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK: memref.store
// CHECK: %[[FIRST:.*]] = arith.addf %{{.*}}, %[[ZERO]]
// CHECK: %[[SECOND:.*]] = arith.addf %[[FIRST]],
// CHECK: vector.transfer_read {{.*}} : tensor<?x32xbf16>
// CHECK: arith.addf %[[SECOND]],
func.func private @combine(%0: tensor<?x2x32xbf16>, %1: tensor<?x2xi32>, %2: tensor<?x32xbf16>)
    -> (tensor<?x32xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.expert_combine %0, %1, %2
      : (tensor<?x2x32xbf16>, tensor<?x2xi32>, tensor<?x32xbf16>)
        -> (tensor<?x32xbf16>)
  return %r0 : tensor<?x32xbf16>
}
