// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// Blocks of 32 rows and 32 columns; products of codes are exact.
// CHECK-LABEL: func.func @fp8
// CHECK-SAME: tensor<?x66xi8>
// CHECK-SAME: tensor<96x64xi8>
// CHECK-SAME: tensor<3x2xi8>
// CHECK-SAME: cedar.grid = array<i64: 1, 32, 0, 1, 0, 3>
// CHECK: math.fma
func.func private @fp8(%0: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %1: tensor<96x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>> {cedar.weight})
    -> (tensor<?x96xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.linear %0, %1
      : (tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<96x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>)
        -> (tensor<?x96xbf16>)
  return %r0 : tensor<?x96xbf16>
}

// The last block is narrower.
// CHECK-LABEL: func.func @f32
// CHECK-SAME: cedar.grid = array<i64: 1, 32, 0, 1, 0, 5>
// CHECK: arith.minsi
// CHECK-NOT: arith.truncf
func.func private @f32(%0: tensor<?x64xbf16>, %1: tensor<131x64xbf16> {cedar.weight})
    -> (tensor<?x131xf32>) attributes {cedar.kernel} {
  %r0 = cedar.linear %0, %1
      : (tensor<?x64xbf16>, tensor<131x64xbf16>)
        -> (tensor<?x131xf32>)
  return %r0 : tensor<?x131xf32>
}
