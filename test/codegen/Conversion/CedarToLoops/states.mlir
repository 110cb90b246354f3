// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse \
// RUN:   "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --cse --canonicalize --cedar-verify-in-place | FileCheck %s

!row = tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>
!entries = !cedar.state<paged, 8, 2, !row>
!tail = !cedar.state<ring, 3, 1, tensor<20xf32>>

// CHECK-LABEL: func.func @append
// CHECK-SAME: %{{.*}}: memref<?x36xi8>
// CHECK-SAME: %[[POOL:[a-z0-9]+]]: memref<?x8x36xi8>
// CHECK-SAME: cedar.grid = array<i64: 1, 1>
// CHECK: scf.if
// CHECK: vector.transfer_write %{{.*}}, %[[POOL]]{{.*}} {in_bounds = [true]} : vector<4xi8>
func.func private @append(%rows: tensor<?x64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>,
    %p: tensor<?xi32>, %s: tensor<?xi32>, %pages: tensor<?x?xi32>, %state: !entries)
    attributes {cedar.kernel} {
  cedar.state_append %rows, %p, %s, %pages, %state
      : (tensor<?x64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>, tensor<?xi32>,
         tensor<?xi32>, tensor<?x?xi32>, !entries) -> ()
  return
}

// The staged rows come after the pool.
// CHECK-LABEL: func.func @commit
// CHECK-SAME: %[[RING:[a-z0-9]+]]: memref<?x3x20xf32>
// CHECK-SAME: %[[STAGED:[a-z0-9]+]]: memref<?x20xf32>
// CHECK: vector.transfer_read %[[STAGED]]
// CHECK: vector.transfer_write %{{.*}}, %[[RING]]
func.func private @commit(%p: tensor<?xi32>, %s: tensor<?xi32>, %length: tensor<?xi32>,
    %slots: tensor<?xi32>, %accepted: tensor<?xi32>, %state: !tail)
    attributes {cedar.kernel} {
  cedar.state_commit %p, %s, %length, %slots, %accepted, %state
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !tail)
        -> ()
  return
}

// CHECK-LABEL: func.func @pool
// CHECK-SAME: cedar.grid = array<i64: 1, 1>
// CHECK-COUNT-2: memref.alloca() {{.*}} : memref<3x20xf32>
func.func private @pool(%v: tensor<?x20xf32>, %scores: tensor<?x20xf32>, %p: tensor<?xi32>,
    %s: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>, %tv: !tail, %ts: !tail)
    -> tensor<?x20xbf16> attributes {cedar.kernel} {
  %0 = cedar.csa2_pool %v, %scores, %p, %s, %length, %slots, %tv, %ts {ratio = 3 : i64}
      : (tensor<?x20xf32>, tensor<?x20xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, !tail, !tail) -> tensor<?x20xbf16>
  return %0 : tensor<?x20xbf16>
}
