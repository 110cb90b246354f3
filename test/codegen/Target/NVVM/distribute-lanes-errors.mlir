// RUN: cedar-opt %s --pass-pipeline='builtin.module(func.func(cedar-distribute-lanes))' --split-input-file --verify-diagnostics
// RUN: not cedar-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(cedar-distribute-lanes))' --remarks-filter=cedar-distribute-lanes --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

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

// -----

// REMARK: remark: [Analysis] left-alone | Category:cedar-distribute-lanes | Function=no_kernel | Reason="it is no kernel (cedar.kernel)", Remark="@no_kernel is left as it is"
func.func @no_kernel(%n: index) {
  scf.forall (%i) in (%n) {
  }
  return
}
