//===- FusedSteps.h - which ops one launch could compute -*- C++ -*------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A floor must not charge a value that never has to leave the chip. A step is
// an op that works on each row for itself, multiplies no matrix and computes
// little per byte (norm, rotation, rounding, SwiGLU, ...): it can run where its
// first operand is made. An op with the steps behind it is a group. Of a
// group's rows only those that enter or leave it move.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_COST_FUSEDSTEPS_H
#define CEDAR_PASSES_COST_FUSEDSTEPS_H

#include "dialect/Cedar/IR/CostRows.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace cedar {

/// Bytes of values by where their number of rows comes from.
struct RowBytes {
  double batch = 0, asked = 0, fixed = 0;

  void add(mlir::Value value);
  double in(const CostShape &shape) const {
    return batch * shape.rows + asked * shape.outRows + fixed;
  }
};

struct FusedGroup {
  std::vector<mlir::Operation *> ops; ///< the first is no step, if one is not
  RowBytes read, written;             ///< rows that enter and leave
};

/// Whether `op` is a step (see above).
bool isStep(mlir::Operation *op);

/// The groups of the ops with a cost in `function`, in program order.
std::vector<FusedGroup> groupSteps(mlir::func::FuncOp function);

} // namespace cedar

#endif // CEDAR_PASSES_COST_FUSEDSTEPS_H
