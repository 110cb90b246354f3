//===- DenseBaseline.cpp - what dense attention would cost --------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Reports/DenseBaseline.h"

#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

/// Every row attends to all tokens before it and to itself.
static OpCost denseAttention(SparseAttentionOp op, const CostShape &shape) {
  double heads = dimOf(op.getQuery(), 1), channels = dimOf(op.getQuery(), 2);
  double added = double(shape.rows) / double(shape.sequences);
  double last = double(shape.context) + added;
  double pairs = double(shape.rows) * heads *
                 meanCapped(double(shape.context), added, last);
  OpCost cost;
  cost.flopsBF16 = 4 * pairs * channels;
  cost.flopsF32 = 4 * pairs;
  cost.cacheReadBytes = double(shape.sequences) * last * denseLatentBytes;
  cost.cacheWriteBytes = double(shape.rows) * denseLatentBytes;
  return cost;
}

/// The ops that the results of `entry` need if no attention needs a selection.
static DenseSet<Operation *> opsWithoutSelections(func::FuncOp entry) {
  DenseSet<Operation *> needed;
  SmallVector<Value> open(
      entry.getBody().front().getTerminator()->getOperands());
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || !needed.insert(op).second)
      continue;
    auto attention = dyn_cast<SparseAttentionOp>(op);
    for (Value operand : op->getOperands())
      if (!attention || operand != attention.getSelection())
        open.push_back(operand);
  }
  return needed;
}

Figures denseBaseline(const EntryCosts &entry, const CostShape &shape,
                      const Machine &machine) {
  std::vector<OpCost> costs = entry.costsAt(shape);
  for (const EntryCosts::Site &site : entry.sites()) {
    if (auto attention = dyn_cast<SparseAttentionOp>(site.op))
      costs[site.costIndex] = denseAttention(attention, shape);
    else if (isa<StateStageOp, StateAppendOp>(site.op))
      costs[site.costIndex] = OpCost();
  }
  DenseSet<Operation *> needed = opsWithoutSelections(entry.entry());
  return entry.floorOf(costs, shape, machine, [&](Operation *first) {
    return needed.contains(first);
  });
}

} // namespace cedar
