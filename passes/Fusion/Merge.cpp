//===- Merge.cpp - several ops become one ---------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Fusion/Merge.h"

#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

/// The op behind which all operands of the new op are there: the first of the
/// merged ones, or a later op that makes an operand.
Operation *Merge::lastMaker() const {
  Operation *last = ops.front();
  for (Operation *op : ops)
    for (Value operand : op->getOperands()) {
      Operation *maker = operand.getDefiningOp();
      if (maker && !ops.contains(maker) && !isa<WeightRefOp>(maker) &&
          last->isBeforeInBlock(maker))
        last = maker;
    }
  return last;
}

/// The op of the block that reads, itself or in a region.
Operation *Merge::readerOf(OpOperand &use) const {
  return ops.front()->getBlock()->findAncestorOpInBlock(*use.getOwner());
}

Merge::Conflict Merge::findConflict() const {
  Operation *maker = lastMaker();
  for (Operation *op : ops)
    for (OpOperand &use : op->getUses())
      if (isOutside(use) && !maker->isBeforeInBlock(readerOf(use)))
        return {use.getOwner(), maker};
  return {};
}

void Merge::setInsertionPoint(OpBuilder &builder) const {
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if (auto weight = operand.getDefiningOp<WeightRefOp>();
          weight && ops.front()->isBeforeInBlock(weight))
        weight->moveBefore(ops.front());
  builder.setInsertionPointAfter(lastMaker());
}

Type Merge::typeIfRead(Value value) const {
  bool isRead = llvm::any_of(value.getUses(),
                             [&](OpOperand &use) { return isOutside(use); });
  return isRead ? value.getType() : Type();
}

void Merge::replace(Value value, Value with) const {
  if (with)
    value.replaceUsesWithIf(with,
                            [&](OpOperand &use) { return isOutside(use); });
}

void Merge::erase() {
  for (Operation *op : llvm::reverse(ops))
    op->erase();
  ops.clear();
}

Location Merge::locOf(Operation *first) const {
  SmallVector<Location> locs{first->getLoc()};
  for (Operation *op : ops)
    locs.push_back(op->getLoc());
  return FusedLoc::get(first->getContext(), locs);
}

} // namespace cedar
