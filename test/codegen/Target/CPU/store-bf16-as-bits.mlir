// RUN: cedar-opt %s --cedar-store-bf16-as-bits | FileCheck %s

// CHECK-LABEL: llvm.func @store
// CHECK-SAME: %[[BITS:.*]]: vector<2xi16>, %[[SCALAR:.*]]: i16
llvm.func @store(%bits: vector<2xi16>, %scalar: bf16, %p: !llvm.ptr) {
  // CHECK-DAG: %[[ONE:.*]] = llvm.mlir.constant(16256 : i16) : i16
  %one = llvm.mlir.constant(1.0 : bf16) : bf16
  // CHECK-DAG: llvm.mlir.constant(dense<[-16384, 0]> : vector<2xi16>) : vector<2xi16>
  %splat = llvm.mlir.constant(dense<[-2.0, 0.0]> : vector<2xbf16>) : vector<2xbf16>
  // CHECK: %[[VALUE:.*]] = llvm.bitcast %[[BITS]] : vector<2xi16> to vector<2xi16>
  %value = llvm.bitcast %bits : vector<2xi16> to vector<2xbf16>
  // CHECK: llvm.store %[[VALUE]], %{{.*}} : vector<2xi16>
  llvm.store %value, %p {alignment = 2 : i64} : vector<2xbf16>, !llvm.ptr
  llvm.store %splat, %p {alignment = 2 : i64} : vector<2xbf16>, !llvm.ptr
  llvm.store %one, %p : bf16, !llvm.ptr
  llvm.store %scalar, %p : bf16, !llvm.ptr
  // CHECK-NOT: bf16
  llvm.return
}
