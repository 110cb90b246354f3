// RUN: cedar-opt %s --convert-cedar-to-loops --canonicalize --cse \
// RUN:   "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --cse --canonicalize --cedar-verify-in-place | FileCheck %s

!window = !cedar.state<ring, 128, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
!entries = !cedar.state<paged, 8, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>
!kv = tensor<?x64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>

// Rows by four groups of 16 heads; 133 slots pass in three blocks of 64.
// CHECK-LABEL: func.func @attention
// CHECK-SAME: cedar.grid = array<i64: 1, 1, 0, 4>
// CHECK-DAG: %[[END:.*]] = arith.constant 133 : index
// CHECK-DAG: %[[STEP:.*]] = arith.constant 64 : index
// CHECK: memref.alloca() {{.*}} : memref<64x64xf32>
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[END]] step %[[STEP]]
func.func private @attention(%q: tensor<?x64x64xbf16>, %kv: !kv, %sink: tensor<64xf32>,
    %p: tensor<?xi32>, %s: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %ring: !window, %selection: tensor<?x5xi32>, %pages: tensor<?x?xi32>, %pool: !entries)
    -> tensor<?x64x64xbf16> attributes {cedar.kernel} {
  %0 = cedar.sparse_attention %q, %kv, %sink, %p, %s, %length, %slots, %ring
      selected(%selection, %pages, %pool) {scale = 0.125 : f32}
      : (tensor<?x64x64xbf16>, !kv, tensor<64xf32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>, !window, tensor<?x5xi32>, tensor<?x?xi32>, !entries)
        -> tensor<?x64x64xbf16>
  return %0 : tensor<?x64x64xbf16>
}

// Without a selection, blocks end at the last slot.
// CHECK-LABEL: func.func @window_only
// CHECK-SAME: cedar.grid = array<i64: 1, 1, 0, 1>
// CHECK: memref.alloca() {{.*}} : memref<16x64xf32>
!small = !cedar.state<ring, 7, 1, tensor<64xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>
func.func private @window_only(%q: tensor<?x3x64xbf16>, %kv: !kv, %sink: tensor<3xf32>,
    %p: tensor<?xi32>, %s: tensor<?xi32>, %length: tensor<?xi32>, %slots: tensor<?xi32>,
    %ring: !small) -> tensor<?x3x64xbf16> attributes {cedar.kernel} {
  %0 = cedar.sparse_attention %q, %kv, %sink, %p, %s, %length, %slots, %ring
      {scale = 0.125 : f32}
      : (tensor<?x3x64xbf16>, !kv, tensor<3xf32>, tensor<?xi32>, tensor<?xi32>,
         tensor<?xi32>, tensor<?xi32>, !small) -> tensor<?x3x64xbf16>
  return %0 : tensor<?x3x64xbf16>
}
