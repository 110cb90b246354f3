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
    - `prefill_replay`: what all rows of a prompt are needed for, and `replay`: the
      rest of the model once, on the last rows of the prompt (SPEC 5.3);
    - `prefill_resume`: the last rows of a prefix whose paged states are cached and
      whose rings are not, through what `prefill_replay` computes of all rows, with
      windows that begin at the first of these rows; fills the rings and appends
      nothing (SPEC 5.4). Not derived, with a remark, where no state is paged;
    - `decode`: one row of each sequence, as an entry of its own so that it can be
      given other kernels;
    - `verify`: up to `verify-max` rows of each sequence, of which the caller accepts
      some;
    - `commit`: for each entry a function that writes its staged rows to their rings
      for the accepted tokens. Entries that stage the same rings share one.

    Where replay cuts the model follows from the analysis RowDemand: entries of paged
    states are needed for all rows, rings for their last rows, and the windows of the
    rest begin at the first row that is computed again. The values at the cut are
    kept in rings of role `replay`. A model without such a cut gets
    `prefill_replay` as a copy of `prefill_exact`, and a remark says why.

    `cedar.commit`, `cedar.finish` and `cedar.max_rows` on an entry tell the runtime
    what commits it, what completes a prompt after it, and how many rows of one
    sequence it takes. Entries that exist already (`@layerwise`) stay. The order of
    the names in `entries` does not matter.

    Before:
    ```mlir
    cedar.state @layers.1.window "window" layer 1 : ...
    func.func @forward(...) -> (...) attributes {cedar.entry} {
      cedar.state_append %latent, ...            // all rows are needed
      %o = cedar.sparse_attention %q, %kv, ...   // the last 4 rows
      ...
    }
    ```
    After:
    ```mlir
    cedar.state @layers.1.window "window" layer 1 : !cedar.state<ring, 4, ...>
    cedar.state @replay.x "replay" layer 0 : !cedar.state<ring, 4, ...>
    func.func @prefill_exact(...) -> (...) attributes {cedar.commit = @commit, ...}
    func.func @prefill_replay(...) attributes {cedar.commit = @commit_prefill_replay,
        ..., cedar.finish = @replay} {
      cedar.state_stage %x, %ring ...
      cedar.state_append %latent, ...
      return
    }
    func.func @replay(...) -> (...) attributes {cedar.commit = @commit_replay,
        ..., cedar.max_rows = 4 : i64} {
      %x = cedar.state_read %positions, %sequence, %slots, %ring ...
      %o = cedar.sparse_attention %q, %kv, ... begin(%length) ...
      ...
    }
    ```
  }];
  let options = [
    ListOption<"entries", "entries", "std::string",
               "Entries to derive, of prefill_exact, prefill_replay, prefill_resume, "
               "decode, verify and commit; none means all">,
    Option<"replay", "replay", "::cedar::ReplayForm",
           "::cedar::ReplayForm::Bounded", "Windows that bounded replay cuts",
           [{::llvm::cl::values(
               clEnumValN(::cedar::ReplayForm::Bounded, "bounded",
                          "those of all layers behind the last append"),
               clEnumValN(::cedar::ReplayForm::SourceExact, "source-exact",
                          "the same, but the layer of the last append attends to "
                          "its exact window"))}]>,
    Option<"verifyMax", "verify-max", "int64_t", "8",
           "Most rows of a sequence in one call of verify">];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::tensor::TensorDialect"];
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
    func.func @forward(...) ... {
      %l:2 = cedar.layer 0(%x0, %a0) ...
      %k:2 = cedar.layer 1(%l#0, %l#1) ...
    ```
    After:
    ```mlir
    func.func @layerwise(..., %x_in: ... {cedar.name = "x_in.0"}, %a_in: ... {cedar.name = "a_in.0"}, ...) ... {
      %l:2 = cedar.layer 0(%x_in, %a_in) ...
      %k:2 = cedar.layer 1(%x_in_1, %a_in_1) ...
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

#endif // CEDAR_PASSES_SCHEDULE_PASSES_TD
