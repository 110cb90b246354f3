// RUN: cedar-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(cedar-verify-in-place))'

// Memory of the block is fine.
func.func @in_place(%x: memref<8xf32>, %i: index, %v: f32) {
  %tile = memref.alloca() : memref<8xf32>
  memref.store %v, %tile[%i] : memref<8xf32>
  memref.store %v, %x[%i] : memref<8xf32>
  return
}

// -----

func.func @allocates(%n: index) {
  scf.forall (%i) in (%n) {
    // expected-error @below {{expected a kernel that works in place, found 'memref.alloc' in 'allocates'}}
    %tile = memref.alloc() : memref<8xf32>
  }
  return
}

// -----

func.func @copies(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{expected a kernel that works in place, found 'memref.copy' in 'copies'}}
  memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  return
}
