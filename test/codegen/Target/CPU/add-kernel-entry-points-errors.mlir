// RUN: cedar-opt %s --cedar-add-kernel-entry-points | FileCheck %s
// RUN: cedar-opt %s --cedar-add-kernel-entry-points --remarks-filter=cedar-add-kernel-entry-points --remark-policy=all --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// A function that no launch calls gets no entry point.
// CHECK: llvm.func @other()
// CHECK-NOT: llvm.func
// REMARK: remark: [Analysis] left-alone | Category:cedar-add-kernel-entry-points | Function=other | Reason="no launch calls it: it has no cedar.argument_types", Remark="@other is left as it is"
llvm.func @other() {
  llvm.return
}
