//===- Passes.td - the last passes before CPU code -*- tablegen -*- ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_TARGET_CPU_PASSES_TD
#define CEDAR_CODEGEN_TARGET_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyInPlace : Pass<"cedar-verify-in-place", "::mlir::func::FuncOp"> {
  let summary = "Fails if bufferisation added an allocation or a copy to a kernel";
  let description = [{
    Kernels write their outputs in place and use block-local memory only. An
    allocation or a copy means that two uses of a tensor conflict; the error points
    at it. For example:
    ```mlir
    func.func @copies(%x: memref<8xf32>, %y: memref<8xf32>) {
      memref.copy %x, %y : memref<8xf32> to memref<8xf32>
      // error: expected a kernel that works in place, found 'memref.copy' in 'copies'
    ```
  }];
}

def SequentializeGrids : Pass<"cedar-sequentialize-grids", "::mlir::func::FuncOp"> {
  let summary = "Turns a kernel's grid into a loop over the blocks [begin, end)";
  let description = [{
    The runtime runs ranges of blocks on its threads. Block-local memory moves to the
    function's entry, where a range's blocks share it; results, which are arguments
    written in place, are dropped. `cedar.argument_types` keeps the memref types for
    the entry point.

    Before:
    ```mlir
    func.func @grid(%x: memref<?x8xf32>) -> memref<?x8xf32> attributes {cedar.kernel} {
      scf.forall (%i) in (%n) {
        %tile = memref.alloca() : memref<8xf32>
        ...
      }
      return %x : memref<?x8xf32>
    }
    ```
    After:
    ```mlir
    func.func @grid(%x: memref<?x8xf32>, %begin: index, %end: index) attributes {..., cedar.kernel} {
      %tile = memref.alloca() : memref<8xf32>
      scf.for %i = %begin to %end step %c1 { ... }
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def StoreBF16AsBits : Pass<"cedar-store-bf16-as-bits", "::mlir::ModuleOp"> {
  let summary = "Replaces bf16 by i16 in types and constants of the LLVM dialect";
  let description = [{
    Without bf16 registers LLVM takes vectors of bf16 apart, and rounds through a
    library call that does not exist. Runs when conversions are integer code already.

    Before:
    ```mlir
    %value = llvm.bitcast %bits : vector<2xi16> to vector<2xbf16>
    llvm.store %value, %p {alignment = 2 : i64} : vector<2xbf16>, !llvm.ptr
    ```
    After:
    ```mlir
    %value = llvm.bitcast %bits : vector<2xi16> to vector<2xi16>
    llvm.store %value, %p {alignment = 2 : i64} : vector<2xi16>, !llvm.ptr
    ```
  }];
}

def AddKernelEntryPoints : Pass<"cedar-add-kernel-entry-points", "::mlir::ModuleOp"> {
  let summary = "Adds the function that the runtime calls for each kernel";
  let description = [{
    `void k(const int64_t *words, int64_t begin, int64_t end)` unpacks pointers and
    extents, in the order of KernelSignature.h, and calls the kernel, which becomes
    the internal function `k.body`.

    Before:
    ```mlir
    llvm.func @k(%a: !llvm.ptr, %aa: !llvm.ptr, %o: i64, ..., %begin: i64, %end: i64)
        attributes {cedar.argument_types = [memref<?x8xf32>, memref<4xi32>]} { ... }
    ```
    After:
    ```mlir
    llvm.func @k(%words: !llvm.ptr, %begin: i64, %end: i64) {
      %p0 = llvm.getelementptr %words[0] ...
      %x = llvm.load %p0 : !llvm.ptr -> !llvm.ptr
      ...
      llvm.call @k.body(%x, %x, %zero, ..., %begin, %end) ...
      llvm.return
    }
    llvm.func internal @k.body(...)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // CEDAR_CODEGEN_TARGET_CPU_PASSES_TD
