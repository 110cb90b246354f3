//===- SeamEmitters.cpp - the kernels of the seam ops ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One block per row, which holds the row's streams in scratch from the step
// that makes them to the last that reads them. The steps are the pieces of the
// single ops' kernels, so that results are the same to the bit.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "codegen/Conversion/CedarToLoops/RowPieces.h"
#include "dialect/Cedar/IR/CedarSeams.h"

using namespace mlir;

namespace cedar {

namespace {

/// One row of a seam.
class SeamRow {
public:
  SeamRow(KernelBuilder &k, StreamShape shape, Val row)
      : k(k), shape(shape), row(row) {}

  /// Makes the streams and returns where they are.
  RowSource makeStreams(const SeamStreams &seam);
  /// Gives the coefficients of `streams`, those that are results.
  void giveCoefficients(const SeamStreams &seam, const RowSource &streams);
  /// Collapses `streams` and gives what the site works on.
  void giveSiteInput(const SeamSite &site, Vals weights,
                     const RowSource &streams);

  /// The row's coefficients of mhc_collapse.
  SmallVector<Val> loadWeights(Value mix);
  /// Those of mhc_init.
  SmallVector<Val> firstWeights();

private:
  RowSource source(Value operand) { return {k.argument(operand), {row}}; }
  Tile &tile(Value result);
  RowSink sink(Value result, std::optional<Scratch> scratch = std::nullopt);
  void begin(const SeamStreams &seam, const RowSink &out);
  RowSource gate(const SeamStreams &seam, const RowSource &streams,
                 Scratch scratch);

  KernelBuilder &k;
  StreamShape shape;
  Val row;
};

} // namespace

/// The row of a result.
Tile &SeamRow::tile(Value result) {
  auto type = cast<RankedTensorType>(result.getType());
  SmallVector<int64_t> extents(type.getShape());
  extents.back() = rowWidth(type);
  SmallVector<Val> offsets{row}, sizes{k.index(1)};
  for (int64_t extent : ArrayRef(extents).drop_front()) {
    offsets.push_back(k.index(0));
    sizes.push_back(k.index(extent));
  }
  return k.tile(cast<OpResult>(result).getResultNumber(), offsets, sizes);
}

/// The row of `result`, if there is one, and `scratch`, if given.
RowSink SeamRow::sink(Value result, std::optional<Scratch> scratch) {
  RowSink out;
  if (result)
    out.tiles.push_back(&tile(result));
  if (scratch)
    out.scratches.push_back(*scratch);
  return out;
}

//===----------------------------------------------------------------------===//
// Streams and coefficients
//===----------------------------------------------------------------------===//

/// mhc_init or mhc_expand.
void SeamRow::begin(const SeamStreams &seam, const RowSink &out) {
  if (seam.begins())
    return beginStreams(k, shape, source(seam.input), out);
  expandStreams(k, shape, source(seam.input), source(seam.streams),
                {source(seam.sitePost), source(seam.siteComb)}, out);
}

RowSource SeamRow::gate(const SeamStreams &seam, const RowSource &streams,
                        Scratch scratch) {
  GateParameters parameters{source(seam.keyValue), k.argument(seam.queryWeight),
                            k.argument(seam.keyWeight),
                            seam.engramEpsilon->convertToDouble()};
  Val skips = isImage(k, k.argument(seam.kind), row);
  gateStreams(k, shape, parameters, skips, streams,
              sink(seam.newStreams, scratch));
  return {scratch.memref, {}};
}

RowSource SeamRow::makeStreams(const SeamStreams &seam) {
  if (!seam.changes())
    return source(seam.streams);
  Scratch scratch = k.scratch({shape.count, shape.width}, k.bf16());
  if (!seam.input)
    return gate(seam, source(seam.streams), scratch);
  Value result = seam.hasEngram() ? seam.expanded : seam.newStreams;
  begin(seam, sink(result, scratch));
  RowSource made{scratch.memref, {}};
  return seam.hasEngram() ? gate(seam, made, scratch) : made;
}

void SeamRow::giveCoefficients(const SeamStreams &seam,
                               const RowSource &streams) {
  if (!seam.pre && !seam.post && !seam.comb)
    return;
  MixParameters parameters{k.argument(seam.fn),
                           k.argument(seam.scale),
                           k.argument(seam.base),
                           seam.iterations,
                           seam.mixEpsilon.convertToDouble(),
                           seam.mixNormEpsilon.convertToDouble()};
  MixResults results = mixStreams(k, shape, parameters, streams);
  Val zero = k.index(0);
  if (seam.pre)
    k.storeInside(results.pre, tile(seam.pre), {zero, zero});
  if (seam.post)
    k.storeInside(results.post, tile(seam.post), {zero, zero});
  if (!seam.comb)
    return;
  Tile &comb = tile(seam.comb);
  for (auto [j, values] : llvm::enumerate(results.comb))
    k.storeInside(values, comb, {zero, k.index(j), zero});
}

//===----------------------------------------------------------------------===//
// What the site works on
//===----------------------------------------------------------------------===//

SmallVector<Val> SeamRow::loadWeights(Value mix) {
  SmallVector<Val> weights;
  for (int64_t i = 0; i < shape.count; ++i)
    weights.push_back(k.load(k.argument(mix), {row, k.index(i)}));
  return weights;
}

SmallVector<Val> SeamRow::firstWeights() {
  SmallVector<Val> weights;
  for (int64_t i = 0; i < shape.count; ++i)
    weights.push_back(k.f32(i == 0));
  return weights;
}

void SeamRow::giveSiteInput(const SeamSite &site, Vals weights,
                            const RowSource &streams) {
  Scratch collapsed = k.scratch({shape.width}, k.bf16());
  collapseStreams(k, shape, weights, streams, sink(site.collapsed, collapsed));
  NormalizedRow normalized(k, shape.width, k.argument(site.weight),
                           site.epsilon.convertToDouble(),
                           {collapsed.memref, {}});
  auto load = [&](Val column) { return normalized.load(column); };
  for (Value result : {site.normalized, site.quantized})
    if (result)
      giveRow(k, cast<RankedTensorType>(result.getType()), load, tile(result),
              {k.index(0)});
}

//===----------------------------------------------------------------------===//
// The kernels
//===----------------------------------------------------------------------===//

static void emitSeam(KernelBuilder &k, MhcSeamOp op) {
  SeamStreams seam = SeamStreams::of(op);
  StreamShape shape{seam.count(), seam.width()};
  k.grid({{k.argument(op->getOperand(0)), 0}}, [&](Vals ids) {
    SeamRow row(k, shape, ids[0]);
    RowSource streams = row.makeStreams(seam);
    row.giveSiteInput(SeamSite::of(op),
                      seam.begins() ? row.firstWeights()
                                    : row.loadWeights(op.getCarried()),
                      streams);
    row.giveCoefficients(seam, streams);
  });
}

static void emitSeamExpand(KernelBuilder &k, MhcSeamExpandOp op) {
  SeamStreams seam = SeamStreams::of(op);
  StreamShape shape{seam.count(), seam.width()};
  k.grid({{k.argument(op->getOperand(0)), 0}}, [&](Vals ids) {
    SeamRow row(k, shape, ids[0]);
    row.giveCoefficients(seam, row.makeStreams(seam));
  });
}

static void emitSeamCollapse(KernelBuilder &k, MhcSeamCollapseOp op) {
  Value streams = k.argument(op.getStreams());
  StreamShape shape{k.extent(streams, 1), k.extent(streams, 2)};
  k.grid({{streams, 0}}, [&](Vals ids) {
    SeamRow row(k, shape, ids[0]);
    row.giveSiteInput(SeamSite::of(op), row.loadWeights(op.getMix()),
                      {streams, {ids[0]}});
  });
}

void populateSeamEmitters(EmitterRegistry &registry) {
  registry.add(emitSeam);
  registry.add(emitSeamExpand);
  registry.add(emitSeamCollapse);
}

} // namespace cedar
