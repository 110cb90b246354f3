//===- CedarQuantOps.td - quantisation -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_QUANT_OPS_TD
#define CEDAR_DIALECT_CEDAR_QUANT_OPS_TD

include "dialect/Cedar/IR/CedarBase.td"

def Cedar_QuantizeOp : Cedar_Primitive<"quantize", [Pure]> {
  let summary = "Block-scaled rounding along the last dimension (SPEC 4.1-4.3)";
  let description = [{
    The result type selects the format:
    `f8E4M3FN` with f8E8M0FNU scales per 32 is AQ8, `f4E2M1FN` with f8E8M0FNU per
    32 MXFP4, `f4E2M1FN` with f8E4M3FN per 16 the NVFP4-style format.
  }];
  let arguments = (ins Cedar_BF16Tensor:$input);
  let results = (outs Cedar_CodeTensor:$result);
}

def Cedar_DequantizeOp : Cedar_Primitive<"dequantize", [Pure]> {
  let summary = "code * scale as bf16, exact (SPEC 2.4)";
  let description = [{
    Every product of a code and its scale is a bf16 number.

    `quantize` of the result need not give the same codes back: a group without
    large codes gets a smaller scale.
  }];
  let arguments = (ins Cedar_CodeTensor:$input);
  let results = (outs Cedar_BF16Tensor:$result);
}

#endif // CEDAR_DIALECT_CEDAR_QUANT_OPS_TD
