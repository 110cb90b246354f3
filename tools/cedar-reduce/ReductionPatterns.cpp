//===- ReductionPatterns.cpp - what to replace ops by ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Residual structure makes most ops replaceable: a layer by its streams and
// mix, an attention by its input, a norm by its input. The numbers change, the
// types do not, so the rest of the module stays valid.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-reduce/ReductionPatterns.h"

#include "dialect/Cedar/IR/CedarOps.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;
using namespace cedar;

namespace {

/// Replaces each used result by the first operand of its type.
struct ForwardOperands : public RewritePattern {
  explicit ForwardOperands(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override;
};

struct CedarReductionInterface : public DialectReductionPatternInterface {
  explicit CedarReductionInterface(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}

  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    patterns.add<ForwardOperands>(patterns.getContext());
  }
};

} // namespace

static Value operandOfType(Operation *op, Type type) {
  auto operands = op->getOperands();
  auto found = llvm::find_if(
      operands, [&](Value operand) { return operand.getType() == type; });
  return found == operands.end() ? Value() : *found;
}

LogicalResult
ForwardOperands::matchAndRewrite(Operation *op,
                                 PatternRewriter &rewriter) const {
  if (!isa_and_nonnull<CedarDialect>(op->getDialect()) || op->use_empty())
    return rewriter.notifyMatchFailure(op, "is no cedar op with used results");
  SmallVector<Value> values;
  for (OpResult result : op->getResults()) {
    values.push_back(operandOfType(op, result.getType()));
    if (!values.back() && !result.use_empty())
      return rewriter.notifyMatchFailure(op,
                                         "has no operand of a result's type");
  }
  rewriter.replaceOp(op, values);
  return success();
}

void cedar::registerReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, CedarDialect *dialect) {
    dialect->addInterfaces<CedarReductionInterface>();
  });
}
