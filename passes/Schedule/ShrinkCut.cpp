//===- ShrinkCut.cpp - recompute instead of keep --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Greedy: each value of the cut, the last first, is traced back through cheap
// row-wise ops, and what has been met with the fewest bytes takes its place.
//
//     kept: x [4, D] bf16, u [D] bf16        50 KB a row at D = 5120
//           u = rms_norm(collapse(x, a))
//     kept: x [4, D] bf16, a [4] f32         41 KB
//
// Not a minimum cut: values are replaced one by one, which is enough where few
// values cross.
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/ReplaySplit.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cedar {

/// FLOPs per byte moved up to which computing again is cheap: norms, collapses,
/// rotations and quantisers have a few, products with a weight many more.
static constexpr double cheapIntensity = 16;

std::optional<int64_t> keptRowBytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.isDynamicDim(0) || (type.getRank() > 2 && getScaled(type)))
    return std::nullopt;
  ArrayRef<int64_t> row = type.getShape().drop_front();
  if (llvm::any_of(row, ShapedType::isDynamic))
    return std::nullopt;
  if (getScaled(type))
    return packedRowBytes(type);
  int64_t bits = type.getElementTypeBitWidth();
  for (int64_t size : row)
    bits *= size;
  return bits / 8;
}

/// Whether row t of the op's results follows from row t of its operands, with
/// little arithmetic.
static bool isCheap(Operation *op) {
  if (!op || !isPure(op))
    return false;
  if (isRowReshape(op))
    return true;
  auto rows = dyn_cast<RowDemandOpInterface>(op);
  auto cost = dyn_cast<CostOpInterface>(op);
  if (!rows || !cost || rows.picksRows())
    return false;
  bool isLocal = llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    return rows.getOperandRows(operand, RowDemand::last(1)) ==
           RowDemand::last(1);
  });
  OpCost one = cost.getCost(CostShape());
  double moved = one.activationReadBytes + one.activationWriteBytes;
  return isLocal && one.totalFlops() <= cheapIntensity * moved;
}

namespace {

/// The search for what stands for one value.
class Frontier {
public:
  Frontier(Value value, ArrayRef<Value> kept,
           llvm::function_ref<bool(Value)> isFree)
      : kept(kept), isFree(isFree), current{value} {
    best = current;
    leastBytes = bytes();
    while (expand())
      if (int64_t now = bytes(); now < leastBytes) {
        leastBytes = now;
        best = current;
        bestOps = ops;
      }
  }

  SmallVector<Value> best;
  SmallVector<Operation *> bestOps;

private:
  /// Whether a value is there without keeping it for this one.
  bool costsNothing(Value value) {
    return isFree(value) || llvm::is_contained(kept, value);
  }

  int64_t bytes() {
    int64_t total = 0;
    for (Value value : current)
      if (!costsNothing(value))
        total += keptRowBytes(value).value_or(INT32_MAX);
    return total;
  }

  /// Puts the operands of the last op in the place of its results.
  bool expand() {
    Operation *last = nullptr;
    for (Value value : current)
      if (Operation *op = value.getDefiningOp(); op && !costsNothing(value))
        if (!last || last->isBeforeInBlock(op))
          last = op;
    if (!isCheap(last))
      return false;
    llvm::erase_if(current, [&](Value v) { return v.getDefiningOp() == last; });
    for (Value operand : last->getOperands())
      if (!llvm::is_contained(current, operand))
        current.push_back(operand);
    ops.push_back(last);
    return true;
  }

  ArrayRef<Value> kept;
  llvm::function_ref<bool(Value)> isFree;
  SmallVector<Value> current;
  SmallVector<Operation *> ops;
  int64_t leastBytes;
};

} // namespace

/// Arguments first, then in program order.
static bool comesBefore(Value a, Value b) {
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  if (first && second && first != second)
    return first->isBeforeInBlock(second);
  if (first && second)
    return cast<OpResult>(a).getResultNumber() <
           cast<OpResult>(b).getResultNumber();
  if (!first && !second)
    return cast<BlockArgument>(a).getArgNumber() <
           cast<BlockArgument>(b).getArgNumber();
  return !first;
}

SmallVector<Value> shrinkCut(ArrayRef<Value> crossing,
                             llvm::function_ref<bool(Value)> isFree,
                             llvm::DenseSet<Operation *> &recomputed) {
  SmallVector<Value> kept(crossing), order(crossing);
  llvm::sort(order, comesBefore);
  for (Value value : llvm::reverse(order)) {
    llvm::erase(kept, value);
    Frontier frontier(value, kept, isFree);
    recomputed.insert_range(frontier.bestOps);
    for (Value other : frontier.best)
      if (!isFree(other) && !llvm::is_contained(kept, other))
        kept.push_back(other);
  }
  llvm::sort(kept, comesBefore);
  return kept;
}

} // namespace cedar
