// RUN: cedar-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(cedar-verify-in-place))'
// RUN: not cedar-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(cedar-verify-in-place))' --remarks-filter=cedar-verify-in-place --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

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

// -----

// REMARK: remark: [Analysis] left-alone | Category:cedar-verify-in-place | Function=declared | Reason="it has no body to check", Remark="@declared is left as it is"
func.func private @declared(memref<8xf32>)
