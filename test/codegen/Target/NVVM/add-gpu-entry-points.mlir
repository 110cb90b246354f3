// RUN: cedar-opt %s --cedar-add-gpu-entry-points | FileCheck %s

// The kernel that is launched reads its arguments from the words.
// CHECK: llvm.func @k(%[[WORDS:.*]]: !llvm.ptr, %[[SCRATCH:.*]]: !llvm.ptr) attributes {nvvm.kernel}
// CHECK: llvm.getelementptr %[[WORDS]][0]
// CHECK: llvm.getelementptr %[[WORDS]][1]
// CHECK: nvvm.read.ptx.sreg.tid.x
// The scratch of a group begins at its number times the kernel's need.
// CHECK: %[[SIZE:.*]] = llvm.mlir.constant(192 : i64)
// CHECK: %[[OFFSET:.*]] = llvm.mul %{{.*}}, %[[SIZE]]
// CHECK: llvm.getelementptr %[[SCRATCH]][%[[OFFSET]]]
// CHECK: llvm.call @k_body(
// CHECK: llvm.func internal @k_body(
llvm.func @k(%p: !llvm.ptr, %q: !llvm.ptr, %o: i64, %n: i64, %s: i64,
             %sp: !llvm.ptr, %sq: !llvm.ptr, %so: i64, %sn: i64, %ss: i64,
             %group: i64, %groups: i64, %lane: i64, %mask: i32)
    attributes {cedar.argument_types = [memref<?xf32>], cedar.scratch_bytes = 192 : i64} {
  llvm.return
}
