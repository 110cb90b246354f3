// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse \
// RUN:   "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --cse --canonicalize --cedar-verify-in-place | FileCheck %s

!keys = !cedar.state<paged, 8, 2, tensor<32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
!query = tensor<?x3x32xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>

// One block per row, whose scratch does not depend on the context.
// CHECK-LABEL: func.func @select
// CHECK-SAME: memref<?x3x17xi8>
// CHECK-SAME: memref<?x8x17xi8>
// CHECK-SAME: cedar.grid = array<i64: 1, 1>
// CHECK: scf.forall
// CHECK-NOT: memref.alloca({{.+}})
// CHECK: memref.alloca() {{.*}} : memref<4x32xf32>
func.func private @select(%q: !query, %w: tensor<?x3xbf16>, %p: tensor<?xi32>,
    %s: tensor<?xi32>, %pages: tensor<?x?xi32>, %k: !keys, %pool: tensor<?x4xi32>)
    -> (tensor<?x5xi32>, tensor<?x4xi32>) attributes {cedar.kernel} {
  %0, %1 = cedar.csa2_select %q, %w, %p, %s, %pages, %k, %pool
      {topk = 5 : i64, weightScale = 0.1 : f32, poolBlocks = 4 : i64, poolBlockSize = 3 : i64}
      : (!query, tensor<?x3xbf16>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>, !keys,
         tensor<?x4xi32>) -> (tensor<?x5xi32>, tensor<?x4xi32>)
  return %0, %1 : tensor<?x5xi32>, tensor<?x4xi32>
}
