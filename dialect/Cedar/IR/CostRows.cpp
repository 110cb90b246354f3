//===- CostRows.cpp - rows and sizes of tensors for costs -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CostRows.h"

#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;
using namespace cedar;

double RowCount::in(const CostShape &shape) const {
  switch (kind) {
  case batch:
    return shape.rows;
  case asked:
    return shape.outRows;
  case fixed:
    return number;
  }
  llvm_unreachable("every kind returns");
}

RowCount cedar::rowCountOf(Value value) {
  while (value) {
    if (!typeOf(value).isDynamicDim(0))
      return {RowCount::fixed, dimOf(value, 0)};
    Operation *op = value.getDefiningOp();
    if (isa_and_nonnull<TakeRowsOp>(op))
      return {RowCount::asked};
    if (!isa_and_nonnull<PrimitiveOpInterface>(op) ||
        !isa<RankedTensorType>(op->getOperand(0).getType()))
      return {RowCount::batch};
    value = op->getOperand(0);
  }
  return {RowCount::batch};
}

double cedar::rowsOf(Value value, const CostShape &shape) {
  return rowCountOf(value).in(shape);
}

OpCost cedar::streamCost(double rows, double flops, ValueRange inputs,
                         ValueRange outputs) {
  OpCost cost;
  cost.flopsF32 = flops;
  for (Value input : inputs)
    cost.activationReadBytes += rows * rowBytes(typeOf(input));
  for (Value output : outputs)
    cost.activationWriteBytes += rows * rowBytes(typeOf(output));
  return cost;
}
