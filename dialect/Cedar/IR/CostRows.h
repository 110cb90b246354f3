//===- CostRows.h - rows and sizes of tensors for costs -*- C++ -*---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the costs of primitives take from their operands.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_COSTROWS_H
#define CEDAR_DIALECT_CEDAR_IR_COSTROWS_H

#include "dialect/Cedar/IR/CostFormulas.h"

namespace cedar {

inline mlir::RankedTensorType typeOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

inline double dimOf(mlir::Value value, unsigned index) {
  return typeOf(value).getDimSize(index);
}

/// Rows of a value at run time: those asked for behind a `take_rows`, all rows
/// of the batch before.
double rowsOf(mlir::Value value, const CostShape &shape);

/// FLOPs in f32, and the rows of `inputs` and `outputs` once.
OpCost streamCost(double rows, double flops, mlir::ValueRange inputs,
                  mlir::ValueRange outputs);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_COSTROWS_H
