// RUN: cedar-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(cedar-sequentialize-grids))'
// RUN: not cedar-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(cedar-sequentialize-grids))' --remarks-filter=cedar-sequentialize-grids --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// expected-error @below {{expected a kernel with one grid of one dimension, found 2 grids}}
func.func @two_grids(%n: index) attributes {cedar.kernel} {
  scf.forall (%i) in (%n) {
  }
  scf.forall (%i) in (%n) {
  }
  return
}

// -----

// expected-error @below {{expected a kernel with one grid of one dimension, found a grid of 2 dimensions}}
func.func @two_dimensions(%n: index) attributes {cedar.kernel} {
  scf.forall (%i, %j) in (%n, %n) {
  }
  return
}

// -----

func.func @own_result(%x: memref<8xf32>) -> memref<8xf32> attributes {cedar.kernel} {
  %y = memref.alloca() : memref<8xf32>
  // expected-error @below {{expected results that are arguments written in place, found a result of 'memref.alloca'}}
  return %y : memref<8xf32>
}

// -----

// REMARK: remark: [Analysis] left-alone | Category:cedar-sequentialize-grids | Function=no_kernel | Reason="it is no kernel (cedar.kernel)", Remark="@no_kernel is left as it is"
func.func @no_kernel(%n: index) {
  scf.forall (%i) in (%n) {
  }
  return
}
