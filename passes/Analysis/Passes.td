//===- Passes.td - passes that show what analyses find -*- tablegen -*- ---===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_ANALYSIS_PASSES_TD
#define CEDAR_PASSES_ANALYSIS_PASSES_TD

include "mlir/Pass/PassBase.td"

def AnnotateRows : Pass<"cedar-annotate-rows", "::mlir::func::FuncOp"> {
  let summary = "Shows which rows every op of an entry must process";
  let description = [{
    Runs the analysis RowDemand and notes its result on every primitive, as
    `cedar.rows`: the rows ("all", "last 16"), or "none", and the state or function
    for which most of them are needed. For people and tests; no pass reads it.

    `bounded` cuts every window at the first row of the segment, as bounded replay
    does: attention on the last rows then needs no key of an earlier one.

    Before:
    ```mlir
    %o = cedar.sparse_attention %q, %kv, ... {scale = 1.0 : f32}
    cedar.state_stage %next, %window : ...
    ```
    After:
    ```mlir
    %o = cedar.sparse_attention %q, %kv, ... {cedar.rows = "last 16 for @window", scale = ...}
    cedar.state_stage %next, %window {cedar.rows = "last 16 for @window"} : ...
    ```
  }];
  let options = [
    Option<"picked", "picked", "int64_t", "0",
           "Rows that out_rows may name: the last so many; 0 means all">,
    Option<"segment", "segment", "int64_t", "0",
           "Most last rows that are computed apart from the others; 0 means any">,
    Option<"bounded", "bounded", "bool", "false",
           "Cut every window at the first row of the segment">];
}

#endif // CEDAR_PASSES_ANALYSIS_PASSES_TD
