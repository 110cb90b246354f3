// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// A block per result row.
// CHECK-LABEL: func.func @streams
// CHECK-SAME: cedar.grid = array<i64: 3, 1>
// CHECK: scf.for %{{.*}} = %c0 to %c4
// CHECK: vector.transfer_read {{.*}} vector<16xbf16>
func.func private @streams(%0: tensor<?x4x32xbf16>, %1: tensor<?xi32>)
    -> (tensor<?x4x32xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.take_rows %0, %1
      : (tensor<?x4x32xbf16>, tensor<?xi32>)
        -> (tensor<?x4x32xbf16>)
  return %r0 : tensor<?x4x32xbf16>
}
