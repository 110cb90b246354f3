//===- Passes.td - from kernels over memrefs to NVVM -*- tablegen -*- ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_TARGET_NVVM_PASSES_TD
#define CEDAR_CODEGEN_TARGET_NVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def DistributeLanes : Pass<"cedar-distribute-lanes", "::mlir::func::FuncOp"> {
  let summary = "Runs a kernel's blocks on groups of 16 threads, a vector lane on each";
  let description = [{
    The general lowering for GPUs. A kernel's vectors have 16 lanes by definition; one
    thread takes one lane, and a group of 16 threads (half a warp) one block of the
    grid at a time. A vector of w lanes becomes a scalar, thread i holding lane
    i mod w; halves of a vector are exchanged by shuffles, so that sums keep their
    order and results are the bits of the CPU target. Block-local memory becomes the
    group's part of a scratch buffer (`cedar.scratch_bytes`).

    Before:
    ```mlir
    func.func @scale(%x: memref<?x64xf32>) -> memref<?x64xf32> attributes {cedar.kernel} {
      scf.forall (%i) in (%n) {
        %v = vector.transfer_read %x[%i, %c0], %pad {in_bounds = [true]} : memref<?x64xf32>, vector<16xf32>
        ...
    ```
    After:
    ```mlir
    func.func @scale(%x: memref<?x64xf32>, %scratch: memref<?xi8>, %group: index, %groups: index,
                     %lane: index, %mask: i32) attributes {..., cedar.kernel, ...} {
      scf.for %i = %group to %n step %groups {
        %c = arith.addi %c0, %lane : index
        %v = memref.load %x[%i, %c] : memref<?x64xf32>
        ...
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::NVVM::NVVMDialect"];
}

def AddGpuEntryPoints : Pass<"cedar-add-gpu-entry-points", "::mlir::ModuleOp"> {
  let summary = "Adds the GPU kernel that the runtime launches for each kernel";
  let description = [{
    `k(words, scratch)` unpacks the words of the launch, in the order of
    KernelSignature.h, and calls the kernel, now the internal function `k.body`, with
    the group and lane of the thread.

    Before:
    ```mlir
    llvm.func @k(%p: !llvm.ptr, ..., %group: i64, %groups: i64, %lane: i64, %mask: i32)
        attributes {cedar.argument_types = [memref<?xf32>], cedar.scratch_bytes = 192 : i64} { ... }
    ```
    After:
    ```mlir
    llvm.func @k(%words: !llvm.ptr, %scratch: !llvm.ptr) attributes {nvvm.kernel} {
      %p0 = llvm.getelementptr %words[0] ...
      %x = llvm.load %p0 : !llvm.ptr -> !llvm.ptr
      ...
      %thread = nvvm.read.ptx.sreg.tid.x : i32
      ...
      llvm.call @k_body(%x, %x, ..., %group, %groups, %lane, %mask) ...
      llvm.return
    }
    llvm.func internal @k_body(...)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"];
}

#endif // CEDAR_CODEGEN_TARGET_NVVM_PASSES_TD
