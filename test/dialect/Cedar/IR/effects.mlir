// RUN: cedar-opt %s --cse | FileCheck %s

// Equal reads of a state are one, unless a write of a state is between them;
// writes stay.

!tail = !cedar.state<ring, 2, 1, tensor<64xf32>>

// CHECK-LABEL: @reads
func.func @reads(%x: tensor<?x64xf32>, %rows: tensor<?xi32>, %tail: !tail)
    -> (tensor<?x64xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>) {
  // CHECK: %[[A:.*]] = cedar.csa2_pool
  %0 = cedar.csa2_pool %x, %x, %rows, %rows, %rows, %rows, %tail, %tail {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !tail, !tail) -> tensor<?x64xbf16>
  %1 = cedar.csa2_pool %x, %x, %rows, %rows, %rows, %rows, %tail, %tail {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !tail, !tail) -> tensor<?x64xbf16>
  // CHECK-NEXT: cedar.state_stage
  cedar.state_stage %x, %tail : (tensor<?x64xf32>, !tail) -> ()
  // CHECK-NEXT: %[[B:.*]] = cedar.csa2_pool
  %2 = cedar.csa2_pool %x, %x, %rows, %rows, %rows, %rows, %tail, %tail {ratio = 2 : i64}
      : (tensor<?x64xf32>, tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !tail, !tail) -> tensor<?x64xbf16>
  // CHECK-NEXT: return %[[A]], %[[A]], %[[B]]
  return %0, %1, %2 : tensor<?x64xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>
}
