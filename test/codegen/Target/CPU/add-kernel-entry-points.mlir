// RUN: cedar-opt %s --cedar-add-kernel-entry-points | FileCheck %s

// The kernel becomes internal; the function of its name reads the words: pointers
// and dynamic extents in order. Strides follow from the extents.

// CHECK: llvm.func @k(%[[WORDS:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64) {
// CHECK: %[[P0:.*]] = llvm.getelementptr %[[WORDS]][0] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK: %[[X:.*]] = llvm.load %[[P0]] : !llvm.ptr -> !llvm.ptr
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i64)
// CHECK: %[[P1:.*]] = llvm.getelementptr %[[WORDS]][1]
// CHECK: %[[N:.*]] = llvm.load %[[P1]] : !llvm.ptr -> i64
// CHECK: %[[C8:.*]] = llvm.mlir.constant(8 : i64)
// CHECK: %[[C1:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: %[[S0:.*]] = llvm.mul %[[C1]], %[[C8]]
// CHECK: llvm.getelementptr %[[WORDS]][2]
// CHECK: llvm.call @k.body(%[[X]], %[[X]], %[[ZERO]], %[[N]], %[[C8]], %[[S0]], %[[C1]],
// CHECK-SAME: %[[BEGIN]], %[[END]])
// CHECK-NEXT: llvm.return
// CHECK: llvm.func internal @k.body(
llvm.func @k(%a: !llvm.ptr, %aa: !llvm.ptr, %o: i64, %n0: i64, %n1: i64, %s0: i64, %s1: i64,
             %b: !llvm.ptr, %ba: !llvm.ptr, %bo: i64, %bn: i64, %bs: i64, %begin: i64, %end: i64)
    attributes {cedar.argument_types = [memref<?x8xf32>, memref<4xi32>]} {
  llvm.return
}

// CHECK: llvm.func @other(
// CHECK-NOT: llvm.func
llvm.func @other() {
  llvm.return
}
