//===- CedarMoEVerifiers.cpp - mixture of experts -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of the ops of CedarMoEOps.td: E experts, k of them for each row.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/OpRules.h"
#include "dialect/Cedar/IR/SymbolRules.h"

using namespace mlir;
using namespace cedar;

LogicalResult MoEOp::verify() {
  NamedTensor input("input", getInput()), experts("experts", getExperts());
  return OpRules(*this)
      .rows(input, {{"kind", getKind()}, experts})
      .sameShape({"result", getResult()}, input)
      .atLeast("topk", getTopk(), 1)
      .dim(experts, 1, getTopk())
      .notNegative("limit", getLimit())
      .finite("routeScale", getRouteScale())
      .positive("gateTemperature", getGateTemperature())
      .result();
}

LogicalResult MoEOp::verifySymbolUses(SymbolTableCollection &tables) {
  PathWeights weights(*this, tables);
  int64_t width = NamedTensor("input", getInput()).dim(1);
  int64_t experts = weights.dim("gate.weight", 0);
  int64_t inner = weights.dim("experts.w1.weight", 1);
  int64_t shared = weights.dim("shared_experts.w1.weight", 0);
  weights.shape("gate.weight", {experts, width})
      .shape("gate.bias", {experts})
      .shape("gate.bias_vl", {experts})
      .shape("experts.w1.weight", {experts, inner, width})
      .shape("experts.w2.weight", {experts, width, inner})
      .shape("experts.w3.weight", {experts, inner, width})
      .shape("shared_experts.w1.weight", {shared, width})
      .shape("shared_experts.w2.weight", {width, shared})
      .shape("shared_experts.w3.weight", {shared, width});
  if (failed(weights.result()))
    return failure();
  return OpRules(*this).atMost("topk", getTopk(), experts).result();
}

LogicalResult RouteOp::verify() {
  NamedTensor logits("logits", getLogits()), experts("experts", getExperts()),
      weights("weights", getWeights());
  int64_t count = logits.dim(1);
  OpRules rules(*this);
  rules.rows(logits, {{"kind", getKind()}, experts, weights})
      .dim({"bias", getBias()}, 0, count)
      .dim({"biasVl", getBiasVl()}, 0, count)
      .atLeast("topk", getTopk(), 1);
  if (!ShapedType::isDynamic(count))
    rules.atMost("topk", getTopk(), count);
  return rules.dim(experts, 1, getTopk())
      .dim(weights, 1, getTopk())
      .finite("routeScale", getRouteScale())
      .positive("gateTemperature", getGateTemperature())
      .result();
}

LogicalResult ExpertLinearOp::verify() {
  NamedTensor input("input", getInput()), weight("weight", getWeight()),
      experts("experts", getExperts()), result("result", getResult());
  int64_t rank = input.type.getRank();
  OpRules rules(*this);
  rules.that(rank == 2 || rank == 3,
             "expected 'input' of rank 2 or 3, found " + Twine(rank));
  if (failed(rules.result()))
    return failure();
  if (rank == 3)
    rules.dim(input, 1, experts.dim(1));
  return rules.rows(input, {experts, result})
      .dim(weight, 2, input.dim(-1))
      .dim(result, 1, experts.dim(1))
      .dim(result, 2, weight.dim(1))
      .format(input, "AQ8", isAQ8(input.type))
      .format(weight, "FP8 tile or FP4 row",
              isFP8Weight(weight.type) || isFP4Weight(weight.type))
      .result();
}

LogicalResult SwigluOp::verify() {
  NamedTensor gate("gate", getGate()), result("result", getResult());
  OpRules rules(*this);
  rules.rank(gate, getWeight() ? 3 : 2);
  if (failed(rules.result()))
    return failure();
  if (getWeight()) {
    NamedTensor weight("weight", getWeight());
    rules.rows(gate, {weight}).dim(weight, 1, gate.dim(1));
  }
  return rules.sameShape({"up", getUp()}, gate)
      .sameShape(result, gate)
      .format(result, "bf16, AQ8, MXFP4 or NVFP4",
              isPlain<BFloat16Type>(result.type) || isQuantized(result.type))
      .notNegative("limit", getLimit())
      .result();
}

LogicalResult ExpertCombineOp::verify() {
  NamedTensor outputs("outputs", getOutputs()), shared("shared", getShared()),
      experts("experts", getExperts());
  return OpRules(*this)
      .rows(outputs, {experts, shared})
      .dim(experts, 1, outputs.dim(1))
      .dim(shared, 1, outputs.dim(2))
      .sameShape({"result", getResult()}, shared)
      .result();
}
