// RUN: cedar-opt %s --pass-pipeline='builtin.module(func.func(cedar-sequentialize-grids))' | FileCheck %s

// CHECK-LABEL: func.func @grid(
// CHECK-SAME: %[[X:.*]]: memref<?x8xf32>, %[[BEGIN:.*]]: index, %[[END:.*]]: index)
// CHECK-SAME: cedar.argument_types = [memref<?x8xf32>]
// Memory of a block is allocated once for all blocks of the range.
// CHECK-NEXT: %[[TILE:.*]] = memref.alloca() : memref<8xf32>
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: scf.for %[[I:.*]] = %[[BEGIN]] to %[[END]] step %[[ONE]] {
// CHECK-NEXT: memref.store %{{.*}}, %[[TILE]][%[[I]]]
// CHECK-NOT: scf.forall
// CHECK: return{{$}}
func.func @grid(%x: memref<?x8xf32>) -> memref<?x8xf32> attributes {cedar.kernel} {
  %c0 = arith.constant 0 : index
  %v = arith.constant 1.0 : f32
  %n = memref.dim %x, %c0 : memref<?x8xf32>
  scf.forall (%i) in (%n) {
    %tile = memref.alloca() : memref<8xf32>
    memref.store %v, %tile[%i] : memref<8xf32>
  }
  return %x : memref<?x8xf32>
}

// A grid of one block was folded away: the body runs for the range [0, 1).
// CHECK-LABEL: func.func @one_block(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>, %[[BEGIN:.*]]: index, %[[END:.*]]: index)
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
// CHECK: memref.store %{{.*}}, %[[X]]
func.func @one_block(%x: memref<8xf32>) attributes {cedar.kernel} {
  %c0 = arith.constant 0 : index
  %v = arith.constant 1.0 : f32
  memref.store %v, %x[%c0] : memref<8xf32>
  return
}

// CHECK-LABEL: func.func @no_kernel(%{{.*}}: index)
// CHECK: scf.forall
func.func @no_kernel(%n: index) {
  scf.forall (%i) in (%n) {
  }
  return
}
