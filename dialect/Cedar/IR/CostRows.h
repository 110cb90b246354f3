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

/// Where the number of a value's rows comes from: all rows of the batch, those
/// asked for behind a `take_rows`, or a number in the type.
struct RowCount {
  enum Kind { batch, asked, fixed } kind = batch;
  double number = 0; ///< if fixed

  double in(const CostShape &shape) const;
};

RowCount rowCountOf(mlir::Value value);

/// Rows of a value at run time.
double rowsOf(mlir::Value value, const CostShape &shape);

/// FLOPs in f32, and the rows of `inputs` and `outputs` once.
OpCost streamCost(double rows, double flops, mlir::ValueRange inputs,
                  mlir::ValueRange outputs);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_COSTROWS_H
