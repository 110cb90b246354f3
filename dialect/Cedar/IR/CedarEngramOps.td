//===- CedarEngramOps.td - hashed n-gram memory -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_ENGRAM_OPS_TD
#define CEDAR_DIALECT_CEDAR_ENGRAM_OPS_TD

include "dialect/Cedar/IR/CedarBase.td"

def Cedar_EngramOp : Cedar_LayerLevelOp<"engram"> {
  let summary = "Adds the n-gram memory of one layer to the streams (SPEC 3.12)";
  let description = [{
    `path` is the prefix of the layer's weights: `embed` (the table), `wkv`,
    `q_weight` and `k_weight`; the map from token to compressed id is the weight
    `engram.token_map`. `multipliers` has one number for each position of the
    longest n-gram, `primes` one for each order and head, order by order. The last
    compressed ids of a sequence are in the state `context`.

    Expands to `compress_tokens`, `ngram_hash`, `table_gather`, `linear` and
    `engram_gate`.
  }];
  let arguments = (ins
    StrAttr:$path, 3DTensorOf<[BF16]>:$streams,
    Cedar_IndexRows:$tokens, Cedar_KindRows:$kind,
    Cedar_IndexRows:$positions, Cedar_IndexRows:$sequence, Cedar_IndexRows:$length,
    Cedar_IndexRows:$slots,
    DenseI64ArrayAttr:$multipliers, DenseI64ArrayAttr:$primes,
    Cedar_IntAttr:$padToken, F32Attr:$epsilon, FlatSymbolRefAttr:$context);
  let results = (outs 3DTensorOf<[BF16]>:$result);
  let assemblyFormat = [{
    $path $streams `tokens` `(` $tokens `,` $kind `)`
    `rows` `(` $positions `,` $sequence `,` $length `,` $slots `)` attr-dict
    `:` functional-type(operands, results)
  }];
}

def Cedar_CompressTokensOp : Cedar_Primitive<"compress_tokens", [Pure]> {
  let summary = "Compressed id of each token, -1 for image rows (SPEC 3.12)";
  let description = [{
    `result[t] = kind[t] ? -1 : map[tokens[t]]`
  }];
  let arguments = (ins Cedar_IndexRows:$tokens, Cedar_KindRows:$kind,
                       1DTensorOf<[I32]>:$map);
  let results = (outs Cedar_IndexRows:$result);
}

def Cedar_NgramHashOp : Cedar_Primitive<"ngram_hash", [], ["getOperandRows"]> {
  let summary = "Table rows of the n-grams that end at each row (SPEC 3.12)";
  let description = [{
    Looks back up to `multipliers.size() - 1` tokens of the sequence, in flight or
    in the context ring. The look-back ends at the sequence's start and at a dead
    token (-1); that token and all earlier ones count as the compressed id of
    `padToken`. Column `(order - 2) * heads + head` is
    `(xor of multiplier * id) mod prime + offset`.
    Rows of image spans hash like text; their gate is 0.
  }];
  let arguments = (ins Cedar_IndexRows:$ids, Cedar_IndexRows:$positions,
                       Cedar_IndexRows:$sequence, Cedar_IndexRows:$length,
                       Cedar_IndexRows:$slots, 1DTensorOf<[I32]>:$map,
                       Arg<Cedar_StateType, "", [MemRead]>:$context,
                       DenseI64ArrayAttr:$multipliers, DenseI64ArrayAttr:$primes,
                       Cedar_IntAttr:$padToken);
  let results = (outs 2DTensorOf<[I32]>:$result);
}

def Cedar_TableGatherOp : Cedar_Primitive<"table_gather", [Pure]> {
  let summary = "Dequantised table rows, concatenated (SPEC 3.12)";
  let description = [{
    Row t of the result is `table[rows[t, 0]], table[rows[t, 1]], ...`, each value
    code * scale, exact in bf16. The table is read in place: a row has its codes
    and scales in two tensors of the checkpoint.
  }];
  let arguments = (ins 2DTensorOf<[I32]>:$rows, 2DTensorOf<[F8E4M3FN]>:$table);
  let results = (outs 2DTensorOf<[BF16]>:$result);
}

def Cedar_EngramGateOp : Cedar_Primitive<"engram_gate", [Pure]> {
  let summary = "X_i <- bf16(X_i + gate_i * value) (SPEC 3.12)";
  let description = [{
    `keyValue` [T, (n+1)D] holds the n keys, then the value. Image rows
    (`kind` = 1) pass unchanged.
  }];
  let arguments = (ins 3DTensorOf<[BF16]>:$streams, 2DTensorOf<[BF16]>:$keyValue,
                       2DTensorOf<[BF16]>:$queryWeight, 2DTensorOf<[BF16]>:$keyWeight,
                       Cedar_KindRows:$kind, F32Attr:$epsilon);
  let results = (outs 3DTensorOf<[BF16]>:$result);
}

#endif // CEDAR_DIALECT_CEDAR_ENGRAM_OPS_TD
