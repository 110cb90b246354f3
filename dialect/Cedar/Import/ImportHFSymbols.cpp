//===- ImportHFSymbols.cpp - weights and states of a module ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One `cedar.weight` per tensor or expert stack of the backbone (SPEC 2.2),
// under its logical name and with the names on disk as sources, and one
// `cedar.state` per cache (SPEC 5.1).
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/Import/ImportHFModel.h"

#include "llvm/ADT/StringExtras.h"

#include <numeric>

using namespace mlir;

namespace cedar {

int64_t pageTokens(const ModelConfig &config, int64_t minimum) {
  int64_t unit = 1;
  for (int64_t layer : config.kvSources)
    unit = std::lcm(unit, config.ratio(layer));
  return (minimum + unit - 1) / unit * unit;
}

/// The symbol of a tensor or an expert stack: its name without the ".{e}".
static std::string weightSymbol(StringRef name) {
  auto [before, after] = name.split(".{e}");
  return (before + after).str();
}

/// The values' type, with a leading dimension for the experts of a stack.
static RankedTensorType weightType(MLIRContext *context,
                                   const TensorSpec &spec) {
  SmallVector<int64_t> shape;
  if (spec.experts)
    shape.push_back(spec.experts);
  llvm::append_range(shape, spec.shape);
  switch (spec.encoding) {
  case Encoding::bf16:
    return RankedTensorType::get(shape, BFloat16Type::get(context));
  case Encoding::f32:
    return RankedTensorType::get(shape, Float32Type::get(context));
  case Encoding::fp8Tile:
    return fp8WeightType(context, shape);
  case Encoding::fp8Row:
    return aq8Type(context, shape);
  case Encoding::fp4Row:
    return fp4WeightType(context, shape);
  }
  llvm_unreachable("unknown encoding");
}

static WeightOp addWeight(OpBuilder &builder, StringRef symbol,
                          ArrayRef<StringRef> sources, Type type) {
  auto loc = NameLoc::get(builder.getStringAttr(symbol));
  return WeightOp::create(builder, loc, builder.getStringAttr(symbol),
                          builder.getStrArrayAttr(sources),
                          TypeAttr::get(type));
}

void importWeights(OpBuilder &builder, const CheckpointFacts &facts) {
  MLIRContext *context = builder.getContext();
  Inventory inventory(facts.report.config);
  for (const TensorSpec &spec : inventory.tensors()) {
    if (spec.role != TensorRole::backbone)
      continue;
    std::string codes = facts.report.tensors.diskName(spec.name), scales;
    SmallVector<StringRef> sources = {codes};
    if (spec.hasScale()) {
      scales = facts.report.tensors.diskName(spec.scaleName());
      sources.push_back(scales);
    }
    addWeight(builder, weightSymbol(spec.name), sources,
              weightType(context, spec));
  }
  const ModelConfig &config = facts.report.config;
  if (!config.engramLayers.empty())
    addWeight(builder, "engram.token_map", {"<token_map>"},
              RankedTensorType::get({config.vocabSize}, builder.getI32Type()))
        .setBound(config.engramCompressedVocab);
}

namespace {

/// Adds the states of a model.
class StateImporter {
public:
  StateImporter(OpBuilder &builder, const ModelConfig &config,
                int64_t pageTokens)
      : builder(builder), context(builder.getContext()), config(config),
        pageTokens(pageTokens) {}

  void run() {
    for (int64_t layer = 0; layer < config.numLayers; ++layer) {
      add("window", layer, StateKind::Ring, config.slidingWindow, 1,
          aq8Type(context, {config.headDim}));
      if (config.isKvSource(layer))
        addSource(layer);
    }
    if (!config.engramLayers.empty())
      create("engram_context", "engram_context", config.engramLayers.front(),
             StateKind::Ring, config.engramMaxNgram, 1,
             RankedTensorType::get({1}, builder.getI32Type()));
  }

private:
  /// Compressed entries, index keys, and the open group of a layer.
  void addSource(int64_t layer) {
    int64_t ratio = config.ratio(layer), rows = pageTokens / ratio;
    add("compressed_kv", layer, StateKind::Paged, rows, ratio,
        nvfp4Type(context, {config.headDim}));
    add("index_keys", layer, StateKind::Paged, rows, ratio,
        mxfp4Type(context, {config.indexHeadDim}));
    if (ratio == 1)
      return;
    auto row = RankedTensorType::get({config.headDim}, builder.getF32Type());
    add("tail_values", layer, StateKind::Ring, ratio, 1, row);
    add("tail_scores", layer, StateKind::Ring, ratio, 1, row);
  }

  void add(StringRef role, int64_t layer, StateKind kind, int64_t rows,
           int64_t ratio, RankedTensorType row) {
    create(("layers." + Twine(layer) + "." + role).str(), role, layer, kind,
           rows, ratio, row);
  }

  void create(StringRef symbol, StringRef role, int64_t layer, StateKind kind,
              int64_t rows, int64_t ratio, RankedTensorType row) {
    StateOp::create(
        builder, NameLoc::get(builder.getStringAttr(symbol)),
        builder.getStringAttr(symbol), builder.getStringAttr(role),
        builder.getI64IntegerAttr(layer),
        TypeAttr::get(StateType::get(context, kind, rows, ratio, row)));
  }

  OpBuilder &builder;
  MLIRContext *context;
  const ModelConfig &config;
  int64_t pageTokens;
};

} // namespace

void importStates(OpBuilder &builder, const ModelConfig &config,
                  int64_t pageTokens) {
  StateImporter(builder, config, pageTokens).run();
}

} // namespace cedar
