//===- ImportHFLayer.cpp - layers of a model as layer ops -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One layer (SPEC 3.2) in layer-level ops. Formulas of attention, Engram and
// MoE are not here: they belong to the ops.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ImportHFLayer.h"

using namespace mlir;

namespace cedar {

static std::string prefix(int64_t layer) {
  return "layers." + std::to_string(layer);
}

Value ModelBuilder::weight(Location loc, const Twine &symbol) {
  auto op = symbols.lookup<WeightOp>(symbol.str());
  return WeightRefOp::create(b, loc, op.getType(), ref(symbol));
}

Value ModelBuilder::rmsNorm(Location loc, Value input, const Twine &path) {
  return RmsNormOp::create(b, loc, input.getType(), input,
                           weight(loc, path + ".weight"),
                           f32(config.rmsNormEps));
}

Value ModelBuilder::collapse(Location loc, Value streams, Value mix) {
  return MhcCollapseOp::create(b, loc, hiddenType(), streams, mix);
}

/// Streams and mix, then what the layer publishes.
SmallVector<Type> LayerImporter::resultTypes(int64_t layer) {
  SmallVector<Type> types = {m.streamsType(), m.mixType()};
  if (config.isIndexSource(layer))
    types.push_back(m.picksType(config.indexTopk));
  if (layer == config.candidateSource)
    types.push_back(m.picksType(config.candidateTopkBlocks));
  return types;
}

LayerOp LayerImporter::import(int64_t layer, Value streams, Value mix) {
  Location loc = m.at(prefix(layer));
  auto op =
      LayerOp::create(b, loc, resultTypes(layer), m.i64(layer), streams, mix);
  OpBuilder::InsertionGuard guard(b);
  Block *body = b.createBlock(&op.getBody(), {},
                              {streams.getType(), mix.getType()}, {loc, loc});
  YieldOp::create(
      b, loc, importBody(layer, body->getArgument(0), body->getArgument(1)));
  if (config.isIndexSource(layer))
    selection = op.getResult(2);
  if (layer == config.candidateSource)
    pool = op.getResult(3);
  return op;
}

/// The attention site collapses with the carried mix, the feed-forward site
/// with the mix of the attention site.
SmallVector<Value> LayerImporter::importBody(int64_t layer, Value streams,
                                             Value mix) {
  std::string path = prefix(layer);
  if (config.isEngram(layer))
    streams = importEngram(layer, streams);
  auto collapse = [&](StringRef site, Value mix) {
    Value hidden = m.collapse(m.at(path + ".hc_" + site), streams, mix);
    return m.rmsNorm(m.at(path + "." + site + "_norm"), hidden,
                     path + "." + site + "_norm");
  };
  auto expand = [&](StringRef site, Value y, MhcMixOp mix) {
    return MhcExpandOp::create(b, m.at(path + ".hc_" + site), streams.getType(),
                               y, streams, mix.getPost(), mix.getComb());
  };

  MhcMixOp attnMix = mixOf(path + ".hc_attn", streams);
  CSA2AttentionOp attention = importAttention(layer, collapse("attn", mix));
  streams = expand("attn", attention.getResult(), attnMix);
  MhcMixOp ffnMix = mixOf(path + ".hc_ffn", streams);
  Value y = importMoE(layer, collapse("ffn", attnMix.getPre()));
  streams = expand("ffn", y, ffnMix);

  SmallVector<Value> results = {streams, ffnMix.getPre()};
  llvm::append_range(results, attention.getResults().drop_front());
  return results;
}

MhcMixOp LayerImporter::mixOf(StringRef path, Value streams) {
  Location loc = m.at(path);
  int64_t n = config.hcMult;
  return MhcMixOp::create(
      b, loc, m.mixType(), m.mixType(),
      m.tensor({ModelBuilder::dyn, n, n}, b.getF32Type()), streams,
      m.weight(loc, path + "_fn"), m.weight(loc, path + "_scale"),
      m.weight(loc, path + "_base"), m.i64(config.hcSinkhornIters),
      m.f32(config.hcEps), m.f32(config.rmsNormEps));
}

Value LayerImporter::importEngram(int64_t layer, Value streams) {
  const rt::EngramLayer &table = m.facts.engram[config.engramIndex(layer)];
  SmallVector<int64_t> primes;
  for (const auto &order : table.primes)
    llvm::append_range(primes, order);
  std::string path = prefix(layer) + ".engram";
  return EngramOp::create(
      b, m.at(path), streams.getType(), b.getStringAttr(path), streams,
      batch.tokens, batch.kind, batch.positions, batch.sequence, batch.length,
      batch.slots, b.getDenseI64ArrayAttr(table.multipliers),
      b.getDenseI64ArrayAttr(primes), m.i64(config.engramPadId),
      m.f32(config.rmsNormEps), m.ref("engram_context"));
}

static CSA2Mode csa2Mode(LayerMode mode) {
  switch (mode) {
  case LayerMode::window:
    return CSA2Mode::Window;
  case LayerMode::full:
    return CSA2Mode::Full;
  case LayerMode::reindex:
    return CSA2Mode::Reindex;
  case LayerMode::reuse:
    return CSA2Mode::Reuse;
  }
  llvm_unreachable("unknown mode");
}

CSA2AttentionOp LayerImporter::importAttention(int64_t layer, Value input) {
  std::string path = prefix(layer) + ".attn";
  LayerMode mode = config.mode(layer);
  int64_t ratio = config.ratio(layer), source = config.kvSource(layer);
  bool selects = config.isIndexSource(layer);
  bool publishesPool = layer == config.candidateSource;
  bool usesPool = selects && config.usesCandidates(layer);
  bool hasTails = mode == LayerMode::full && ratio > 1;
  auto state = [&](bool present, int64_t owner, StringRef role) {
    return present ? m.ref(prefix(owner) + "." + role) : FlatSymbolRefAttr();
  };
  auto picks = [&](bool present, int64_t width) {
    return present ? m.picksType(width) : RankedTensorType();
  };
  auto ifAny = [&](bool present, int64_t value) {
    return m.i64(present ? value : 0);
  };
  auto rope = RopeAttr::get(
      b.getContext(), b.getDenseF32ArrayAttr(config.ropeFrequencies(layer)));
  return CSA2AttentionOp::create(
      b, m.at(path), m.hiddenType(), picks(selects, config.indexTopk),
      picks(publishesPool, config.candidateTopkBlocks),
      CSA2ModeAttr::get(b.getContext(), csa2Mode(mode)), b.getStringAttr(path),
      input, batch.positions, batch.sequence, batch.length, batch.slots,
      batch.pages, mode == LayerMode::reuse ? selection : Value(),
      usesPool ? pool : Value(), m.i64(config.numHeads), m.i64(config.oGroups),
      m.i64(ratio), rope, m.f32(config.rmsNormEps),
      ifAny(selects, config.indexHeads), ifAny(selects, config.indexTopk),
      ifAny(publishesPool, config.candidateTopkBlocks),
      ifAny(publishesPool || usesPool, config.candidateBlockSize),
      state(true, layer, "window"), state(ratio > 0, source, "compressed_kv"),
      state(selects, source, "index_keys"),
      state(hasTails, layer, "tail_values"),
      state(hasTails, layer, "tail_scores"));
}

Value LayerImporter::importMoE(int64_t layer, Value input) {
  std::string path = prefix(layer) + ".ffn";
  auto op = MoEOp::create(
      b, m.at(path), m.hiddenType(), m.picksType(config.expertsPerToken),
      b.getStringAttr(path), input, batch.kind, m.i64(config.expertsPerToken),
      m.f32(config.swigluLimit), m.f32(config.routedScalingFactor),
      m.f32(config.gateTemp), b.getBoolAttr(config.normTopkProb));
  return op.getResult();
}

} // namespace cedar
