// RUN: cedar-opt %s --canonicalize | FileCheck %s

// Index scores, candidate pool and top-k are one op. A selection that no attention
// reads disappears, and so does the pool that only it was chosen from; the appended
// entries stay, as later calls read them.

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
!keys = !cedar.state<paged, 64, 2, tensor<32xf4E2M1FN, #rows>>

cedar.state @keys "index_keys" layer 0 : !keys

// CHECK-LABEL: @selections
// CHECK: cedar.state_append
// CHECK: %[[SEL:.*]] = cedar.csa2_select {{.*}} {topk = 8 : i64, weightScale = 1.250000e-01 : f32}
// CHECK-NOT: cedar.csa2_select
// CHECK: return %[[SEL]] : tensor<?x8xi32>
func.func @selections(%iq: tensor<?x2x32xf4E2M1FN, #rows>, %k: tensor<?x32xf4E2M1FN, #rows>,
                      %hw: tensor<?x2xbf16>, %p: tensor<?xi32>, %s: tensor<?xi32>,
                      %pages: tensor<?x?xi32>) -> tensor<?x8xi32> {
  %keys = cedar.state_ref @keys : !keys
  cedar.state_append %k, %p, %s, %pages, %keys
      : (tensor<?x32xf4E2M1FN, #rows>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>, !keys) -> ()
  %sel, %pool = cedar.csa2_select %iq, %hw, %p, %s, %pages, %keys
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlocks = 4 : i64, poolBlockSize = 8 : i64}
      : (tensor<?x2x32xf4E2M1FN, #rows>, tensor<?x2xbf16>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>, !keys) -> (tensor<?x8xi32>, tensor<?x4xi32>)
  %dead = cedar.csa2_select %iq, %hw, %p, %s, %pages, %keys, %pool
      {topk = 8 : i64, weightScale = 0.125 : f32, poolBlockSize = 8 : i64}
      : (tensor<?x2x32xf4E2M1FN, #rows>, tensor<?x2xbf16>, tensor<?xi32>, tensor<?xi32>,
         tensor<?x?xi32>, !keys, tensor<?x4xi32>) -> tensor<?x8xi32>
  return %sel : tensor<?x8xi32>
}
