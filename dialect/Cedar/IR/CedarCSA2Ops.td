//===- CedarCSA2Ops.td - sparse attention -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_CSA2_OPS_TD
#define CEDAR_DIALECT_CEDAR_CSA2_OPS_TD

include "dialect/Cedar/IR/CedarBase.td"

def Cedar_CSA2AttentionOp : Cedar_LayerLevelOp<"csa2_attention",
    [AttrSizedOperandSegments, AttrSizedResultSegments]> {
  let summary = "CSA2 attention of one layer (SPEC 3.7-3.11)";
  let description = [{
    `input` is the normalised collapse [T, D]. By mode the layer also
    - `window`: reads only its own window;
    - `full`: feeds the compressor, owns compressed KV and index keys, and selects;
    - `reindex`: selects from the keys of its group, inside `pool` if given;
    - `reuse`: reads `selection`.

    Results: y [T, D], then the selection [T, K] (full, reindex) and the candidate
    pool [T, B] if `pool_blocks` > 0 (the candidate source).
  }];
  let arguments = (ins
    Cedar_CSA2ModeAttr:$mode, StrAttr:$path,
    2DTensorOf<[BF16]>:$input,
    Cedar_IndexRows:$positions, Cedar_IndexRows:$sequence, Cedar_IndexRows:$length,
    Cedar_IndexRows:$slots, Cedar_PageTable:$pages,
    Optional<2DTensorOf<[I32]>>:$selection, Optional<2DTensorOf<[I32]>>:$pool,
    Cedar_IntAttr:$heads, Cedar_IntAttr:$outputGroups, Cedar_IntAttr:$ratio, Cedar_RopeAttr:$rope,
    F32Attr:$epsilon,
    DefaultValuedAttr<Cedar_IntAttr, "0">:$indexHeads,
    DefaultValuedAttr<Cedar_IntAttr, "0">:$topk,
    DefaultValuedAttr<Cedar_IntAttr, "0">:$poolBlocks,
    DefaultValuedAttr<Cedar_IntAttr, "0">:$poolBlockSize,
    FlatSymbolRefAttr:$window,
    OptionalAttr<FlatSymbolRefAttr>:$compressed,
    OptionalAttr<FlatSymbolRefAttr>:$keys,
    OptionalAttr<FlatSymbolRefAttr>:$tailValues,
    OptionalAttr<FlatSymbolRefAttr>:$tailScores);
  let results = (outs 2DTensorOf<[BF16]>:$result,
                      Optional<2DTensorOf<[I32]>>:$outSelection,
                      Optional<2DTensorOf<[I32]>>:$outPool);
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    `` $mode $path $input `rows` `(` $positions `,` $sequence `,` $length `,` $slots `,` $pages `)`
    (`selection` `(` $selection^ `:` type($selection) `)`)? (`pool` `(` $pool^ `:` type($pool) `)`)?
    attr-dict `:` `(` type($input) `,` type($positions) `,` type($sequence) `,` type($length)
    `,` type($slots) `,` type($pages) `)` `->` type($result)
    (`selection` type($outSelection)^)? (`pool` type($outPool)^)?
  }];
}

def Cedar_CSA2PoolOp : Cedar_Primitive<"csa2_pool", [], ["getOperandRows"]> {
  let summary = "Gated pooling of one compressor group (SPEC 3.8)";
  let description = [{
    For a row that closes a group, per channel:
    `bf16(sum_i softmax(scores)_i * values_i)` over the group's `ratio` rows, which
    are in flight or in the tails. Other rows give 0.
  }];
  let arguments = (ins 2DTensorOf<[F32]>:$values, 2DTensorOf<[F32]>:$scores,
                       Cedar_IndexRows:$positions, Cedar_IndexRows:$sequence,
                       Cedar_IndexRows:$length, Cedar_IndexRows:$slots,
                       Arg<Cedar_StateType, "", [MemRead]>:$tailValues,
                       Arg<Cedar_StateType, "", [MemRead]>:$tailScores,
                       Cedar_IntAttr:$ratio);
  let results = (outs 2DTensorOf<[BF16]>:$result);
}

def Cedar_CSA2SelectOp : Cedar_Primitive<"csa2_select"> {
  let summary = "Index scores, candidate pool and top-k (SPEC 3.9)";
  let description = [{
    query [T, Hi, Ci] and the keys are MXFP4, headWeights [T, Hi] bf16 are
    multiplied by `weightScale` in f32 and rounded to bf16. Entry j is visible to
    row t if `j < (positions[t] + 1) / ratio`. With `pool` only entries of its
    blocks count. The result lists the `topk` best by (larger score, smaller
    position), ascending, -1 = absent. With `poolBlocks` > 0 the second result lists
    the kept blocks of `poolBlockSize` entries, ascending, -1 = none; the block of
    the newest visible entry is always kept.
  }];
  let arguments = (ins Cedar_CodeTensor:$query, 2DTensorOf<[BF16]>:$headWeights,
                       Cedar_IndexRows:$positions, Cedar_IndexRows:$sequence,
                       Cedar_PageTable:$pages,
                       Arg<Cedar_StateType, "", [MemRead]>:$keys,
                       Optional<2DTensorOf<[I32]>>:$pool,
                       Cedar_IntAttr:$topk, F32Attr:$weightScale,
                       DefaultValuedAttr<Cedar_IntAttr, "0">:$poolBlocks,
                       DefaultValuedAttr<Cedar_IntAttr, "0">:$poolBlockSize);
  let results = (outs 2DTensorOf<[I32]>:$selection, Optional<2DTensorOf<[I32]>>:$outPool);
  let hasCanonicalizer = 1;
}

def Cedar_SparseAttentionOp : Cedar_Primitive<"sparse_attention", [AttrSizedOperandSegments],
    ["getOperandRows", "canBoundHistory", "boundHistory"]> {
  let summary = "Attention over window and selected entries with a sink (SPEC 3.11)";
  let description = [{
    query [T, H, C]; kv: this call's window rows (AQ8, [T, C]); key = value.
    Slots: the W window positions max(0, p-W+1)..p ascending, then -1; then the K
    selected entries ascending, then -1. Online softmax over blocks of 64 slots.
    Window positions below `length` come from the ring, the others from `kv`.
    With `begin` [S] the window holds no position below `begin[sequence]`: its slots
    are max(begin, p-W+1)..p (bounded replay, SPEC 5.3).
  }];
  let arguments = (ins 3DTensorOf<[BF16]>:$query, 2DTensorOf<[F8E4M3FN]>:$kv,
                       1DTensorOf<[F32]>:$sink,
                       Cedar_IndexRows:$positions, Cedar_IndexRows:$sequence,
                       Cedar_IndexRows:$length, Cedar_IndexRows:$slots,
                       Arg<Cedar_StateType, "", [MemRead]>:$window,
                       Optional<Cedar_IndexRows>:$begin,
                       Optional<2DTensorOf<[I32]>>:$selection,
                       Optional<Cedar_PageTable>:$pages,
                       Arg<Optional<Cedar_StateType>, "", [MemRead]>:$compressed,
                       F32Attr:$scale);
  let results = (outs 3DTensorOf<[BF16]>:$result);
  let assemblyFormat = [{
    $query `,` $kv `,` $sink `,` $positions `,` $sequence `,` $length `,` $slots `,` $window
    (`begin` `(` $begin^ `)`)?
    (`selected` `(` $selection^ `,` $pages `,` $compressed `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif // CEDAR_DIALECT_CEDAR_CSA2_OPS_TD
