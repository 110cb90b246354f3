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

double cedar::rowsOf(Value value, const CostShape &shape) {
  while (value) {
    if (!typeOf(value).isDynamicDim(0))
      return dimOf(value, 0);
    Operation *op = value.getDefiningOp();
    if (isa_and_nonnull<TakeRowsOp>(op))
      return shape.outRows;
    if (!isa_and_nonnull<PrimitiveOpInterface>(op) ||
        !isa<RankedTensorType>(op->getOperand(0).getType()))
      return shape.rows;
    value = op->getOperand(0);
  }
  return shape.rows;
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
