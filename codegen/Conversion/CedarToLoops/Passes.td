//===- Passes.td - from primitives to loops -*- tablegen -*- ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_PASSES_TD
#define CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCedarToLoops : Pass<"convert-cedar-to-loops", "::mlir::ModuleOp"> {
  let summary = "Replaces the primitive of each kernel by a grid of blocks over tensors";
  let description = [{
    Each kernel function (`cedar.kernel`) gets the lowered signature of
    KernelSignature.h, one more writable tensor per result, and a body of one
    `scf.forall` over tensor, vector, arith and scf ops: the op's semantics, with
    the order of every sum. `cedar.grid` notes the number of blocks as pairs
    (word, tile): ceil(words[word] / tile), or the constant `tile` for word 0.

    Before:
    ```mlir
    func.func private @rms_norm_0(%x: tensor<?x64xbf16>, %w: tensor<64xbf16> {cedar.weight})
        -> tensor<?x64xbf16> attributes {cedar.kernel} {
      %0 = cedar.rms_norm %x, %w {epsilon = 1.0e-20 : f32} : ...
      return %0 : tensor<?x64xbf16>
    }
    ```
    After:
    ```mlir
    func.func @rms_norm_0(%x: tensor<?x64xbf16> {bufferization.writable = false},
        %w: tensor<64xbf16> {bufferization.writable = false},
        %out: tensor<?x64xbf16> {bufferization.writable = true}) -> tensor<?x64xbf16>
        attributes {..., cedar.grid = array<i64: 1, 1>, cedar.kernel, ...} {
      %0 = scf.forall (%row) in (%rows) shared_outs(%o = %out) -> (tensor<?x64xbf16>) { ... }
      return %0 : tensor<?x64xbf16>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"];
}

#endif // CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_PASSES_TD
