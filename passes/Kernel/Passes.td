//===- Passes.td - passes that form kernels -*- tablegen -*- ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_KERNEL_PASSES_TD
#define CEDAR_PASSES_KERNEL_PASSES_TD

include "mlir/Pass/PassBase.td"

def FormKernels : Pass<"cedar-form-kernels", "::mlir::ModuleOp"> {
  let summary = "Moves every primitive into a kernel function shared by equal shapes";
  let description = [{
    Each primitive of an entry becomes a call of a private function that holds this
    one op. Primitives with equal attributes and types share the function, so a
    kernel is compiled once however many layers use it. Weights and states become
    operands: the arguments that are weights carry `cedar.weight`. `cedar.prefetch`
    is a matter of the call, not of the kernel.

    Before:
    ```mlir
    %a = cedar.weight_ref @a : tensor<64xbf16>
    %y = cedar.rms_norm %x, %a {epsilon = 1.0e-20 : f32}
        : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
    ```
    After:
    ```mlir
    %a = cedar.weight_ref @a : tensor<64xbf16>
    %y = call @rms_norm_0(%x, %a) : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
    ...
    func.func private @rms_norm_0(%0: tensor<?x64xbf16>, %1: tensor<64xbf16> {cedar.weight})
        -> tensor<?x64xbf16> attributes {cedar.kernel} { ... }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

#endif // CEDAR_PASSES_KERNEL_PASSES_TD
