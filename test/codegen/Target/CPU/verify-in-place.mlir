// RUN: cedar-opt %s --pass-pipeline='builtin.module(func.func(cedar-verify-in-place))' | FileCheck %s

// CHECK-LABEL: func.func @in_place
// CHECK: memref.alloca
// Memory of the block is fine.
func.func @in_place(%x: memref<8xf32>, %i: index, %v: f32) {
  %tile = memref.alloca() : memref<8xf32>
  memref.store %v, %tile[%i] : memref<8xf32>
  memref.store %v, %x[%i] : memref<8xf32>
  return
}
