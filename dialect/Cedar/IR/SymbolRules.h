//===- SymbolRules.h - rules of symbol users -*- C++ -*--------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layer op names its weights by a path and its states by symbols. These
// classes look them up and report the first that is missing or does not fit.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_SYMBOLRULES_H
#define CEDAR_DIALECT_CEDAR_IR_SYMBOLRULES_H

#include "dialect/Cedar/IR/CedarOps.h"

namespace cedar {

/// The weight or state named `symbol`, or null after an error at `op`.
WeightOp findWeight(mlir::Operation *op, mlir::SymbolTableCollection &tables,
                    mlir::StringAttr symbol);
StateOp findState(mlir::Operation *op, mlir::SymbolTableCollection &tables,
                  mlir::StringAttr symbol);

/// The state named `symbol`, which holds `role`, or null after an error at
/// `op`.
StateType findState(mlir::Operation *op, mlir::SymbolTableCollection &tables,
                    mlir::FlatSymbolRefAttr symbol, llvm::StringRef role);

/// The weights below a path of the checkpoint.
class PathWeights {
public:
  PathWeights(LayerOpInterface op, mlir::SymbolTableCollection &tables)
      : op(op), tables(tables) {}

  /// The weight `<path>.<suffix>` exists and has this shape, in which a dynamic
  /// size stands for any.
  PathWeights &shape(llvm::StringRef suffix, llvm::ArrayRef<int64_t> expected);

  /// Size of a dimension of `<path>.<suffix>`, dynamic if there is none.
  int64_t dim(llvm::StringRef suffix, unsigned index);

  mlir::LogicalResult result() const { return mlir::failure(broken); }

private:
  mlir::StringAttr symbol(llvm::StringRef suffix) const;

  LayerOpInterface op;
  mlir::SymbolTableCollection &tables;
  bool broken = false;
};

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_SYMBOLRULES_H
