// RUN: cedar-compile %s --compile-from=import --compile-to=kernels --target=cpu -o - | FileCheck %s
// RUN: cedar-compile %s --compile-from=import --compile-to=kernels --target=cpu --disable-pass=canonicalize --disable-pass=cse -o - | FileCheck %s --check-prefix=KEPT

// A selection that no attention reads is gone from every plan and has no kernel, and
// the one that is read gives no pool.
// CHECK: plan.entry @decode
// CHECK: plan.launch @csa2_select_0 "csa2_select"({{.*}} writes 1
// CHECK-NOT: "csa2_select"
// CHECK: plan.entry @verify
// CHECK: func.func @csa2_select_0(
// CHECK-NOT: func.func @csa2_select
// KEPT: func.func @csa2_select_0(
// KEPT: func.func @csa2_select_1(

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
!keys = !cedar.state<paged, 64, 2, tensor<32xf4E2M1FN, #rows>>

cedar.state @keys "index_keys" layer 0 : !keys

func.func @forward(%iq: tensor<?x2x32xf4E2M1FN, #rows> {cedar.name = "queries"}, %k: tensor<?x32xf4E2M1FN, #rows> {cedar.name = "keys"},
                   %hw: tensor<?x2xbf16> {cedar.name = "weights"}, %p: tensor<?xi32> {cedar.name = "positions"},
                   %s: tensor<?xi32> {cedar.name = "sequence"}, %pages: tensor<?x?xi32> {cedar.name = "pages"})
    -> (tensor<?x8xi32> {cedar.name = "picks"}) attributes {cedar.entry} {
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
