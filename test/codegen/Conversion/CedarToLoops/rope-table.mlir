// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// Lanes past the last frequency are not stored.
// CHECK-LABEL: func.func @table
// CHECK: %[[F:.*]] = arith.constant dense<[1.000000e+00, 2.500000e-01, 0.000000e+00,
// CHECK: arith.addi %{{.*}}, %c-1_i32
// CHECK: arith.sitofp
// CHECK: arith.mulf %{{.*}}, %[[F]] : vector<16xf32>
// CHECK: vector.transfer_write %{{.*}}[%c0, %c0, %c0] : vector<16xf32>, tensor<1x2x2xf32>
// CHECK: vector.transfer_write %{{.*}}[%c0, %c1, %c0] : vector<16xf32>, tensor<1x2x2xf32>
func.func private @table(%0: tensor<?xi32>)
    -> (tensor<?x2x2xf32>) attributes {cedar.kernel} {
  %r0 = cedar.rope_table %0 {rope = #cedar.rope<[1.0, 0.25]>, offset = -1 : i64}
      : (tensor<?xi32>)
        -> (tensor<?x2x2xf32>)
  return %r0 : tensor<?x2x2xf32>
}
