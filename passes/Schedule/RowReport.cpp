//===- RowReport.cpp - how many rows of which layer an entry runs ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One remark for the cut, and one for each layer of each entry. Layers are
// taken from the locations that the import gives ("layers.3.attn").
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/RowReport.h"

#include "dialect/Cedar/IR/LayerPath.h"
#include "passes/Decision.h"
#include "passes/Schedule/EntryBuilder.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace cedar {

namespace {

/// What an entry, or a part of one, computes of one layer.
struct LayerRows {
  int64_t primitives = 0;
  DemandedRows most;
};

/// By layer ("layers.3", "" outside of the layers), in program order.
using RowTable = llvm::MapVector<StringRef, LayerRows>;

} // namespace

/// The primitives of `entry` that `counts` picks.
static RowTable countRows(func::FuncOp entry, const RowDemandAnalysis &demands,
                          function_ref<bool(Operation *)> counts) {
  RowTable table;
  for (auto op : entry.getBody().front().getOps<PrimitiveOpInterface>()) {
    if (!counts(op))
      continue;
    LayerRows &rows = table[layerOf(op.getLoc())];
    ++rows.primitives;
    DemandedRows here = demands.of(op);
    if (here.rows > rows.most.rows)
      rows.most = here;
  }
  return table;
}

/// One remark on each layer of `table`, whose primitives `others` has the rest
/// of.
static void remarkRows(func::FuncOp forward, StringRef entry,
                       StringRef category, const RowTable &table,
                       const RowTable &others, StringRef which) {
  for (const auto &[layer, rows] : table) {
    std::string label = layer.empty() ? "outside of the layers"
                                      : "layer " + layer.drop_front(7).str();
    remark::analysis(entryLocation(forward, entry),
                     decisionOf(category, "rows", entry))
        << remark::add("{0}: {1} of {2} primitives on {3}", label,
                       rows.primitives,
                       rows.primitives + others.lookup(layer).primitives, which)
        << remark::reason("{0}", describeOrigin(rows.most.origin))
        << where(layer.str());
  }
}

void reportParts(func::FuncOp forward, const ReplaySplit &split,
                 StringRef category) {
  auto count = [&](ReplayPart part) {
    return countRows(forward, split.demands(),
                     [&](Operation *op) { return split.partOf(op) == part; });
  };
  RowTable allRows = count(ReplayPart::AllRows);
  RowTable segment = count(ReplayPart::Segment);
  remarkRows(forward, "prefill_replay", category, allRows, segment, "all rows");
  remarkRows(forward, "replay", category, segment, allRows,
             "the last " + std::to_string(split.segment()) + " rows");
}

/// "all rows", or what one call takes.
static std::string rowsOfCall(func::FuncOp entry) {
  auto most = entry->getAttrOfType<IntegerAttr>(maxRowsAttrName);
  if (!most)
    return "all rows";
  if (most.getInt() == 1)
    return "one row of each sequence";
  return "at most " + std::to_string(most.getInt()) + " rows of a sequence";
}

void reportEntry(func::FuncOp entry, StringRef category) {
  if (!entry.getContext()->getRemarkEngine())
    return; // nobody listens
  RowDemandAnalysis demands(entry, RowDemandOptions());
  RowTable table = countRows(entry, demands, [](Operation *) { return true; });
  remarkRows(entry, entry.getName(), category, table, RowTable(),
             rowsOfCall(entry));
}

/// Last rows that ops of the segment would need with exact windows.
static int64_t rowsOfExactWindows(func::FuncOp forward,
                                  const ReplaySplit &split) {
  RowDemandOptions options;
  options.picked = RowDemand::last(split.segment());
  RowDemandAnalysis exact(forward, options);
  int64_t most = split.segment();
  for (Operation &op : forward.getBody().front()) {
    RowDemand rows = exact.of(&op).rows;
    if (split.partOf(&op) == ReplayPart::Segment && !rows.isAll())
      most = std::max(most, rows.getCount());
  }
  return most;
}

void reportCut(func::FuncOp forward, const ReplaySplit &split,
               ArrayRef<StateOp> rings, StringRef category) {
  int64_t bytes = 0;
  std::string names;
  for (auto [value, ring] : llvm::zip(split.kept(), rings)) {
    bytes += *keptRowBytes(value);
    names += (names.empty() ? "@" : ", @") + StateOp(ring).getSymName().str();
  }
  remark::passed(entryLocation(forward, "prefill_replay"),
                 decisionOf(category, "replay", "prefill_replay"))
      << remark::add("cut in layer {0}: the rest runs on the last {1} rows",
                     split.sourceLayer(), split.segment())
      << remark::reason("exact windows would need the last {0} rows",
                        rowsOfExactWindows(forward, split))
      << remark::metric("KeptBytesPerRow", bytes)
      << remark::metric("Rings", names)
      << where("layers." + std::to_string(split.sourceLayer()));
}

} // namespace cedar
