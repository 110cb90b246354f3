//===- Passes.td - checks between phases -*- tablegen -*- -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_PIPELINES_PASSES_TD
#define CEDAR_PASSES_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyPhase : Pass<"cedar-verify-phase", "::mlir::ModuleOp"> {
  let summary = "Checks what must hold when a phase ends";
  let description = [{
    The phases and their exit invariants stand in passes/Pipelines/Phases.def; the
    pipelines of the phases end with this pass.

    For example, after the model phase this module is refused:
    ```mlir
    %x1, %a1 = cedar.layer 0(%x0, %a0) ...
    // error: after phase model: expected only primitives, found cedar.layer
    ```
  }];
  let options = [
    Option<"phase", "phase", "std::string", /*default=*/"",
           "The phase that has ended: import, model, schedule, fuse or kernels">];
}

#endif // CEDAR_PASSES_PIPELINES_PASSES_TD
