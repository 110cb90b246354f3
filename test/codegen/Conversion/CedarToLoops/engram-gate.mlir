// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// Image rows are copied.
// CHECK-LABEL: func.func @gate
// CHECK: scf.if
// CHECK-NOT: arith.extf
// CHECK: else
// CHECK: math.fma
// CHECK: math.copysign
// CHECK: arith.truncf
func.func private @gate(%0: tensor<?x2x32xbf16>, %1: tensor<?x96xbf16>, %2: tensor<2x32xbf16> {cedar.weight}, %3: tensor<2x32xbf16> {cedar.weight}, %4: tensor<?xi8>)
    -> (tensor<?x2x32xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.engram_gate %0, %1, %2, %3, %4 {epsilon = 1.0e-20 : f32}
      : (tensor<?x2x32xbf16>, tensor<?x96xbf16>, tensor<2x32xbf16>, tensor<2x32xbf16>, tensor<?xi8>)
        -> (tensor<?x2x32xbf16>)
  return %r0 : tensor<?x2x32xbf16>
}
