//===- AnnotateRows.cpp - shows which rows every op must process ----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes what RowDemand finds into the IR. Changes nothing that has a meaning.
//
//     cedar.state_stage %kv, %window
//   becomes
//     cedar.state_stage %kv, %window {cedar.rows = "last 16 for @window"}
//
//===----------------------------------------------------------------------===//

#include "passes/Analysis/Passes.h"
#include "passes/Analysis/RowDemand.h"
#include "passes/Decision.h"

#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "cedar-annotate-rows"

using namespace mlir;

namespace cedar {

#define GEN_PASS_DEF_ANNOTATEROWS
#include "passes/Analysis/Passes.h.inc"

static RowDemand lastOrAll(int64_t count) {
  return count > 0 ? RowDemand::last(count) : RowDemand::all();
}

static bool hasPrimitive(func::FuncOp function) {
  auto stop = [](PrimitiveOpInterface) { return WalkResult::interrupt(); };
  return function.walk(stop).wasInterrupted();
}

namespace {

struct AnnotateRowsPass : impl::AnnotateRowsBase<AnnotateRowsPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (picked >= 0 && segment >= 0)
      return success();
    return emitError(UnknownLoc::get(context))
           << "expected 'picked' and 'segment' of 0 or more, found "
           << picked.getValue() << " and " << segment.getValue();
  }

  void runOnOperation() override {
    if (!hasPrimitive(getOperation()))
      return remarkLeftAlone(DEBUG_TYPE, getOperation(), "it has no primitive");
    RowDemandOptions options;
    options.picked = lastOrAll(picked);
    options.segment = lastOrAll(segment);
    options.isBounded = [this](Operation *) { return bounded.getValue(); };
    RowDemandAnalysis demands(getOperation(), options);
    int64_t complete = 0, partial = 0;
    getOperation().walk([&](PrimitiveOpInterface op) {
      bool needsAll = demands.needsAllRows(op);
      annotate(op, demands.of(op), needsAll);
      (needsAll ? complete : partial)++;
    });
    LDBG() << complete << " of " << complete + partial << " need all rows";
    remark::analysis(getOperation().getLoc(),
                     decisionOf(DEBUG_TYPE, "rows", getOperation()))
        << remark::add("{0} primitives need all rows, {1} fewer", complete,
                       partial);
  }

private:
  void annotate(Operation *op, DemandedRows demand, bool needsAll) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << demand.rows;
    if (!demand.rows.isNone())
      os << " for " << describeOrigin(demand.origin);
    if (needsAll && !demand.rows.isAll())
      os << ", all as it reads behind the segment";
    op->setAttr("cedar.rows", StringAttr::get(&getContext(), text));
  }
};

} // namespace

} // namespace cedar
