//===- CedarLinearVerifiers.cpp - linear, norm, rotation, formats ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of the ops of CedarLinearOps.td and CedarQuantOps.td.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/OpRules.h"

using namespace mlir;
using namespace cedar;

LogicalResult EmbedOp::verify() {
  NamedTensor result("result", getResult());
  return OpRules(*this)
      .rows({"tokens", getTokens()},
            {{"embeddingRow", getEmbeddingRow()}, result})
      .dim({"embeddings", getEmbeddings()}, 1, result.dim(1))
      .dim({"table", getTable()}, 1, result.dim(1))
      .result();
}

/// Values, or codes that they are rounded to.
static bool isRowFormat(RankedTensorType type) {
  return isPlain<BFloat16Type>(type) || isQuantized(type);
}

LogicalResult RmsNormOp::verify() {
  NamedTensor input("input", getInput()), result("result", getResult());
  return OpRules(*this)
      .that(input.type.getRank() > 0, "expected 'input' of rank 1 or more")
      .sameShape(result, input)
      .format(result, "bf16, AQ8, MXFP4 or NVFP4", isRowFormat(result.type))
      .dim({"weight", getWeight()}, 0, input.type.getRank() ? input.dim(-1) : 0)
      .positive("epsilon", getEpsilon())
      .result();
}

/// Whether the element types are those of kind L8, L4, LB or LF (SPEC 0.3).
static bool isLinearKind(RankedTensorType input, RankedTensorType weight,
                         RankedTensorType result) {
  bool intoBF16 = isPlain<BFloat16Type>(result);
  if (isAQ8(input))
    return (isFP8Weight(weight) || isFP4Weight(weight)) && intoBF16;
  return isPlain<BFloat16Type>(input) && isPlain<BFloat16Type>(weight) &&
         (intoBF16 || isPlain<Float32Type>(result));
}

LogicalResult LinearOp::verify() {
  NamedTensor input("input", getInput()), weight("weight", getWeight()),
      result("result", getResult());
  OpRules rules(*this);
  rules.rank(input, 2).rank(weight, 2).rank(result, 2);
  if (failed(rules.result()))
    return failure();
  return rules.rows(input, {result})
      .dim(weight, 1, input.dim(1))
      .dim(result, 1, weight.dim(0))
      .that(
          isLinearKind(input.type, weight.type, result.type),
          "expected types of kind L8 (AQ8 x FP8 tiles -> bf16), L4 (AQ8 x FP4 "
          "rows -> bf16), LB (bf16 x bf16 -> bf16) or LF (bf16 x bf16 -> "
          "f32)")
      .result();
}

LogicalResult GroupedLinearOp::verify() {
  NamedTensor input("input", getInput()), weight("weight", getWeight()),
      result("result", getResult());
  int64_t groups = getGroups();
  OpRules rules(*this);
  rules.rank(input, 2).rank(weight, 2).rank(result, 2);
  rules.atLeast("groups", groups, 1);
  if (failed(rules.result()))
    return failure();
  return rules.rows(input, {result})
      .dim(input, 1, sizeProduct(weight.dim(1), groups))
      .that(weight.dim(0) % groups == 0, "expected rows of 'weight' in " +
                                             Twine(groups) + " groups, found " +
                                             Twine(weight.dim(0)))
      .dim(result, 1, weight.dim(0))
      .format(weight, "bf16 or FP8 tile",
              isPlain<BFloat16Type>(weight.type) || isFP8Weight(weight.type))
      .result();
}

LogicalResult RopeTableOp::verify() {
  NamedTensor result("result", getResult());
  return OpRules(*this)
      .rows({"positions", getPositions()}, {result})
      .dim(result, 1, 2)
      .dim(result, 2, getRope().getDims() / 2)
      .result();
}

LogicalResult RopeOp::verify() {
  NamedTensor input("input", getInput()), table("table", getTable()),
      result("result", getResult());
  int64_t rank = input.type.getRank();
  OpRules rules(*this);
  rules.that(rank == 2 || rank == 3,
             "expected 'input' of rank 2 or 3, found " + Twine(rank));
  if (failed(rules.result()))
    return failure();
  return rules.sameShape(result, input)
      .format(result, "bf16, AQ8, MXFP4 or NVFP4", isRowFormat(result.type))
      .rows(input, {table})
      .dim(table, 1, 2)
      .that(ShapedType::isDynamic(input.dim(-1)) ||
                table.dim(2) <= input.dim(-1) / 2,
            "expected at most " + Twine(input.dim(-1) / 2) +
                " rotated pairs in 'table', found " + Twine(table.dim(2)))
      .result();
}

LogicalResult QuantizeOp::verify() {
  NamedTensor result("result", getResult());
  return OpRules(*this)
      .sameShape(result, {"input", getInput()})
      .format(result, "AQ8, MXFP4 or NVFP4", isQuantized(result.type))
      .result();
}

LogicalResult DequantizeOp::verify() {
  NamedTensor input("input", getInput());
  return OpRules(*this)
      .sameShape({"result", getResult()}, input)
      .format(input, "#cedar.scaled", getScaled(input.type) != nullptr)
      .result();
}
