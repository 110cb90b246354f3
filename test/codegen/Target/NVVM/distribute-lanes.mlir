// RUN: cedar-opt %s --pass-pipeline='builtin.module(func.func(cedar-distribute-lanes))' | FileCheck %s

// A thread takes one lane; a group of threads every n-th block of the grid.
// CHECK-LABEL: func.func @scale(
// CHECK-SAME: %[[X:[^:]*]]: memref<?x64xf32>, %[[SCRATCH:[^:]*]]: memref<?xi8>,
// CHECK-SAME: %[[GROUP:[^:]*]]: index, %[[GROUPS:[^:]*]]: index, %[[LANE:[^:]*]]: index, %[[MASK:[^:]*]]: i32)
// CHECK-SAME: cedar.scratch_bytes = 0
// CHECK: scf.for %[[I:.*]] = %[[GROUP]] to %{{.*}} step %[[GROUPS]] {
// CHECK: %[[C:.*]] = arith.addi %{{.*}}, %[[LANE]] : index
// CHECK: %[[V:.*]] = memref.load %[[X]][%[[I]], %[[C]]] : memref<?x64xf32>
// CHECK: %[[W:.*]] = arith.mulf %[[V]], %{{.*}} : f32
// Loads of other threads have finished before the store, later ones see it.
// CHECK: nvvm.bar.warp.sync %[[MASK]]
// CHECK: scf.if
// CHECK: memref.store %[[W]], %[[X]]
// CHECK: nvvm.bar.warp.sync %[[MASK]]
// CHECK-NOT: vector<
func.func @scale(%x: memref<?x64xf32>) -> memref<?x64xf32> attributes {cedar.kernel} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %two = arith.constant dense<2.0> : vector<16xf32>
  %n = memref.dim %x, %c0 : memref<?x64xf32>
  scf.forall (%i) in (%n) {
    %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<?x64xf32>, vector<16xf32>
    %w = arith.mulf %v, %two : vector<16xf32>
    vector.transfer_write %w, %x[%i, %c0] {in_bounds = [true]} : vector<16xf32>, memref<?x64xf32>
  }
  return %x : memref<?x64xf32>
}

// Halves of a vector are exchanged by shuffles, so the lane tree keeps its order.
// CHECK-LABEL: func.func @halves(
// CHECK-COUNT-2: nvvm.shfl.sync idx
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
func.func @halves(%x: memref<16xf32>) attributes {cedar.kernel} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  %a = vector.extract_strided_slice %v {offsets = [0], sizes = [8], strides = [1]} : vector<16xf32> to vector<8xf32>
  %b = vector.extract_strided_slice %v {offsets = [8], sizes = [8], strides = [1]} : vector<16xf32> to vector<8xf32>
  %s = arith.addf %a, %b : vector<8xf32>
  vector.transfer_write %s, %x[%c0] {in_bounds = [true]} : vector<8xf32>, memref<16xf32>
  return
}

// Block-local memory is a range of the group's scratch; one thread stores a scalar.
// CHECK-LABEL: func.func @local(
// CHECK-SAME: %[[SCRATCH:[^:]*]]: memref<?xi8>
// CHECK-SAME: cedar.scratch_bytes = 128
// CHECK: %[[A:.*]] = memref.view %[[SCRATCH]][%{{.*}}][] : memref<?xi8> to memref<8xf32>
// CHECK: %[[B:.*]] = memref.view %[[SCRATCH]][%{{.*}}][] : memref<?xi8> to memref<4xi32>
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[A]]
func.func @local() attributes {cedar.kernel} {
  %c0 = arith.constant 0 : index
  %v = arith.constant 1.0 : f32
  %i = arith.constant 1 : i32
  %a = memref.alloca() : memref<8xf32>
  %b = memref.alloca() : memref<4xi32>
  memref.store %v, %a[%c0] : memref<8xf32>
  memref.store %i, %b[%c0] : memref<4xi32>
  return
}

// CHECK-LABEL: func.func @no_kernel(%{{.*}}: index)
// CHECK: scf.forall
func.func @no_kernel(%n: index) {
  scf.forall (%i) in (%n) {
  }
  return
}
