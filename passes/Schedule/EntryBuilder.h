//===- EntryBuilder.h - entries from @forward -*- C++ -*-------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the entries of an artifact are put together: copies of `@forward`, its
// two parts under bounded replay, and what commits the rows that an entry
// stages.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_SCHEDULE_ENTRYBUILDER_H
#define CEDAR_PASSES_SCHEDULE_ENTRYBUILDER_H

#include "dialect/Cedar/IR/EntryAttributes.h"
#include "passes/Schedule/ReplaySplit.h"

#include "mlir/IR/IRMapping.h"

namespace cedar {

/// The values at the cut of a model and the rings that keep them.
class ReplayRings {
public:
  /// Adds the rings to the module, and to `forward` what stages them, so that
  /// every entry keeps them up to date.
  ReplayRings(mlir::func::FuncOp forward, const ReplaySplit &split);

  /// The part of `forward` that all rows go through; it returns nothing.
  mlir::func::FuncOp buildAllRows(llvm::StringRef name);
  /// The rest, on rows that are read from the rings.
  mlir::func::FuncOp buildSegment(llvm::StringRef name);

  llvm::ArrayRef<StateOp> getStates() const { return states; }

private:
  StateOp createState(mlir::Value value);
  void stage(mlir::Value value, StateOp state);
  mlir::Value read(mlir::OpBuilder &b, mlir::Value value, StateOp state,
                   const mlir::IRMapping &mapping);
  mlir::func::FuncOp createEmpty(llvm::StringRef name, bool hasResults,
                                 mlir::IRMapping &mapping);

  mlir::func::FuncOp forward;
  const ReplaySplit &split;
  llvm::SmallVector<StateOp> states; ///< one per kept value
  llvm::DenseSet<mlir::Operation *> stagingOps;
};

/// Where `forward` is, under the name of an entry that is made of it.
mlir::Location entryLocation(mlir::func::FuncOp forward, llvm::StringRef name);

/// Erases what nothing uses: ops without effects, then arguments.
void eraseUnused(mlir::func::FuncOp entry);

/// Why no entry can regenerate the rings of a cached prefix; empty if one can.
llvm::StringRef obstacleToResume(mlir::func::FuncOp base);

/// Builds the entry that regenerates the rings which `base` fills from the last
/// rows of a cached prefix, in front of `before`.
mlir::func::FuncOp buildResume(mlir::func::FuncOp base,
                               mlir::func::FuncOp before, llvm::StringRef name);

/// Gives every entry the function that commits the rings it stages. Entries
/// that stage the same rings share one; that of `main` is called @commit.
void buildCommits(mlir::ModuleOp module, llvm::StringRef main);

} // namespace cedar

#endif // CEDAR_PASSES_SCHEDULE_ENTRYBUILDER_H
