//===- RowDemand.h - which rows an entry must compute -*- C++ -*-----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A backward data-flow analysis over the rows of every value of an entry. What
// the entry returns and what its ops leave in states is needed; an op's
// operands are needed as far as its needed rows read them
// (RowDemandOpInterface).
//
//     cedar.state_append %c ...                 %c all
//     %o = cedar.sparse_attention %q, %kv ...   %o last 16: %q last 16,
//                                               %kv last 31 (a window of 16)
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_ANALYSIS_ROWDEMAND_H
#define CEDAR_PASSES_ANALYSIS_ROWDEMAND_H

#include "dialect/Cedar/IR/CedarOps.h"

#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cedar {

/// What the caller of an entry promises.
struct RowDemandOptions {
  /// The rows that a list of rows (`out_rows`) may name.
  RowDemand picked = RowDemand::all();
  /// The most last rows that can be computed apart from the others. An op that
  /// would have to look further back needs all rows.
  RowDemand segment = RowDemand::all();
  /// Which of the ops that can bound their history do so.
  std::function<bool(mlir::Operation *)> isBounded = [](mlir::Operation *) {
    return false;
  };
};

/// Rows of a value, and the op for which most of them are needed.
struct DemandedRows {
  RowDemand rows;
  mlir::Operation *origin = nullptr; ///< the first one in program order

  bool operator==(const DemandedRows &other) const {
    return rows == other.rows && origin == other.origin;
  }
};

/// The demands of one entry.
class RowDemandAnalysis {
public:
  RowDemandAnalysis(mlir::func::FuncOp entry, RowDemandOptions options);

  /// Rows of a value that somebody reads.
  DemandedRows of(mlir::Value value) const;
  /// Rows that an op must process.
  DemandedRows of(mlir::Operation *op) const;
  /// Whether the op reads further back than the segment goes, so that it is
  /// computed for all rows.
  bool needsAllRows(mlir::Operation *op) const;

private:
  RowDemandOptions options;
  mlir::DataFlowSolver solver;
};

/// What an origin of a demand is called: the state that its op writes, or the
/// function whose result it is.
std::string describeOrigin(mlir::Operation *origin);

/// Whether an op only gives its operand another shape, row by row.
bool isRowReshape(mlir::Operation *op);

} // namespace cedar

#endif // CEDAR_PASSES_ANALYSIS_ROWDEMAND_H
