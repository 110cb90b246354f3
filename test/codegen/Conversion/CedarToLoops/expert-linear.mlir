// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse | FileCheck %s

// Blocks are column tiles; a weight is read inside the loop over its entries.
// CHECK-LABEL: func.func @experts
// CHECK-SAME: %[[CODES:[a-z0-9]+]]: memref<8xmemref<96x32xi8>>
// CHECK-SAME: %[[SCALES:[a-z0-9]+]]: memref<8xmemref<96x2xi8>>
// CHECK-SAME: cedar.grid = array<i64: 0, 3>
// CHECK: scf.for %[[EXPERT:.*]] = %c0 to %c8 step %c1 iter_args(%[[BEGIN:.*]] = %c0
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %{{.*}} step %c32
// CHECK: memref.load %[[CODES]][%[[EXPERT]]]
// CHECK: memref.load %[[SCALES]][%[[EXPERT]]]
func.func private @experts(%0: tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, %1: tensor<?x3xi32>, %2: tensor<8x96x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>> {cedar.weight})
    -> (tensor<?x3x96xbf16>) attributes {cedar.kernel} {
  %r0 = cedar.expert_linear %0, %1, %2
      : (tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>, tensor<?x3xi32>, tensor<8x96x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>)
        -> (tensor<?x3x96xbf16>)
  return %r0 : tensor<?x3x96xbf16>
}
