//===- RowReport.cpp - how many rows of which layer an entry runs ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One remark for the cut, and one for each layer of each part. Layers are taken
// from the locations that the import gives ("layers.3.attn").
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/RowReport.h"

#include "passes/Decision.h"

using namespace mlir;

namespace cedar {

namespace {

/// What one part computes of one layer.
struct LayerRows {
  int64_t primitives = 0;
  DemandedRows most;
};

/// The two parts of one layer.
struct LayerParts {
  LayerRows allRows, segment;
};

} // namespace

/// "layer 3", or "outside of the layers".
static std::string layerOf(Location loc) {
  std::string label;
  loc->walk([&](Location part) {
    auto name = dyn_cast<NameLoc>(part);
    StringRef path = name ? name.getName().getValue() : "";
    int64_t layer;
    if (!path.consume_front("layers.") || path.consumeInteger(10, layer))
      return WalkResult::advance();
    label = "layer " + std::to_string(layer);
    return WalkResult::interrupt();
  });
  return label.empty() ? "outside of the layers" : label;
}

/// "layers.3" of "layer 3", else "".
static std::string pathOf(StringRef layer) {
  return layer.consume_front("layer ") ? "layers." + layer.str() : "";
}

static void count(Operation *op, const RowDemandAnalysis &demands,
                  LayerRows &rows) {
  ++rows.primitives;
  DemandedRows here = demands.of(op);
  if (here.rows > rows.most.rows)
    rows.most = here;
}

/// Parts by layer, in program order.
static SmallVector<std::pair<std::string, LayerParts>>
partsByLayer(func::FuncOp forward, const ReplaySplit &split) {
  SmallVector<std::pair<std::string, LayerParts>> table;
  for (auto op : forward.getBody().front().getOps<PrimitiveOpInterface>()) {
    std::string layer = layerOf(op.getLoc());
    auto *found =
        llvm::find_if(table, [&](auto &row) { return row.first == layer; });
    if (found == table.end())
      found = &table.emplace_back(layer, LayerParts());
    if (split.partOf(op) == ReplayPart::AllRows)
      count(op, split.demands(), found->second.allRows);
    else if (split.partOf(op) == ReplayPart::Segment)
      count(op, split.demands(), found->second.segment);
  }
  return table;
}

static void remarkRows(func::FuncOp forward, StringRef entry,
                       StringRef category, StringRef layer,
                       const LayerRows &rows, int64_t total, StringRef which) {
  if (rows.primitives == 0)
    return;
  remark::analysis(
      forward.getLoc(),
      remark::RemarkOpts::name("rows").category(category).function(entry))
      << remark::add("{0}: {1} of {2} primitives on {3}", layer,
                     rows.primitives, total, which)
      << remark::reason("{0}", describeOrigin(rows.most.origin))
      << where(pathOf(layer));
}

void reportLayers(func::FuncOp forward, const ReplaySplit &split,
                  StringRef category) {
  std::string last = "the last " + std::to_string(split.segment()) + " rows";
  for (const auto &[layer, parts] : partsByLayer(forward, split)) {
    int64_t total = parts.allRows.primitives + parts.segment.primitives;
    remarkRows(forward, "prefill_replay", category, layer, parts.allRows, total,
               "all rows");
    remarkRows(forward, "replay", category, layer, parts.segment, total, last);
  }
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
  remark::passed(forward.getLoc(),
                 remark::RemarkOpts::name("replay").category(category).function(
                     "prefill_replay"))
      << remark::add("cut in layer {0}: the rest runs on the last {1} rows",
                     split.sourceLayer(), split.segment())
      << remark::reason("exact windows would need the last {0} rows",
                        rowsOfExactWindows(forward, split))
      << remark::metric("KeptBytesPerRow", bytes)
      << remark::metric("Rings", names);
}

} // namespace cedar
