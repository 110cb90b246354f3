// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// The token is looked up only where no row is given.
// CHECK-LABEL: func.func @embed
// CHECK-SAME: %[[TOKENS:[a-z0-9]+]]: tensor<?xi32>
// CHECK-SAME: %[[ROWS:[a-z0-9]+]]: tensor<?xi32>
// CHECK: %[[ROW:.*]] = tensor.extract %[[ROWS]]
// CHECK: %[[TEXT:.*]] = arith.cmpi slt, %[[ROW]], %c0_i32
// CHECK: scf.if %[[TEXT]]
// CHECK: tensor.extract %[[TOKENS]]
// CHECK: vector.transfer_read {{.*}} tensor<131x32xbf16>
// CHECK: else
// CHECK: vector.transfer_read {{.*}} tensor<?x32xbf16>
func.func private @embed(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: tensor<?x32xbf16>, %3: tensor<131x32xbf16> {cedar.weight})
    -> (tensor<?x32xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.embed %0, %1, %2, %3
      : (tensor<?xi32>, tensor<?xi32>, tensor<?x32xbf16>, tensor<131x32xbf16>)
        -> (tensor<?x32xbf16>)
  return %r0 : tensor<?x32xbf16>
}
