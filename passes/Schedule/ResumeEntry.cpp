//===- ResumeEntry.cpp - going on behind a cached prefix ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a prefix of P tokens only the paged states are there (SPEC 5.4). The rows
// [P - n, P), n the longest ring, go through what @prefill_replay computes of
// all rows, so that the rings, tails and contexts are there as well.
//
//     @prefill_replay                    @prefill_resume
//       %o = sparse_attention %q ...       ... begin(%length)
//       state_append %entry ...            gone: the entries are cached
//       state_stage %kv, %ring             state_stage %kv, %ring
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/EntryBuilder.h"

using namespace mlir;

namespace cedar {

static bool canBound(Operation &op) {
  auto rows = dyn_cast<RowDemandOpInterface>(op);
  return rows && rows.canBoundHistory();
}

/// Lets ops look back no further than to the first row of the call.
static void boundAll(func::FuncOp entry) {
  Value begin = layoutInput(entry, "length");
  for (Operation &op : entry.getBody().front())
    if (canBound(op))
      cast<RowDemandOpInterface>(op).boundHistory(begin);
}

/// Removes results and what appends to paged states.
static void dropWhatIsCached(func::FuncOp entry) {
  Block &body = entry.getBody().front();
  body.getTerminator()->setOperands({});
  (void)entry.eraseResults(llvm::BitVector(entry.getNumResults(), true));
  for (Operation &op : llvm::make_early_inc_range(body))
    if (appendsRows(op))
      op.erase();
}

StringRef obstacleToResume(func::FuncOp base) {
  if (llvm::any_of(base.getBody().front(), canBound) &&
      !layoutInput(base, "length"))
    return "the entry has no input 'length', where a cut window begins";
  if (llvm::none_of(base.getBody().front(), appendsRows))
    return "no state keeps entries of a prefix, so that there is nothing to "
           "go on from";
  return "";
}

func::FuncOp buildResume(func::FuncOp base, func::FuncOp before,
                         StringRef name) {
  OpBuilder b(before);
  auto entry = cast<func::FuncOp>(b.clone(*base));
  entry.setName(name);
  entry->setLoc(entryLocation(before, name));
  boundAll(entry);
  dropWhatIsCached(entry);
  eraseUnused(entry);
  int64_t rows = 1;
  for (Operation &op : entry.getBody().front())
    rows = std::max(rows, filledRows(op));
  entry->setAttr(maxRowsAttrName, b.getI64IntegerAttr(rows));
  return entry;
}

} // namespace cedar
