//===- CedarRowDemand.cpp - rows that the primitives read -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `RowDemandOpInterface` of the primitives that do not work row by row: those
// that look back at earlier rows of a sequence, and those that leave rows in a
// state.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;
using namespace cedar;

/// A group closes with its last row: the op reads the `ratio` - 1 rows before.
RowDemand CSA2PoolOp::getOperandRows(OpOperand &operand, RowDemand demand) {
  if (operand.get() == getValues() || operand.get() == getScores())
    return demand.lookBack(getRatio() - 1);
  return demand;
}

/// The longest n-gram has as many tokens as there are multipliers.
RowDemand NgramHashOp::getOperandRows(OpOperand &operand, RowDemand demand) {
  if (operand.get() == getIds())
    return demand.lookBack(getMultipliers().size() - 1);
  return demand;
}

/// Every query sees the window that ends with its own row.
RowDemand SparseAttentionOp::getOperandRows(OpOperand &operand,
                                            RowDemand demand) {
  if (operand.get() == getKv() && !getBegin())
    return demand.lookBack(getWindow().getType().getRows() - 1);
  return demand;
}

bool SparseAttentionOp::canBoundHistory() { return !getBegin(); }

void SparseAttentionOp::boundHistory(Value begin) {
  getBeginMutable().assign(begin);
}

bool TakeRowsOp::picksRows() { return true; }

/// A ring keeps its last rows.
RowDemand StateStageOp::getEffectRows() {
  return RowDemand::last(getState().getType().getRows());
}

/// An entry that is never appended is missing for ever.
RowDemand StateAppendOp::getEffectRows() { return RowDemand::all(); }
