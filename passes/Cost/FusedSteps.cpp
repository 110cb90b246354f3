//===- FusedSteps.cpp - which ops one launch could compute --------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/FusedSteps.h"

#include "dialect/Cedar/IR/CedarOps.h"
#include "passes/Analysis/RowDemand.h"

using namespace mlir;

namespace cedar {

/// FLOPs per byte of its own rows below which an op is a step. Norm, rotation
/// and rounding have 1 to 3, products of matrices hundreds.
static constexpr double stepIntensity = 16;

/// A tensor with a row for each row of a call.
static bool isRowValue(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() > 0 && type.isDynamicDim(0);
}

static bool isMatrix(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() > 1 && type.hasStaticShape();
}

/// `value` before reshapes that keep its rows.
static Value behindReshapes(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isRowReshape(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

void RowBytes::add(Value value) {
  RowCount count = rowCountOf(value);
  double bytes = rowBytes(typeOf(value));
  if (count.kind == RowCount::batch)
    batch += bytes;
  else if (count.kind == RowCount::asked)
    asked += bytes;
  else
    fixed += bytes * count.number;
}

bool isStep(Operation *op) {
  auto rows = dyn_cast<RowDemandOpInterface>(op);
  auto cost = dyn_cast<CostOpInterface>(op);
  if (!rows || !cost || rows.picksRows() ||
      llvm::any_of(op->getOperands(), isMatrix))
    return false;
  RowDemand one = RowDemand::last(1);
  if (!llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
        return rows.getOperandRows(operand, one) == one;
      }))
    return false;
  OpCost atOneRow = cost.getCost(CostShape());
  double moved = atOneRow.activationReadBytes + atOneRow.activationWriteBytes;
  return atOneRow.totalFlops() <= stepIntensity * moved;
}

namespace {

class Grouping {
public:
  explicit Grouping(func::FuncOp function) {
    function.walk([&](CostOpInterface op) { place(op); });
    for (FusedGroup &group : groups)
      countRows(group);
  }

  std::vector<FusedGroup> take() { return std::move(groups); }

private:
  void place(Operation *op) {
    auto found = groupOf.end();
    if (op->getNumOperands() && isStep(op))
      found = groupOf.find(behindReshapes(op->getOperand(0)).getDefiningOp());
    size_t index = groups.size();
    if (found != groupOf.end())
      index = found->second;
    else
      groups.emplace_back();
    groups[index].ops.push_back(op);
    groupOf[op] = index;
  }

  /// Whether an op that is not of `group` reads `value`, reshaped or not.
  bool leaves(Value value, const FusedGroup &group) const {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      if (isRowReshape(user))
        return leaves(user->getResult(0), group);
      return !llvm::is_contained(group.ops, user);
    });
  }

  void countRows(FusedGroup &group) const {
    SmallVector<Value> entered;
    for (Operation *op : group.ops) {
      for (Value operand : op->getOperands()) {
        Value value = behindReshapes(operand);
        if (isRowValue(value) && !llvm::is_contained(entered, value) &&
            !llvm::is_contained(group.ops, value.getDefiningOp())) {
          entered.push_back(value);
          group.read.add(value);
        }
      }
      for (Value result : op->getResults())
        if (isRowValue(result) && leaves(result, group))
          group.written.add(result);
    }
  }

  std::vector<FusedGroup> groups;
  DenseMap<Operation *, size_t> groupOf;
};

} // namespace

std::vector<FusedGroup> groupSteps(func::FuncOp function) {
  return Grouping(function).take();
}

} // namespace cedar
