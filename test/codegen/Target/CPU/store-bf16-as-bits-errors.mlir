// RUN: cedar-opt %s --cedar-store-bf16-as-bits | FileCheck %s
// RUN: cedar-opt %s --cedar-store-bf16-as-bits --remarks-filter=cedar-store-bf16-as-bits --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// Other types of 16 bits stay.
// CHECK-LABEL: llvm.func @halves(%{{.*}}: f16, %{{.*}}: !llvm.ptr)
// CHECK: llvm.mlir.constant(1.000000e+00 : f16) : f16
// REMARK: remark: [Analysis] left-alone | Category:cedar-store-bf16-as-bits | Reason="no value in it is bf16", Remark="module is left as it is"
llvm.func @halves(%x: f16, %p: !llvm.ptr) {
  %one = llvm.mlir.constant(1.0 : f16) : f16
  llvm.store %one, %p : f16, !llvm.ptr
  llvm.return
}
