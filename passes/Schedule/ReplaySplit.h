//===- ReplaySplit.h - where bounded replay cuts a model -*- C++ -*--------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounded replay (SPEC 5.3) runs part of a model on all rows of a prompt, and
// the rest once, on its last rows (the segment). Nothing of the cut is given:
// it follows from RowDemand.
//
//     needed:  paged states        all rows
//              rings               their last rows
//              logits              rows of the segment
//     cut:     windows begin at the first row of the segment
//
//     all rows   ops that a paged state needs, or that look behind the segment
//     segment    the others
//     anywhere   references, and what follows from positions alone
//
// Values that ops of the segment take from ops on all rows are kept in rings of
// the segment's length. Cheap row-wise ops are computed again instead where
// that makes the rings smaller: of layer 20's input, the normalised collapse,
// its streams are kept anyway, so only the mix is kept beside them.
//
// A model is not cut, and replay is the exact prefill, if
//   - nothing is appended to a paged state: the rows before the segment would
//   be
//     forgotten;
//   - no layer lies wholly behind the last one that appends: nothing to save;
//   - a value at the cut cannot be kept in a ring.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_SCHEDULE_REPLAYSPLIT_H
#define CEDAR_PASSES_SCHEDULE_REPLAYSPLIT_H

#include "passes/Analysis/RowDemand.h"

#include <memory>

namespace cedar {

/// Which windows bounded replay cuts.
enum class ReplayForm {
  /// Those of every op of the segment (the tech report's form).
  Bounded,
  /// The same, but the last layer that appends to a paged state attends to its
  /// exact window (vLLM's form).
  SourceExact
};

/// Where an op of the model is computed.
enum class ReplayPart {
  Nowhere,  ///< nobody needs it
  Anywhere, ///< in both parts
  AllRows,
  Segment
};

class ReplaySplit {
public:
  ReplaySplit(mlir::func::FuncOp forward, ReplayForm form);

  /// Why the model is not cut; empty if it is.
  llvm::StringRef obstacle() const { return reason; }
  /// What to change to have it cut.
  llvm::StringRef advice() const { return suggestion; }

  /// Number of rows of the segment.
  int64_t segment() const { return segmentRows; }
  /// The layer that appends last.
  int64_t sourceLayer() const { return source; }
  ReplayPart partOf(mlir::Operation *op) const { return parts.lookup(op); }
  /// Whether an op on all rows is computed again for the segment.
  bool isRecomputed(mlir::Operation *op) const {
    return recomputed.contains(op);
  }
  /// Whether an op of the segment must not look behind its first row.
  bool isBounded(mlir::Operation *op) const;
  /// Values to keep in rings, in program order.
  llvm::ArrayRef<mlir::Value> kept() const { return keptValues; }

  const RowDemandAnalysis &demands() const { return *analysis; }

private:
  bool checkInputs();
  void cut();
  void place();
  ReplayPart placeOne(mlir::Operation &op) const;
  bool isAnywhere(mlir::Value value) const;
  int64_t longestStagedRing() const;
  bool checkResults();
  bool checkLayers();
  llvm::SmallVector<mlir::Value> crossing();
  void fail(const llvm::Twine &why, const llvm::Twine &advice);

  mlir::func::FuncOp forward;
  ReplayForm form;
  int64_t segmentRows = 0, source = -1;
  std::unique_ptr<RowDemandAnalysis> analysis;
  llvm::DenseMap<mlir::Operation *, ReplayPart> parts;
  llvm::DenseSet<mlir::Operation *> recomputed;
  llvm::SmallVector<mlir::Value> keptValues;
  std::string reason, suggestion;
};

/// The state that an op writes or reads through `state`, by its reference.
StateOp stateOf(mlir::Value state);

/// Whether the op must process all rows for what it leaves in a state.
bool appendsRows(mlir::Operation &op);

/// Rows of the ring that the op fills, or 0.
int64_t filledRows(mlir::Operation &op);

/// The input of an entry that says where rows are, by name, or null. Unlike
/// what rows hold, every call gets it anew.
mlir::Value layoutInput(mlir::func::FuncOp entry, llvm::StringRef name);

/// Values at a cut, with as few bytes per row as recomputing cheap ops gives.
/// `crossing` are the values needed behind it; `isFree` those that cost
/// nothing. Adds the ops to compute again to `recomputed`.
llvm::SmallVector<mlir::Value>
shrinkCut(llvm::ArrayRef<mlir::Value> crossing,
          llvm::function_ref<bool(mlir::Value)> isFree,
          llvm::DenseSet<mlir::Operation *> &recomputed);

/// Bytes of one row of a value in a ring; nothing if no ring can keep it.
std::optional<int64_t> keptRowBytes(mlir::Value value);

} // namespace cedar

#endif // CEDAR_PASSES_SCHEDULE_REPLAYSPLIT_H
