//===- CedarMoEOps.td - mixture of experts -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_MOE_OPS_TD
#define CEDAR_DIALECT_CEDAR_MOE_OPS_TD

include "dialect/Cedar/IR/CedarBase.td"

def Cedar_MoEOp : Cedar_LayerLevelOp<"moe", [Pure]> {
  let summary = "Routed experts plus the shared expert (SPEC 3.13)";
  let description = [{
    Results: y [T, D] and the chosen experts [T, k] by falling biased score.
  }];
  let arguments = (ins
    StrAttr:$path, 2DTensorOf<[BF16]>:$input, Cedar_KindRows:$kind,
    Cedar_IntAttr:$topk, F32Attr:$limit, F32Attr:$routeScale, F32Attr:$gateTemperature,
    BoolAttr:$normalize);
  let results = (outs 2DTensorOf<[BF16]>:$result, 2DTensorOf<[I32]>:$experts);
  let assemblyFormat = "$path $input `,` $kind attr-dict `:` functional-type(operands, results)";
}

def Cedar_RouteOp : Cedar_Primitive<"route", [Pure]> {
  let summary = "Chosen experts and their weights (SPEC 3.13)";
  let description = [{
    score = sqrt(softplus(logit / gateTemperature)); experts by falling
    score + bias (biasVl for `kind` = 1), ties to the smaller expert; weights from
    the unbiased scores, normalised over the chosen ones if `normalize` and
    `topk` > 1, times `routeScale`.
  }];
  let arguments = (ins 2DTensorOf<[F32]>:$logits, Cedar_KindRows:$kind,
                       1DTensorOf<[F32]>:$bias, 1DTensorOf<[F32]>:$biasVl,
                       Cedar_IntAttr:$topk, F32Attr:$routeScale, F32Attr:$gateTemperature,
                       BoolAttr:$normalize);
  let results = (outs 2DTensorOf<[I32]>:$experts, 2DTensorOf<[F32]>:$weights);
}

def Cedar_ExpertLinearOp : Cedar_Primitive<"expert_linear", [Pure]> {
  let summary = "linear with the weight of each row's chosen experts (SPEC 3.13)";
  let description = [{
    x is [T, K] (shared by the k choices) or [T, k, K]; w [E, N, K]; the result
    [T, k, N] bf16 holds `x . w[experts[t, i]]^T` at (t, i).
  }];
  let arguments = (ins Cedar_CodeTensor:$input, 2DTensorOf<[I32]>:$experts,
                       3DTensorOf<[F8E4M3FN, F4E2M1FN]>:$weight);
  let results = (outs 3DTensorOf<[BF16]>:$result);
}

def Cedar_SwigluOp : Cedar_Primitive<"swiglu", [Pure]> {
  let summary = "bf16((silu(min(g, limit)) * clamp(u, -limit, limit)) * weight) (SPEC 3.13)";
  let description = [{
    gate and up are [T, F] without a weight, or [T, k, F] with the routing weight
    [T, k]. `limit` 0 switches the clamps off.

    With a result of codes the bf16 values are rounded as by `quantize`.
  }];
  let arguments = (ins Cedar_BF16Tensor:$gate, Cedar_BF16Tensor:$up,
                       Optional<2DTensorOf<[F32]>>:$weight, F32Attr:$limit);
  let results = (outs Cedar_RowTensor:$result);
}

def Cedar_ExpertCombineOp : Cedar_Primitive<"expert_combine", [Pure]> {
  let summary = "bf16(sum of expert outputs by ascending expert, then shared) (SPEC 3.13)";
  let description = [{
    Row t of the result is the f32 sum over `outputs[t, i]`, in ascending
    `experts[t, i]`, then of `shared[t]`, rounded once. The routing weights are in
    the outputs already (`cedar.swiglu`).
  }];
  let arguments = (ins 3DTensorOf<[BF16]>:$outputs, 2DTensorOf<[I32]>:$experts,
                       2DTensorOf<[BF16]>:$shared);
  let results = (outs 2DTensorOf<[BF16]>:$result);
}

#endif // CEDAR_DIALECT_CEDAR_MOE_OPS_TD
