// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @grouped
// CHECK-SAME: cedar.grid = array<i64: 1, 32, 0, 2, 0, 1>
// CHECK: math.fma
func.func private @grouped(%0: tensor<?x64xbf16>, %1: tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>> {cedar.weight})
    -> (tensor<?x64xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.grouped_linear %0, %1 {groups = 2 : i64}
      : (tensor<?x64xbf16>, tensor<64x32xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>)
        -> (tensor<?x64xbf16>)
  return %r0 : tensor<?x64xbf16>
}
