//===- CollectTaps.cpp - tapped values become results of their entry ------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Appends every tapped value to the results of its entry, in program order,
// under the tap's name. Runs directly after the expansion: a clean-up in
// between may delete a tapped value that nothing uses.
//
//     %y = cedar.moe ... {cedar.taps = ["ffn.0", ""]} ; return %logits
//   becomes
//     return %logits, %y      with the result attribute cedar.name = "ffn.0"
//
//===----------------------------------------------------------------------===//

#include "passes/Decision.h"
#include "passes/Model/Passes.h"
#include "passes/Model/Taps.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "cedar-collect-taps"

using namespace mlir;

namespace cedar {

#define GEN_PASS_DEF_COLLECTTAPS
#include "passes/Model/Passes.h.inc"

namespace {

struct Tap {
  StringRef name;
  Value value;
};

struct CollectTapsPass : impl::CollectTapsBase<CollectTapsPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto entry : getOperation().getOps<func::FuncOp>()) {
      auto taps = takeTaps(entry);
      if (failed(taps))
        return signalPassFailure();
      if (taps->empty())
        remarkLeftAlone(DEBUG_TYPE, entry, "none of its values has a tap");
      else
        addResults(entry, *taps);
    }
  }

private:
  FailureOr<SmallVector<Tap>> takeTaps(func::FuncOp entry);
  void addResults(func::FuncOp entry, ArrayRef<Tap> taps);
};

} // namespace

/// Removes the tap attributes of an entry and returns what they name. Names are
/// unique, and only values of the entry's own block can be returned.
FailureOr<SmallVector<Tap>> CollectTapsPass::takeTaps(func::FuncOp entry) {
  SmallVector<Tap> taps;
  llvm::StringSet<> names;
  auto visit = [&](Operation *op) -> WalkResult {
    for (auto [value, name] : llvm::zip(op->getResults(), getTaps(op))) {
      if (name.empty())
        continue;
      if (op->getParentOp() != entry)
        return op->emitOpError("expected the tap '")
               << name << "' on an op of the entry's own block";
      if (!names.insert(name).second)
        return op->emitOpError("expected one tap '")
               << name << "', found another";
      taps.push_back({name, value});
    }
    op->removeAttr(tapsAttrName);
    return WalkResult::advance();
  };
  if (entry.walk<WalkOrder::PreOrder>(visit).wasInterrupted())
    return failure();
  return taps;
}

void CollectTapsPass::addResults(func::FuncOp entry, ArrayRef<Tap> taps) {
  Operation *terminator = entry.getBody().back().getTerminator();
  Builder b(entry.getContext());
  for (const Tap &tap : taps) {
    unsigned index = entry.getNumResults();
    auto name = b.getNamedAttr("cedar.name", b.getStringAttr(tap.name));
    (void)entry.insertResult(index, tap.value.getType(),
                             b.getDictionaryAttr(name));
    terminator->insertOperands(index, tap.value);
  }
  LDBG() << entry.getName() << ": " << taps.size() << " results";
  remark::passed(entry.getLoc(), decisionOf(DEBUG_TYPE, "collected", entry))
      << remark::add("{0} tapped values became results", taps.size());
}

} // namespace cedar
