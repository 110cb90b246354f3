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
    %y, %experts = cedar.moe "l.ffn" %x, %kind {...}
    ```
    After:
    ```mlir
    %gate = cedar.weight_ref @l.ffn.gate.weight : tensor<4x32xbf16>
    %logits = cedar.linear %x, %gate : ... -> tensor<?x4xf32>
    %experts, %weights = cedar.route %logits, %kind, %bias, %bias_vl {...}
    %codes = cedar.quantize %x : ...
    %g = cedar.expert_linear %codes, %experts, %w1 : ...
    ...
    %y = cedar.expert_combine %outputs, %experts, %shared : ...
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def CollectTaps : Pass<"cedar-collect-taps", "::mlir::ModuleOp"> {
  let summary = "Returns tapped values from their entry";
  let description = [{
    Every value with a name in `cedar.taps` becomes a result of its function, in
    program order and with the name as `cedar.name`; the attributes go. Runs directly
    after `cedar-expand-layers`: a tapped value may have no other use.

    Before:
    ```mlir
    %h = cedar.mhc_collapse %x, %a {cedar.taps = ["hidden"]} : ... -> tensor<?x8xbf16>
    %e, %w = cedar.route ... {cedar.taps = ["", "weights"], ...}
    return %s : tensor<?x4xi32>
    ```
    After:
    ```mlir
    %h = cedar.mhc_collapse %x, %a : ... -> tensor<?x8xbf16>
    %e, %w = cedar.route ...
    return %s, %h, %w : tensor<?x4xi32>, tensor<?x8xbf16>, tensor<?x2xf32>
    ```
  }];
}

#endif // CEDAR_PASSES_MODEL_PASSES_TD
