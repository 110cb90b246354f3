// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// Offsets are the sums of the primes before.
// CHECK-LABEL: func.func @hash
// CHECK-SAME: memref<?x4x1xi32>
// CHECK-DAG: %[[OFFSET:.*]] = arith.constant 173 : i64
// CHECK: scf.if
// CHECK: memref.load
// CHECK: arith.xori
// CHECK: arith.remui {{.*}}, %c53_i64
// CHECK: arith.remui {{.*}}, %c59_i64
// CHECK: arith.xori
// CHECK: arith.remui {{.*}}, %c61_i64
// CHECK: %[[LAST:.*]] = arith.remui {{.*}}, %c67_i64
// CHECK: arith.addi %[[LAST]], %[[OFFSET]] : i64
func.func private @hash(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: tensor<?xi32>, %3: tensor<?xi32>, %4: tensor<?xi32>, %5: tensor<?xi32>, %6: !cedar.state<ring, 4, 1, tensor<1xi32>>)
    -> (tensor<?x4xi32>) attributes {cedar.kernel} {
  %r0 = cedar.ngram_hash %0, %1, %2, %3, %4, %5, %6 {multipliers = array<i64: 7, 11, 13>, primes = array<i64: 53, 59, 61, 67>, padToken = 2 : i64}
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !cedar.state<ring, 4, 1, tensor<1xi32>>)
        -> (tensor<?x4xi32>)
  return %r0 : tensor<?x4xi32>
}
