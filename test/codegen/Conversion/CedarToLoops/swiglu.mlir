// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// gate is clamped above, up on both sides; the weight comes before the rounding.
// CHECK-LABEL: func.func @routed
// CHECK: arith.minimumf
// CHECK: arith.maximumf
// CHECK: arith.minimumf
// CHECK: arith.divf
// CHECK: %[[HIDDEN:.*]] = arith.mulf
// CHECK: %[[W:.*]] = vector.broadcast
// CHECK: %[[SCALED:.*]] = arith.mulf %[[W]], %[[HIDDEN]]
// CHECK: arith.truncf %[[SCALED]]
func.func private @routed(%0: tensor<?x3x32xbf16>, %1: tensor<?x3x32xbf16>, %2: tensor<?x3xf32>)
    -> (tensor<?x3x32xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.swiglu %0, %1, %2 {limit = 10.0 : f32}
      : (tensor<?x3x32xbf16>, tensor<?x3x32xbf16>, tensor<?x3xf32>)
        -> (tensor<?x3x32xbf16>)
  return %r0 : tensor<?x3x32xbf16>
}

// A limit of 0 clamps nothing.
// CHECK-LABEL: func.func @shared
// CHECK: vector.transfer_read
// CHECK-NOT: arith.constant dense<0.000000e+00>
// CHECK: arith.divf
func.func private @shared(%0: tensor<?x32xbf16>, %1: tensor<?x32xbf16>)
    -> (tensor<?x32xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.swiglu %0, %1 {limit = 0.0 : f32}
      : (tensor<?x32xbf16>, tensor<?x32xbf16>)
        -> (tensor<?x32xbf16>)
  return %r0 : tensor<?x32xbf16>
}
