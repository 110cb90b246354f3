// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// 32 channels are copied; products and sums of the others are separate.
// CHECK-LABEL: func.func @rotate
// CHECK-SAME: cedar.grid = array<i64: 1, 1, 0, 4>
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c16
// CHECK: vector.transfer_read {{.*}} vector<16xbf16>
// CHECK-NEXT: vector.transfer_write
// CHECK: vector.deinterleave
// CHECK: %[[AC:.*]] = arith.mulf
// CHECK: %[[BD:.*]] = arith.mulf
// CHECK: arith.subf %[[AC]], %[[BD]] : vector<8xf32>
// CHECK-NOT: math.fma
// CHECK: vector.interleave
func.func private @rotate(%0: tensor<?x4x48xbf16>, %1: tensor<?x2x8xf32>)
    -> (tensor<?x4x48xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.rope %0, %1
      : (tensor<?x4x48xbf16>, tensor<?x2x8xf32>)
        -> (tensor<?x4x48xbf16>)
  return %r0 : tensor<?x4x48xbf16>
}

// CHECK-LABEL: func.func @inverse
// CHECK: arith.negf {{.*}} : vector<8xf32>
func.func private @inverse(%0: tensor<?x16xbf16>, %1: tensor<?x2x8xf32>)
    -> (tensor<?x16xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.rope %0, %1 {inverse}
      : (tensor<?x16xbf16>, tensor<?x2x8xf32>)
        -> (tensor<?x16xbf16>)
  return %r0 : tensor<?x16xbf16>
}
