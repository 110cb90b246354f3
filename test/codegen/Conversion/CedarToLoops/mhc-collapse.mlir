// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @collapse
// CHECK-NOT: math.fma
// CHECK: %[[A:.*]] = arith.mulf {{.*}} : vector<16xf32>
// CHECK: %[[B:.*]] = arith.mulf {{.*}} : vector<16xf32>
// CHECK: arith.addf %[[A]], %[[B]]
func.func private @collapse(%0: tensor<?x2x32xbf16>, %1: tensor<?x2xf32>)
    -> (tensor<?x32xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.mhc_collapse %0, %1
      : (tensor<?x2x32xbf16>, tensor<?x2xf32>)
        -> (tensor<?x32xbf16>)
  return %r0 : tensor<?x32xbf16>
}
