//===- CedarHyperConnectionOps.td - residual streams (mHC) -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_HYPER_CONNECTION_OPS_TD
#define CEDAR_DIALECT_CEDAR_HYPER_CONNECTION_OPS_TD

include "dialect/Cedar/IR/CedarBase.td"

def Cedar_MhcInitOp : Cedar_Primitive<"mhc_init", [Pure]> {
  let summary = "n equal streams and the mix (1, 0, ...) (SPEC 3.1)";
  let description = [{
    `streams[t, i] = input[t]` and `mix[t] = (1, 0, ..., 0)`.
  }];
  let arguments = (ins 2DTensorOf<[BF16]>:$input);
  let results = (outs 3DTensorOf<[BF16]>:$streams, 2DTensorOf<[F32]>:$mix);
}

def Cedar_MhcMixOp : Cedar_Primitive<"mhc_mix", [Pure]> {
  let summary = "Coefficients of a site from its streams (SPEC 3.3)";
  let description = [{
    streams [T, n, D]; fn [(2+n)n, nD]; scale [3]; base [(2+n)n] give
    pre [T, n], post [T, n] and comb [T, n, n] (old stream, new stream) after
    `iterations` Sinkhorn steps.
  }];
  let arguments = (ins 3DTensorOf<[BF16]>:$streams, 2DTensorOf<[F32]>:$fn,
                       1DTensorOf<[F32]>:$scale, 1DTensorOf<[F32]>:$base,
                       Cedar_IntAttr:$iterations, F32Attr:$epsilon, F32Attr:$normEpsilon);
  let results = (outs 2DTensorOf<[F32]>:$pre, 2DTensorOf<[F32]>:$post,
                      3DTensorOf<[F32]>:$comb);
}

def Cedar_MhcCollapseOp : Cedar_Primitive<"mhc_collapse", [Pure]> {
  let summary = "PRE: bf16(sum_i mix_i * stream_i) (SPEC 3.4)";
  let description = [{
    What a site works on. `mix` is the `pre` of the site before (SPEC 3.2), so the
    op does not wait for the coefficients of its own site. Sums are f32, in
    ascending i.
  }];
  let arguments = (ins 3DTensorOf<[BF16]>:$streams, 2DTensorOf<[F32]>:$mix);
  let results = (outs 2DTensorOf<[BF16]>:$result);
}

def Cedar_MhcExpandOp : Cedar_Primitive<"mhc_expand", [Pure]> {
  let summary = "POST: bf16(post_k * y + sum_j comb_jk * stream_j) (SPEC 3.4)";
  let description = [{
    `input` is the output y [T, D] of the site; `comb[t, j, k]` takes old stream j
    to new stream k. Sums are f32, rounded once.
  }];
  let arguments = (ins 2DTensorOf<[BF16]>:$input, 3DTensorOf<[BF16]>:$streams,
                       2DTensorOf<[F32]>:$post, 3DTensorOf<[F32]>:$comb);
  let results = (outs 3DTensorOf<[BF16]>:$result);
}

#endif // CEDAR_DIALECT_CEDAR_HYPER_CONNECTION_OPS_TD
