//===- CedarModuleOps.td - weights, states and layers -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_MODULE_OPS_TD
#define CEDAR_DIALECT_CEDAR_MODULE_OPS_TD

include "dialect/Cedar/IR/CedarBase.td"

def Cedar_WeightOp : Cedar_Op<"weight", [Symbol]> {
  let summary = "A tensor, or a stack of tensors, of the checkpoint";
  let description = [{
    `source` names the checkpoint tensors: one name, or codes and scales for a
    `#cedar.scaled` type. A name with `{e}` is a pattern; the type then has a
    leading dimension that `e` counts through. With `bound` > 0 the elements of an
    i32 weight are in [0, bound): a promise that the loader checks.

    ```mlir
    cedar.weight @layers.0.attn.wq_a.weight
        from ["layers.0.attn.wq_a.weight", "layers.0.attn.wq_a.scale"]
        : tensor<64x256xf8E4M3FN, #cedar.scaled<f8E8M0FNU, [32, 32]>>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$source,
                       TypeAttrOf<AnyRankedTensor>:$type,
                       DefaultValuedAttr<Cedar_IntAttr, "0">:$bound);
  let assemblyFormat = "$sym_name `from` $source attr-dict `:` $type";
  let hasVerifier = 1;
}

def Cedar_StateOp : Cedar_Op<"state", [Symbol]> {
  let summary = "A cache that outlives one call";
  let description = [{
    `layer` is the layer that owns the state, `role` what it holds: `window`,
    `compressed_kv`, `index_keys`, `tail_values`, `tail_scores` or
    `engram_context` (SPEC 5.1), or `replay`: a value of the last rows from which a
    bounded replay goes on (SPEC 5.3).
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$role, Cedar_IntAttr:$layer,
                       TypeAttrOf<Cedar_StateType>:$type);
  let assemblyFormat = "$sym_name $role `layer` $layer attr-dict `:` $type";
  let hasVerifier = 1;
}

def Cedar_WeightRefOp : Cedar_Op<"weight_ref", [Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "The value of a weight";
  let description = [{
    ```mlir
    %w = cedar.weight_ref @norm.weight : tensor<64xbf16>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$weight);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$weight attr-dict `:` type($result)";
}

def Cedar_StateRefOp : Cedar_Op<"state_ref", [Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "The handle of a state";
  let description = [{
    Two handles of one state are the same state.

    ```mlir
    %tail = cedar.state_ref @layers.2.tail_values : <ring, 2, 1, tensor<64xf32>>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$state);
  let results = (outs Cedar_StateType:$result);
  let assemblyFormat = "$state attr-dict `:` type($result)";
}

def Cedar_CedOp : Cedar_Op<"ced", [RecursiveMemoryEffects,
    AllTypesMatch<["streams", "outStreams"]>, AllTypesMatch<["mix", "outMix"]>,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "The causal encoder-decoder: two regions of layers";
  let description = [{
    Runs the encoder layers, then the decoder layers, on the residual streams and
    the carried mix. Both regions take (streams, mix) as block arguments and yield
    them. The decoder begins at the last layer that owns a compressed cache.
  }];
  let arguments = (ins Cedar_BF16Tensor:$streams, Cedar_F32Tensor:$mix);
  let results = (outs Cedar_BF16Tensor:$outStreams, Cedar_F32Tensor:$outMix);
  let regions = (region SizedRegion<1>:$encoder, SizedRegion<1>:$decoder);
  let assemblyFormat = [{
    $streams `,` $mix attr-dict `:` type($streams) `,` type($mix)
    `encoder` $encoder `decoder` $decoder
  }];
  let hasRegionVerifier = 1;
}

def Cedar_LayerOp : Cedar_Op<"layer", [RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "One transformer layer";
  let description = [{
    The body takes (streams, mix) and yields (streams, mix, published...), where
    the published values are the selections and candidate pools that later layers
    use. Values from above (the batch, earlier selections) are used freely.
  }];
  let arguments = (ins Cedar_IntAttr:$layer, Cedar_BF16Tensor:$streams, Cedar_F32Tensor:$mix);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $layer `(` $streams `,` $mix `)` attr-dict `:`
    functional-type(operands, results) $body
  }];
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

def Cedar_YieldOp : Cedar_Op<"yield", [Pure, ReturnLike, Terminator,
    ParentOneOf<["CedOp", "LayerOp"]>]> {
  let summary = "Ends a region of `cedar.ced` or `cedar.layer`";
  let description = [{
    Yields (streams, mix) to `cedar.ced`, and (streams, mix, published...) to
    `cedar.layer`.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, ::mlir::ValueRange());
  }]>];
}

def Cedar_StateStageOp : Cedar_Primitive<"state_stage", [MemoryEffects<[MemWrite]>],
    ["getEffectRows"]> {
  let summary = "Keeps this call's rows for the commit of a ring";
  let description = [{
    The staged rows are not visible to any reader of the state; they replace the
    rows staged before and live until the next `cedar.state_stage`.
  }];
  let arguments = (ins AnyRankedTensor:$rows, Cedar_StateType:$state);
}

def Cedar_StateCommitOp : Cedar_Primitive<"state_commit"> {
  let summary = "Writes the accepted staged rows to a ring";
  let description = [{
    With N = length[s] + accepted[s], writes the staged rows of sequence s whose
    position p satisfies `N - rows <= p < N` to slot `p mod rows`.
  }];
  let arguments = (ins Cedar_IndexRows:$positions, Cedar_IndexRows:$sequence,
                       Cedar_IndexRows:$length, Cedar_IndexRows:$slots,
                       Cedar_IndexRows:$accepted,
                       Arg<Cedar_StateType, "", [MemRead, MemWrite]>:$state);
}

def Cedar_StateAppendOp : Cedar_Primitive<"state_append", [], ["getEffectRows"]> {
  let summary = "Appends one row per complete group to a paged state";
  let description = [{
    Row t with `(positions[t] + 1) mod ratio == 0` closes group
    `positions[t] / ratio` and is written as that row of its sequence; other rows
    are ignored.
  }];
  let arguments = (ins AnyRankedTensor:$rows, Cedar_IndexRows:$positions,
                       Cedar_IndexRows:$sequence, Cedar_PageTable:$pages,
                       Arg<Cedar_StateType, "", [MemWrite]>:$state);
}

def Cedar_StateReadOp : Cedar_Primitive<"state_read"> {
  let summary = "Committed rows of a ring: result[t] = ring row of positions[t]";
  let description = [{
    Row t of the result is what the last commit left for position `positions[t]` of
    its sequence. The caller sees to it that the ring still holds it.
  }];
  let arguments = (ins Cedar_IndexRows:$positions, Cedar_IndexRows:$sequence,
                       Cedar_IndexRows:$slots,
                       Arg<Cedar_StateType, "", [MemRead]>:$state);
  let results = (outs AnyRankedTensor:$result);
}

def Cedar_CopyRowsOp : Cedar_Primitive<"copy_rows", [Pure]> {
  let summary = "result = input, in memory of its own";
  let description = [{
    For a value that needs a second home: an input of the entry that is also staged
    for a ring.
  }];
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
}

def Cedar_TakeRowsOp : Cedar_Primitive<"take_rows", [Pure], ["picksRows"]> {
  let summary = "Gathers rows: result[q] = input[rows[q]]";
  let description = [{
    The rows may be in any order and repeat. Used before the head, for the rows
    whose logits are asked for.
  }];
  let arguments = (ins Cedar_FloatTensor:$input, Cedar_IndexRows:$rows);
  let results = (outs Cedar_FloatTensor:$result);
}

#endif // CEDAR_DIALECT_CEDAR_MODULE_OPS_TD
