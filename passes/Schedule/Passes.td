//===- Passes.td - passes of the schedule phase -*- tablegen -*- ----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_SCHEDULE_PASSES_TD
#define CEDAR_PASSES_SCHEDULE_PASSES_TD

include "mlir/Pass/PassBase.td"

def DeriveEntries : Pass<"cedar-derive-entries", "::mlir::ModuleOp"> {
  let summary = "Replaces @forward by the entry points of an artifact";
  let description = [{
    - `prefill_exact`: all rows through all layers, chunks of any length (SPEC 5.2);
    - `decode`: the same rows form, as an entry of its own so that it can be given
      other kernels;
    - `commit`: writes the staged rows of every ring for the accepted tokens.

    Entries that exist already (`@layerwise`) stay.

    Before:
    ```mlir
    cedar.state @layers.0.window "window" layer 0 : !cedar.state<ring, ...>
    func.func @forward(...) -> (...) attributes {cedar.entry} { ... }
    ```
    After:
    ```mlir
    cedar.state @layers.0.window "window" layer 0 : !cedar.state<ring, ...>
    func.func @prefill_exact(...) -> (...) attributes {cedar.entry} { ... }
    func.func @decode(...) -> (...) attributes {cedar.entry} { ... }
    func.func @commit(%positions, %sequence, %length, %slots, %accepted) attributes {cedar.entry} {
      %0 = cedar.state_ref @layers.0.window : !cedar.state<ring, ...>
      cedar.state_commit %positions, %sequence, %length, %slots, %accepted, %0 : (...)
      return
    }
    ```
  }];
  let options = [
    ListOption<"entries", "entries", "std::string",
               "Entries to derive, of prefill_exact, decode and commit; none means all">];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def DeriveLayerwise : Pass<"cedar-derive-layerwise", "::mlir::ModuleOp"> {
  let summary = "Adds @layerwise, which runs every layer on given inputs";
  let description = [{
    Clones `@forward` to `@layerwise`. Layer l takes its streams and its mix from new
    arguments `x_in.l` and `a_in.l` instead of from layer l - 1, so that an error of
    one layer cannot reach the next. Taps make the entry return, for every layer:
    `x.l`, `a.l` (streams and mix after the layer), `attn.l`, `ffn.l` (results of the
    sublayers), `experts.l`, `route.l` (choice and weights), and where they exist
    `topk.l`, `pool.l` (selections) and `engram.l` (table rows). Runs before
    `cedar-expand-layers`; `cedar-collect-taps` then adds the results.

    Before:
    ```mlir
    func.func @forward(...) {
      %x1, %a1 = cedar.layer 0(%x0, %a0) ...
      %x2, %a2 = cedar.layer 1(%x1, %a1) ...
    ```
    After:
    ```mlir
    func.func @layerwise(..., %x_in.0, %a_in.0, %x_in.1, %a_in.1) {
      %x1, %a1 = cedar.layer 0(%x_in.0, %a_in.0) ...
      %x2, %a2 = cedar.layer 1(%x_in.1, %a_in.1) ...
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

#endif // CEDAR_PASSES_SCHEDULE_PASSES_TD
