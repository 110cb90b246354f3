//===- DeriveEntries.cpp - the entry points of an artifact ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legal after the expansion, when `@forward` holds primitives.
//
//     @forward   becomes
//       @prefill_exact   all rows of all layers            (SPEC 5.2)
//       @prefill_replay  what all rows need; keeps the values at the cut
//       @replay          the rest, on the last rows        (SPEC 5.3)
//       @prefill_resume  the last rows of a cached prefix  (SPEC 5.4)
//       @decode          one row per sequence              (SPEC 5.5)
//       @verify          a few rows per sequence, of which some are accepted
//       @commit...       what writes staged rows to rings
//
// Where the cut is stands in ReplaySplit.h. All entries stage the rings of the
// cut, so that a prompt can go on after a decode. Where a model is not cut,
// @prefill_replay is a copy of @prefill_exact and there is no @replay.
//
//===----------------------------------------------------------------------===//

#include "passes/Decision.h"
#include "passes/Schedule/EntryBuilder.h"
#include "passes/Schedule/Passes.h"
#include "passes/Schedule/RowReport.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "cedar-derive-entries"

using namespace mlir;

namespace cedar {

#define GEN_PASS_DEF_DERIVEENTRIES
#include "passes/Schedule/Passes.h.inc"

static constexpr StringLiteral knownEntries[] = {
    "prefill_exact", "prefill_replay", "prefill_resume",
    "decode",        "verify",         "commit"};

namespace {

struct DeriveEntriesPass : impl::DeriveEntriesBase<DeriveEntriesPass> {
  using Base::Base;

  void runOnOperation() override;

private:
  SmallVector<StringRef> names();
  LogicalResult checkNames(func::FuncOp forward);
};

/// Builds entries from @forward.
class EntryDeriver {
public:
  EntryDeriver(func::FuncOp forward, int64_t verifyMax)
      : forward(forward), verifyMax(verifyMax) {}

  /// Prepares @forward for bounded replay, if it can be cut.
  void cut(ReplayForm form);
  void derive(StringRef name);

private:
  func::FuncOp copy(StringRef name, int64_t maxRows = 0);
  void deriveReplay(StringRef name);
  void deriveResume(StringRef name);
  void reportWhole(func::FuncOp entry, StringRef reason);
  void remarkDerived(StringRef name, StringRef reason);

  func::FuncOp forward;
  int64_t verifyMax;
  std::optional<ReplaySplit> split;
  std::optional<ReplayRings> rings; ///< if the model is cut
};

} // namespace

void DeriveEntriesPass::runOnOperation() {
  auto forward = getOperation().lookupSymbol<func::FuncOp>("forward");
  if (!forward) {
    getOperation().emitError("expected a function @forward to derive entries "
                             "from, found none");
    return signalPassFailure();
  }
  if (failed(checkNames(forward)))
    return signalPassFailure();
  if (verifyMax < 1) {
    forward.emitError("expected 'verify-max' of 1 or more, found ")
        << verifyMax.getValue();
    return signalPassFailure();
  }
  EntryDeriver deriver(forward, verifyMax);
  if (llvm::is_contained(names(), "prefill_replay"))
    deriver.cut(replay);
  for (StringRef name : names())
    deriver.derive(name);
  forward.erase();
  if (llvm::is_contained(names(), "commit"))
    buildCommits(getOperation(), "prefill_exact");
}

/// The entries asked for, in the order in which they are derived.
SmallVector<StringRef> DeriveEntriesPass::names() {
  SmallVector<StringRef> names;
  for (StringRef name : knownEntries)
    if (entries.empty() || llvm::is_contained(entries, name))
      names.push_back(name);
  return names;
}

LogicalResult DeriveEntriesPass::checkNames(func::FuncOp forward) {
  for (StringRef name : entries)
    if (!llvm::is_contained(knownEntries, name))
      return forward.emitError("expected entries of ")
             << llvm::join(ArrayRef(knownEntries), ", ") << ", found '" << name
             << "'";
  for (StringRef name : names())
    if (getOperation().lookupSymbol(name))
      return forward.emitError("expected no symbol @")
             << name << " before entries are derived, found one";
  return success();
}

void EntryDeriver::cut(ReplayForm form) {
  split.emplace(forward, form);
  if (split->obstacle().empty()) {
    reportParts(forward, *split, DEBUG_TYPE);
    rings.emplace(forward, *split);
    reportCut(forward, *split, rings->getStates(), DEBUG_TYPE);
    return;
  }
  remark::missed(entryLocation(forward, "prefill_replay"),
                 decisionOf(DEBUG_TYPE, "replay", "prefill_replay"))
      << remark::add("replay is the exact prefill")
      << remark::reason("{0}", split->obstacle())
      << remark::suggest("{0}", split->advice());
}

/// A copy of @forward with at most `maxRows` rows of a sequence, 0 for any.
func::FuncOp EntryDeriver::copy(StringRef name, int64_t maxRows) {
  OpBuilder b(forward);
  auto entry = cast<func::FuncOp>(b.clone(*forward));
  entry.setName(name);
  entry->setLoc(entryLocation(forward, name));
  if (maxRows > 0)
    entry->setAttr(maxRowsAttrName, b.getI64IntegerAttr(maxRows));
  return entry;
}

void EntryDeriver::derive(StringRef name) {
  if (name == "commit") {
    remarkDerived(name, "one state_commit for each staged ring");
  } else if (name == "decode") {
    reportWhole(copy(name, 1), "all layers on one row of each sequence");
  } else if (name == "verify") {
    reportWhole(copy(name, verifyMax),
                "all layers on a few rows of each sequence");
  } else if (name == "prefill_replay" && rings) {
    deriveReplay(name);
  } else if (name == "prefill_resume") {
    deriveResume(name);
  } else {
    reportWhole(copy(name), "all rows of all layers");
  }
}

void EntryDeriver::deriveReplay(StringRef name) {
  func::FuncOp prefill = rings->buildAllRows(name);
  func::FuncOp rest = rings->buildSegment("replay");
  prefill->setAttr(finishAttrName, FlatSymbolRefAttr::get(rest.getNameAttr()));
  rest->setAttr(maxRowsAttrName,
                Builder(rest).getI64IntegerAttr(split->segment()));
  remarkDerived(name, "what entries of the whole prompt need");
  remarkDerived("replay", "the rest, on the last rows");
}

/// From @prefill_replay, which leaves the decoder out, if there is one.
void EntryDeriver::deriveResume(StringRef name) {
  auto base = forward->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>(
      "prefill_replay");
  base = base ? base : forward;
  StringRef obstacle = obstacleToResume(base);
  if (obstacle.empty())
    return reportWhole(buildResume(base, forward, name),
                       "rings of a cached prefix, from its last rows");
  remark::missed(entryLocation(forward, name),
                 decisionOf(DEBUG_TYPE, "resume", name))
      << remark::add("a prefix cannot be resumed without its rings")
      << remark::reason("{0}", obstacle)
      << remark::suggest("keep the sequence open, or compute the prefix again");
}

/// Says what an entry is that is not cut in two.
void EntryDeriver::reportWhole(func::FuncOp entry, StringRef reason) {
  remarkDerived(entry.getName(), reason);
  reportEntry(entry, DEBUG_TYPE);
}

void EntryDeriver::remarkDerived(StringRef name, StringRef reason) {
  LDBG() << "derived " << name;
  remark::passed(entryLocation(forward, name),
                 decisionOf(DEBUG_TYPE, "derived", name))
      << remark::add("derived @{0} from @forward", name)
      << remark::reason("{0}", reason);
}

} // namespace cedar
