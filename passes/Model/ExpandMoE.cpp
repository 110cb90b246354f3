//===- ExpandMoE.cpp - mixture of experts in primitives -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 3.13: routing, the chosen experts and the shared expert on one quantised
// input, and their sum.
//
//===----------------------------------------------------------------------===//

#include "passes/Model/PrimitiveBuilder.h"

using namespace mlir;

namespace cedar {
namespace {

class MoEExpander {
public:
  MoEExpander(MoEOp op, const SymbolTable &symbols)
      : op(op), p(op, symbols, op.getKind()), b(p.b) {}

  Expansion run();

private:
  RouteOp route();
  Value routed(Value input8, RouteOp route);
  Value shared(Value input8);
  Value expertLinear(Value input, Value experts, StringRef name);

  MoEOp op;
  PrimitiveBuilder p;
  OpBuilder &b;
};

} // namespace

Expansion MoEExpander::run() {
  RouteOp choice = route();
  Value input8 = p.aq8(op.getInput());
  Value outputs = routed(input8, choice);
  Value result =
      ExpertCombineOp::create(b, p.loc, op.getResult().getType(), outputs,
                              choice.getExperts(), shared(input8));
  return {result, choice.getExperts()};
}

RouteOp MoEExpander::route() {
  Value logits = p.linearF32(op.getInput(), "gate.weight");
  int64_t k = op.getTopk();
  auto choice = RouteOp::create(
      b, p.loc, p.rows({k}, b.getI32Type()), p.rows({k}, b.getF32Type()),
      logits, op.getKind(), p.weight("gate.bias"), p.weight("gate.bias_vl"),
      op.getTopkAttr(), op.getRouteScaleAttr(), op.getGateTemperatureAttr(),
      op.getNormalizeAttr());
  p.tapInner(choice.getWeights(), "weights");
  return choice;
}

Value MoEExpander::expertLinear(Value input, Value experts, StringRef name) {
  Value matrix = p.weight(name);
  int64_t n = cast<RankedTensorType>(matrix.getType()).getDimSize(1);
  return ExpertLinearOp::create(
      b, p.loc, p.rows({int64_t(op.getTopk()), n}, b.getBF16Type()), input,
      experts, matrix);
}

/// Outputs of the chosen experts; the routing weight enters before w2.
Value MoEExpander::routed(Value input8, RouteOp choice) {
  Value experts = choice.getExperts();
  Value gate = expertLinear(input8, experts, "experts.w1.weight");
  Value up = expertLinear(input8, experts, "experts.w3.weight");
  Value hidden = SwigluOp::create(b, p.loc, gate.getType(), gate, up,
                                  choice.getWeights(), op.getLimitAttr());
  return expertLinear(p.aq8(hidden), experts, "experts.w2.weight");
}

Value MoEExpander::shared(Value input8) {
  Value gate = p.linear(input8, "shared_experts.w1.weight");
  Value up = p.linear(input8, "shared_experts.w3.weight");
  Value hidden = SwigluOp::create(b, p.loc, gate.getType(), gate, up,
                                  /*weight=*/Value(), op.getLimitAttr());
  return p.linear(p.aq8(hidden), "shared_experts.w2.weight");
}

Expansion expandMoE(MoEOp op, const SymbolTable &symbols) {
  return MoEExpander(op, symbols).run();
}

} // namespace cedar
