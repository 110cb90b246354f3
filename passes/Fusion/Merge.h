//===- Merge.h - several ops become one -*- C++ -*-------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a fusion of ops of one block has to know about their surroundings:
// where the new op can stand, which values it must give, who reads them.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_FUSION_MERGE_H
#define CEDAR_PASSES_FUSION_MERGE_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace cedar {

/// The ops that one op is to replace.
class Merge {
public:
  /// `ops` are in one block, in program order, at least one.
  explicit Merge(llvm::ArrayRef<mlir::Operation *> ops)
      : ops(ops.begin(), ops.end()) {}

  /// Two ops of the block in the wrong order for a merge: `reader` wants a
  /// value of the new op before `maker` makes one that the new op wants.
  struct Conflict {
    mlir::Operation *reader = nullptr, *maker = nullptr;
    explicit operator bool() const { return reader; }
  };
  Conflict findConflict() const;

  /// Sets `builder` to the place of the new op. There must be no conflict.
  /// References to weights that come later are moved up.
  void setInsertionPoint(mlir::OpBuilder &builder) const;

  /// The type of `value` if an op outside of the merge reads it, else null.
  mlir::Type typeIfRead(mlir::Value value) const;
  /// Lets the readers outside of the merge read `with`.
  void replace(mlir::Value value, mlir::Value with) const;
  /// Erases the ops.
  void erase();

  /// The locations of all ops, that of `first` in front: it names the new op.
  mlir::Location locOf(mlir::Operation *first) const;

private:
  bool isOutside(mlir::OpOperand &use) const {
    return !ops.contains(use.getOwner());
  }
  mlir::Operation *readerOf(mlir::OpOperand &use) const;
  mlir::Operation *lastMaker() const;

  llvm::SmallSetVector<mlir::Operation *, 8> ops;
};

} // namespace cedar

#endif // CEDAR_PASSES_FUSION_MERGE_H
