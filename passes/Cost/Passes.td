//===- Passes.td - passes that predict costs -*- tablegen -*-------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_COST_PASSES_TD
#define CEDAR_PASSES_COST_PASSES_TD

include "mlir/Pass/PassBase.td"

def Cost : Pass<"cedar-cost", "::mlir::ModuleOp"> {
  let summary = "Predicts what every function costs and the least time it takes";
  let description = [{
    Counts FLOPs by format and bytes by source with `CostOpInterface`, and takes the
    larger of products and bytes at the rates of a machine (passes/Cost/Machines.def)
    as the least time. Changes nothing; prints one JSON object, with an entry for
    each function that has ops with a cost:

    * `floor_us`: every group of an op with the steps that one launch could compute
      with it (norm, rotation, rounding, SwiGLU) takes its own time, one after the
      other; rows that stay inside of a group are not charged;
    * `as_planned`: the same for the launches as they are;
    * `groups`, `layers`, `kernels`, `ops`: where it goes.

    Times are a lower bound: caches hit once, nothing waits.

    Before:
    ```mlir
    %0 = cedar.linear %x, %a : (tensor<?x64xbf16>, tensor<160x64xbf16>) -> tensor<?x160xbf16>
    ```
    After:
    ```mlir
    "group": "attn.wq_a",
    "launches": 1,
    "floor_us": ...,
    "bound": "memory",
    "flops": { "total": 21600, "f32": 1120, "bf16": 20480 },
    "bytes": { "total": 21093, "weights": 20800, "activations_read": 128, "activations_written": 165 },
    "intensity": ...
    ```
  }];
  let options = [
    Option<"machine", "machine", "std::string", "\"h200\"",
           "Whose rates count: a name in passes/Cost/Machines.def">,
    Option<"rows", "rows", "int64_t", "1", "Rows of the batch">,
    Option<"sequences", "sequences", "int64_t", "1", "Sequences of the batch">,
    Option<"contextTokens", "context", "int64_t", "0",
           "Committed tokens of each sequence before the call">,
    Option<"asked", "asked", "int64_t", "0",
           "Rows whose logits are asked for; 0 means one for each sequence">,
    Option<"file", "file", "std::string", "\"-\"",
           "Where to print; - is the standard output">];
}

#endif // CEDAR_PASSES_COST_PASSES_TD
