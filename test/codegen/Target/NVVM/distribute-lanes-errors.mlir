// RUN: cedar-opt %s --pass-pipeline='builtin.module(func.func(cedar-distribute-lanes))' --split-input-file --verify-diagnostics

// expected-error @below {{expected a kernel with one grid of one dimension, found 2 grids}}
func.func @two(%n: index) attributes {cedar.kernel} {
  scf.forall (%i) in (%n) {
  }
  scf.forall (%i) in (%n) {
  }
  return
}

// -----

// Vectors have at most 16 lanes.
func.func @wide(%x: memref<32xf32>) attributes {cedar.kernel} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  // expected-error @below {{expected vectors of at most 16 lanes, found 'vector<32xf32>'}}
  %v = vector.transfer_read %x[%c0], %pad {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  vector.transfer_write %v, %x[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
  return
}
