//===- Passes.td - passes of the model phase -*- tablegen -*- -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_MODEL_PASSES_TD
#define CEDAR_PASSES_MODEL_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandLayers : Pass<"cedar-expand-layers", "::mlir::ModuleOp"> {
  let summary = "Expands layer-level ops to primitives and inlines the layers";
  let description = [{
    `cedar.csa2_attention`, `cedar.engram` and `cedar.moe` become the primitives of
    SPEC 3.7 to 3.13, in SPEC's order of roundings; `cedar.layer` and `cedar.ced` are
    inlined. Weights are found by the op's path. What an input is quantised to is
    computed once for all linears that read it; equal rope tables and weight
    references of several layers are left to CSE.

    Taps: a `cedar.taps` array (a name for each result, or "") moves to the primitive
    that computes the result; `cedar.inner_taps` names values inside of an op
    (`rows` of engram, `weights` of moe).

    Before:
    ```mlir
    %y, %experts = cedar.moe "layers.0.ffn" %x, %kind {...}
    ```
    After:
    ```mlir
    %gate = cedar.weight_ref @layers.0.ffn.gate.weight : tensor<4x64xbf16>
    %logits = cedar.linear %x, %gate : (...) -> tensor<?x4xf32>
    %experts, %weights = cedar.route %logits, %kind, %bias, %bias_vl {...}
    %codes = cedar.quantize %x : (...)
    %g = cedar.expert_linear %codes, %experts, %w1 : (...)
    ...
    %y = cedar.expert_combine %outputs, %experts, %shared : (...)
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // CEDAR_PASSES_MODEL_PASSES_TD
