//===- Passes.td - passes that join primitives -*- tablegen -*------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_FUSION_PASSES_TD
#define CEDAR_PASSES_FUSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def FuseHyperConnections : Pass<"cedar-fuse-hyper-connections", "::mlir::ModuleOp"> {
  let summary = "One kernel for all that happens to the streams between two sites";
  let description = [{
    A boundary is found from its `mhc_collapse`, by following values: what makes its
    streams (`mhc_expand` or `mhc_init`, then perhaps `engram_gate`), the `mhc_mix`
    that reads them, the `rms_norm` of the result and a `quantize` to AQ8. It becomes
    one `mhc_seam` if the coefficients of the collapse do not depend on the streams
    that are being made. Each row of the streams is then read and written once:
    (2n + 2) D values instead of (4n + 4) D.

    If they do depend on them, as where a site collapses with the coefficients of its
    own `mhc_mix`, a remark names the dependence and the boundary becomes two kernels,
    `mhc_seam_expand` and `mhc_seam_collapse`: (3n + 2) D values.

    Behind the last site nothing mixes the streams: collapse and norm are joined.
    Values that others read stay results. Nothing is computed in another order.

    Before:
    ```mlir
    %x1 = cedar.mhc_expand %y, %x0, %post0, %comb0 : ...
    %pre1, %post1, %comb1 = cedar.mhc_mix %x1, %fn, %scale, %base {...} : ...
    %h = cedar.mhc_collapse %x1, %pre0 : ...
    %u = cedar.rms_norm %h, %w {...} : ...
    ```
    After:
    ```mlir
    %x1, %pre1, %post1, %comb1, %u = cedar.mhc_seam input(%y) streams(%x0) expand(%post0, %comb0)
        mix(%fn, %scale, %base) collapse(%pre0) norm(%w) {...}
        : ... -> streams tensor<?x4x64xbf16> pre tensor<?x4xf32> ...
    ```
  }];
  let options = [
    Option<"fuseEngram", "fuse-engram", "bool", "true",
           "Join the engram gate of the next layer">,
    Option<"fuseQuantize", "fuse-quantize", "bool", "true",
           "Join the quantisation of what the site works on">,
    Option<"allowTwoPass", "allow-two-pass", "bool", "true",
           "Where one pass is impossible, make two">];
}

def FuseQuantize : Pass<"cedar-fuse-quantize", "::mlir::ModuleOp"> {
  let summary = "Rounds rows to codes in the kernel that makes them";
  let description = [{
    A `quantize` that is the only reader of an `rms_norm`, a `swiglu` or a `rope` joins
    it: the op gives codes instead of bf16 values. The values are rounded to bf16
    first, as before. Ops whose rows are made by several blocks keep their `quantize`.
    Runs behind `cedar-fuse-hyper-connections`, which takes what a seam can round.

    Before:
    ```mlir
    %h = cedar.swiglu %g, %u {limit = 10.0 : f32} : ... -> tensor<?x64xbf16>
    %h8 = cedar.quantize %h : (tensor<?x64xbf16>) -> tensor<?x64xf8E4M3FN, #row32>
    ```
    After:
    ```mlir
    %h8 = cedar.swiglu %g, %u {...} : ... -> tensor<?x64xf8E4M3FN, #row32>
    ```
  }];
}

def HoistEngram : Pass<"cedar-hoist-engram", "::mlir::ModuleOp"> {
  let summary = "Table rows are fetched from the start of an entry, beside its layers";
  let description = [{
    Which rows of the Engram tables a call needs follows from its tokens alone. So
    each `table_gather` moves to the top of its entry with all that it is computed
    from (`compress_tokens` and `ngram_hash`, which the layers share where they can),
    marked `cedar.prefetch`. In the plan these become launches that run beside the
    others, in their order, and a `plan.wait` in front of the first reader: rows that
    come from disk come while the layers in front of theirs are computed.

    A gather stays where it is, and a remark says why, if anything that it is
    computed from reads activations, is no kernel, or reads a state that the entry
    itself writes; or if fewer than `least-overlap` kernels run before the first
    reader. An entry without one is left as it is, which a remark says, too. Nothing is computed otherwise than before; work memory grows by rows that
    wait for their reader, on the released model by 8 %. Runs last of the passes on
    entries, so that the kernels are what they will be.

    Before:
    ```mlir
    %y = cedar.rms_norm %x, %norm ...
    %ids = cedar.compress_tokens %tokens, %kind, %map : ... -> tensor<?xi32>
    %rows = cedar.ngram_hash %ids, ... -> tensor<?x2xi32>
    %e = cedar.table_gather %rows, %table : ...
    ```
    After:
    ```mlir
    %ids = cedar.compress_tokens %tokens, %kind, %map {cedar.prefetch} : ... -> tensor<?xi32>
    %rows = cedar.ngram_hash %ids, ... {cedar.prefetch, ...} : ... -> tensor<?x2xi32>
    %e = cedar.table_gather %rows, %table {cedar.prefetch} : ...
    %y = cedar.rms_norm %x, %norm ...
    ```
  }];
  let options = [
    Option<"leastOverlap", "least-overlap", "int64_t", "1",
           "Fewest kernels before the first reader of the rows">];
}

#endif // CEDAR_PASSES_FUSION_PASSES_TD
