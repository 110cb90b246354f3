//===- CedarSeamOps.td - fused steps between two sites -*- tablegen -*-----===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_SEAM_OPS_TD
#define CEDAR_DIALECT_CEDAR_SEAM_OPS_TD

include "dialect/Cedar/IR/CedarBase.td"

/// Steps in one kernel. Results that nobody reads are left out.
class Cedar_Seam<string mnemonic, list<Trait> traits = []>
    : Cedar_Primitive<mnemonic, !listconcat(traits, [Pure, AttrSizedResultSegments])>;

/// Operands and attributes of the steps that make streams and coefficients.
defvar Cedar_SeamStreamOperands = (ins
    Optional<2DTensorOf<[BF16]>>:$input, Optional<3DTensorOf<[BF16]>>:$streams,
    Optional<2DTensorOf<[F32]>>:$sitePost, Optional<3DTensorOf<[F32]>>:$siteComb,
    Optional<2DTensorOf<[BF16]>>:$keyValue, Optional<2DTensorOf<[BF16]>>:$queryWeight,
    Optional<2DTensorOf<[BF16]>>:$keyWeight, Optional<Cedar_KindRows>:$kind,
    2DTensorOf<[F32]>:$fn, 1DTensorOf<[F32]>:$scale, 1DTensorOf<[F32]>:$base);
defvar Cedar_SeamStreamAttributes = (ins
    Cedar_IntAttr:$iterations, F32Attr:$mixEpsilon, F32Attr:$mixNormEpsilon,
    OptionalAttr<F32Attr>:$engramEpsilon);
defvar Cedar_SeamStreamResults = (outs
    Optional<3DTensorOf<[BF16]>>:$expanded, Optional<3DTensorOf<[BF16]>>:$newStreams,
    Optional<2DTensorOf<[F32]>>:$pre, Optional<2DTensorOf<[F32]>>:$post,
    Optional<3DTensorOf<[F32]>>:$comb);
/// Results of the steps that make what a site works on.
defvar Cedar_SeamSiteResults = (outs
    Optional<2DTensorOf<[BF16]>>:$collapsed, Optional<2DTensorOf<[BF16]>>:$normalized,
    Optional<2DTensorOf<[F8E4M3FN]>>:$quantized);

def Cedar_MhcSeamOp : Cedar_Seam<"mhc_seam", [AttrSizedOperandSegments]> {
  let summary = "All that happens between two sites, in one pass over the streams (SPEC 3.2)";
  let description = [{
    What these ops compute one after the other, with their sums and roundings:

    1. `mhc_expand` of `input`, `streams`, `sitePost` and `siteComb`; with `input`
       alone `mhc_init`; with `streams` alone nothing;
    2. `engram_gate` with `keyValue`, `queryWeight`, `keyWeight` and `kind`, if given;
    3. `mhc_mix` of the streams with `fn`, `scale` and `base`;
    4. `mhc_collapse` of the streams with `carried`, or with the mix of `mhc_init`;
    5. `rms_norm` with `weight`, and `quantize` to AQ8.

    Each of their values is a result if it is read: `expanded` after step 1 where
    step 2 follows, `streams` after both, `pre`, `post`, `comb`, `collapsed`,
    `normalized`, `quantized`.

    The streams are read and written once, because the coefficients of step 4 do not
    come from step 3: (2n + 2) D values a row instead of (4n + 4) D.
  }];
  let arguments = !con(Cedar_SeamStreamOperands,
                       (ins Optional<2DTensorOf<[F32]>>:$carried,
                        1DTensorOf<[BF16]>:$weight),
                       Cedar_SeamStreamAttributes, (ins F32Attr:$epsilon));
  let results = !con(Cedar_SeamStreamResults, Cedar_SeamSiteResults);
  let assemblyFormat = [{
    (`input` `(` $input^ `)`)? (`streams` `(` $streams^ `)`)?
    (`expand` `(` $sitePost^ `,` $siteComb `)`)?
    (`engram` `(` $keyValue^ `,` $queryWeight `,` $keyWeight `,` $kind `)`)?
    `mix` `(` $fn `,` $scale `,` $base `)` (`collapse` `(` $carried^ `)`)?
    `norm` `(` $weight `)` attr-dict `:` `(` type(operands) `)` `->`
    (`expanded` type($expanded)^)? (`streams` type($newStreams)^)?
    (`pre` type($pre)^)? (`post` type($post)^)? (`comb` type($comb)^)?
    (`collapsed` type($collapsed)^)? (`normalized` type($normalized)^)?
    (`quantized` type($quantized)^)?
  }];
}

def Cedar_MhcSeamExpandOp : Cedar_Seam<"mhc_seam_expand", [AttrSizedOperandSegments]> {
  let summary = "First of two passes between two sites: new streams and coefficients";
  let description = [{
    Steps 1 to 3 of `mhc_seam`. Where the coefficients of `mhc_collapse` come from
    the streams of the same site, all of the streams must be there before the second
    pass, `mhc_seam_collapse`: (3n + 2) D values a row together.
  }];
  let arguments = !con(Cedar_SeamStreamOperands, Cedar_SeamStreamAttributes);
  let results = Cedar_SeamStreamResults;
  let assemblyFormat = [{
    (`input` `(` $input^ `)`)? (`streams` `(` $streams^ `)`)?
    (`expand` `(` $sitePost^ `,` $siteComb `)`)?
    (`engram` `(` $keyValue^ `,` $queryWeight `,` $keyWeight `,` $kind `)`)?
    `mix` `(` $fn `,` $scale `,` $base `)` attr-dict `:` `(` type(operands) `)` `->`
    (`expanded` type($expanded)^)? (`streams` type($newStreams)^)?
    (`pre` type($pre)^)? (`post` type($post)^)? (`comb` type($comb)^)?
  }];
}

def Cedar_MhcSeamCollapseOp : Cedar_Seam<"mhc_seam_collapse"> {
  let summary = "Second of two passes between two sites, or what is left after the last";
  let description = [{
    Steps 4 and 5 of `mhc_seam`: `mhc_collapse` of `streams` with `mix`, `rms_norm`
    with `weight`, and `quantize` to AQ8. Its values are results if they are read.
  }];
  let arguments = (ins 3DTensorOf<[BF16]>:$streams, 2DTensorOf<[F32]>:$mix,
                       1DTensorOf<[BF16]>:$weight, F32Attr:$epsilon);
  let results = Cedar_SeamSiteResults;
  let assemblyFormat = [{
    `streams` `(` $streams `)` `collapse` `(` $mix `)` `norm` `(` $weight `)` attr-dict
    `:` `(` type(operands) `)` `->`
    (`collapsed` type($collapsed)^)? (`normalized` type($normalized)^)?
    (`quantized` type($quantized)^)?
  }];
}

#endif // CEDAR_DIALECT_CEDAR_SEAM_OPS_TD
