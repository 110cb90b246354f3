// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// Image rows are dead and their token is not looked up.
// CHECK-LABEL: func.func @compress
// CHECK-DAG: %[[DEAD:.*]] = arith.constant -1 : i32
// CHECK: scf.if
// CHECK-NEXT: scf.yield %[[DEAD]]
// CHECK-NEXT: else
// CHECK: tensor.extract
func.func private @compress(%0: tensor<?xi32>, %1: tensor<?xi8>, %2: tensor<?xi32> {cedar.weight})
    -> (tensor<?xi32>) attributes {cedar.kernel} {
  %r0 = cedar.compress_tokens %0, %1, %2
      : (tensor<?xi32>, tensor<?xi8>, tensor<?xi32>)
        -> (tensor<?xi32>)
  return %r0 : tensor<?xi32>
}
