//===- CedarLinearOps.td - embedding, norm, rotation, linear -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_LINEAR_OPS_TD
#define CEDAR_DIALECT_CEDAR_LINEAR_OPS_TD

include "dialect/Cedar/IR/CedarBase.td"

def Cedar_EmbedOp : Cedar_Primitive<"embed", [Pure]> {
  let summary = "Embedding row of each token (SPEC 3.1)";
  let description = [{
    `result[t] = embedding_row[t] < 0 ? table[tokens[t]] : embeddings[embedding_row[t]]`
  }];
  let arguments = (ins Cedar_IndexRows:$tokens, Cedar_IndexRows:$embeddingRow,
                       2DTensorOf<[BF16]>:$embeddings, 2DTensorOf<[BF16]>:$table);
  let results = (outs 2DTensorOf<[BF16]>:$result);
}

def Cedar_RmsNormOp : Cedar_Primitive<"rms_norm", [Pure]> {
  let summary = "bf16(w * (x * rsqrt(mean(x^2) + eps))) over the last dimension (SPEC 3.5)";
  let description = [{
    All in f32 from the bf16 input and weight, with one rounding at the end.

    With a result of codes the bf16 values are rounded as by `quantize`.
  }];
  let arguments = (ins Cedar_BF16Tensor:$input, 1DTensorOf<[BF16]>:$weight,
                       F32Attr:$epsilon);
  let results = (outs Cedar_RowTensor:$result);
}

def Cedar_LinearOp : Cedar_Primitive<"linear", [Pure]> {
  let summary = "x . w^T over the last dimension (SPEC 0.3, 4.4)";
  let description = [{
    x is [T, K], w [N, K], the result [T, N]. A `#cedar.scaled` x goes with a
    `#cedar.scaled` w (kinds L8 and L4), a bf16 x with a bf16 w (LB, bf16 result;
    LF, f32 result). Sums are f32.
  }];
  let arguments = (ins Cedar_AnyFloatTensor:$input, Cedar_AnyFloatTensor:$weight);
  let results = (outs Cedar_FloatTensor:$result);
}

def Cedar_GroupedLinearOp : Cedar_Primitive<"grouped_linear", [Pure]> {
  let summary = "The low-rank output projection in G independent groups (SPEC 3.7.5)";
  let description = [{
    x is [T, G*K] bf16, w [G*N, K]: columns `g*K..` of x meet rows `g*N..` of w.
    FP8 weights are dequantised to bf16 first; x is not quantised.
  }];
  let arguments = (ins Cedar_BF16Tensor:$input, Cedar_AnyFloatTensor:$weight,
                       Cedar_IntAttr:$groups);
  let results = (outs Cedar_BF16Tensor:$result);
}

def Cedar_RopeTableOp : Cedar_Primitive<"rope_table", [Pure]> {
  let summary = "cos and sin of position * frequency (SPEC 3.6)";
  let description = [{
    `result[t, 0, i] = cos(a)`, `result[t, 1, i] = sin(a)` with
    `a = f32(positions[t] + offset) * frequencies[i]` rounded to f32. A compressed
    group that row t closes starts at position `positions[t] - (ratio - 1)`.
  }];
  let arguments = (ins Cedar_IndexRows:$positions, Cedar_RopeAttr:$rope,
                       DefaultValuedAttr<Cedar_IntAttr, "0">:$offset);
  let results = (outs 3DTensorOf<[F32]>:$result);
}

def Cedar_RopeOp : Cedar_Primitive<"rope", [Pure]> {
  let summary = "Rotates the trailing channel pairs (SPEC 3.6)";
  let description = [{
    x is [T, C] or [T, H, C]; pairs (2i, 2i+1) of the last R channels are
    multiplied by cos + i sin, with `inverse` by cos - i sin; one rounding to bf16.

    With a result of codes all bf16 values are rounded as by `quantize`.
  }];
  let arguments = (ins Cedar_BF16Tensor:$input, 3DTensorOf<[F32]>:$table,
                       UnitAttr:$inverse);
  let results = (outs Cedar_RowTensor:$result);
}

#endif // CEDAR_DIALECT_CEDAR_LINEAR_OPS_TD
