// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// post * y is added to the sum over the old streams.
// CHECK-LABEL: func.func @expand
// CHECK-NOT: math.fma
// CHECK: %[[ADDED:.*]] = arith.mulf
// CHECK: %[[A:.*]] = arith.mulf
// CHECK: %[[B:.*]] = arith.mulf
// CHECK: %[[OLD:.*]] = arith.addf %[[A]], %[[B]]
// CHECK: arith.addf %[[ADDED]], %[[OLD]]
func.func private @expand(%0: tensor<?x32xbf16>, %1: tensor<?x2x32xbf16>, %2: tensor<?x2xf32>, %3: tensor<?x2x2xf32>)
    -> (tensor<?x2x32xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.mhc_expand %0, %1, %2, %3
      : (tensor<?x32xbf16>, tensor<?x2x32xbf16>, tensor<?x2xf32>, tensor<?x2x2xf32>)
        -> (tensor<?x2x32xbf16>)
  return %r0 : tensor<?x2x32xbf16>
}
