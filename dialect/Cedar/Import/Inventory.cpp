//===- Inventory.cpp - the tensors that a configuration implies -----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of SPEC 2.2, written once for backbone layers and draft stages: a
// draft stage is a window layer with its own number of experts.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/Inventory.h"

#include <cassert>

namespace cedar {

static constexpr int64_t kBlock = 32;

static int64_t blocks(int64_t size) { return (size + kBlock - 1) / kBlock; }

static int64_t product(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

const char *stringOf(Encoding encoding) {
  switch (encoding) {
  case Encoding::bf16:
    return "bf16";
  case Encoding::f32:
    return "f32";
  case Encoding::fp8Tile:
    return "fp8 (tiles of 32 x 32)";
  case Encoding::fp8Row:
    return "fp8 (rows of 32)";
  case Encoding::fp4Row:
    return "fp4 (rows of 32)";
  }
  return "";
}

std::string expertName(const std::string &name, int64_t expert) {
  size_t at = name.find("{e}");
  std::string result = name;
  if (at != std::string::npos)
    result.replace(at, 3, std::to_string(expert));
  return result;
}

std::string layerPrefix(TensorRole role, int64_t layer) {
  return (role == TensorRole::draft ? "mtp." : "layers.") +
         std::to_string(layer) + ".";
}

std::string TensorSpec::scaleName() const {
  static constexpr std::string_view suffix = ".weight";
  assert(hasScale() && name.size() > suffix.size());
  return name.substr(0, name.size() - suffix.size()) + ".scale";
}

rt::DType TensorSpec::storedType() const {
  switch (encoding) {
  case Encoding::bf16:
    return rt::DType::bf16;
  case Encoding::f32:
    return rt::DType::f32;
  case Encoding::fp8Tile:
  case Encoding::fp8Row:
    return rt::DType::f8E4M3;
  case Encoding::fp4Row:
    return rt::DType::i8;
  }
  return rt::DType::u8;
}

std::vector<int64_t> TensorSpec::storedShape() const {
  std::vector<int64_t> stored = shape;
  if (encoding == Encoding::fp4Row)
    stored.back() /= 2;
  return stored;
}

std::vector<int64_t> TensorSpec::scaleShape() const {
  assert(hasScale() && shape.size() == 2);
  int64_t rows = encoding == Encoding::fp8Tile ? blocks(shape[0]) : shape[0];
  return {rows, blocks(shape[1])};
}

int64_t TensorSpec::storedTensors() const {
  return (experts ? experts : 1) * (hasScale() ? 2 : 1);
}

int64_t TensorSpec::storedBytes() const {
  int64_t bytes =
      product(storedShape()) * int64_t(rt::dtypeBytes(storedType()));
  if (hasScale())
    bytes += product(scaleShape());
  return (experts ? experts : 1) * bytes;
}

namespace {

/// Lists the tensors of one configuration.
class InventoryBuilder {
public:
  explicit InventoryBuilder(const ModelConfig &config) : config_(config) {}

  std::vector<TensorSpec> build();

private:
  using Shape = std::vector<int64_t>;

  void add(const std::string &name, Encoding encoding, Shape shape);
  void addNorms();
  void addAttention();
  void addCompressor(int64_t layer);
  void addIndexer(int64_t layer);
  void addExperts(int64_t experts);
  void addHyperConnections();
  void addEngram(int64_t rows);
  void addBackboneLayer(int64_t layer);
  void addDraftStage(int64_t stage);

  const ModelConfig &config_;
  std::vector<TensorSpec> tensors_;
  // The layer being listed.
  TensorRole role_ = TensorRole::backbone;
  int64_t layer_ = -1;
  std::string prefix_;
};

} // namespace

void InventoryBuilder::add(const std::string &name, Encoding encoding,
                           Shape shape) {
  TensorSpec spec;
  spec.name = prefix_ + name;
  spec.encoding = encoding;
  spec.shape = std::move(shape);
  spec.role = role_;
  spec.layer = layer_;
  tensors_.push_back(std::move(spec));
}

void InventoryBuilder::addNorms() {
  add("attn_norm.weight", Encoding::bf16, {config_.hiddenSize});
  add("ffn_norm.weight", Encoding::bf16, {config_.hiddenSize});
}

void InventoryBuilder::addAttention() {
  int64_t hidden = config_.hiddenSize, heads = config_.numHeads;
  int64_t inner = heads * config_.headDim;
  int64_t mixed = config_.oGroups * config_.oLoraRank;
  add("attn.wq_a.weight", Encoding::fp8Tile, {config_.qLoraRank, hidden});
  add("attn.q_norm.weight", Encoding::bf16, {config_.qLoraRank});
  add("attn.wq_b.weight", Encoding::fp8Tile, {inner, config_.qLoraRank});
  add("attn.wkv.weight", Encoding::fp8Tile, {config_.headDim, hidden});
  add("attn.kv_norm.weight", Encoding::bf16, {config_.headDim});
  add("attn.attn_sink", Encoding::f32, {heads});
  add("attn.wo_a.weight", Encoding::fp8Tile, {mixed, inner / config_.oGroups});
  add("attn.wo_b.weight", Encoding::fp8Tile, {hidden, mixed});
}

/// A KV source; only a group of several positions is gated.
void InventoryBuilder::addCompressor(int64_t layer) {
  int64_t hidden = config_.hiddenSize, width = config_.headDim;
  add("attn.compressor.wkv.weight", Encoding::bf16, {width, hidden});
  if (config_.ratio(layer) > 1)
    add("attn.compressor.wgate.weight", Encoding::bf16, {width, hidden});
  add("attn.compressor.norm.weight", Encoding::bf16, {width});
  add("attn.indexer.wk.weight", Encoding::bf16, {config_.indexHeadDim, width});
  add("attn.indexer.k_norm.weight", Encoding::bf16, {config_.indexHeadDim});
}

void InventoryBuilder::addIndexer(int64_t layer) {
  if (config_.isKvSource(layer))
    addCompressor(layer);
  if (!config_.isIndexSource(layer))
    return;
  add("attn.indexer.wq_b.weight", Encoding::fp8Tile,
      {config_.indexHeads * config_.indexHeadDim, config_.qLoraRank});
  add("attn.indexer.weights_proj.weight", Encoding::bf16,
      {config_.indexHeads, config_.hiddenSize});
}

void InventoryBuilder::addExperts(int64_t experts) {
  int64_t hidden = config_.hiddenSize, inner = config_.moeIntermediateSize;
  add("ffn.gate.weight", Encoding::bf16, {experts, hidden});
  add("ffn.gate.bias", Encoding::f32, {experts});
  add("ffn.gate.bias_vl", Encoding::f32, {experts});
  for (const char *name : {"w1", "w3", "w2"}) {
    Shape shape = name[1] == '2' ? Shape{hidden, inner} : Shape{inner, hidden};
    add(std::string("ffn.experts.{e}.") + name + ".weight", Encoding::fp4Row,
        shape);
    tensors_.back().experts = experts;
  }
  for (const char *name : {"w1", "w3"})
    add(std::string("ffn.shared_experts.") + name + ".weight",
        Encoding::fp8Tile, {inner, hidden});
  add("ffn.shared_experts.w2.weight", Encoding::fp8Tile, {hidden, inner});
}

void InventoryBuilder::addHyperConnections() {
  int64_t mix = config_.mixSize();
  for (const char *site : {"hc_attn", "hc_ffn"}) {
    std::string name = site;
    add(name + "_fn", Encoding::f32,
        {mix, config_.hcMult * config_.hiddenSize});
    add(name + "_base", Encoding::f32, {mix});
    add(name + "_scale", Encoding::f32, {3});
  }
}

/// Keys for every stream and one value, from the gathered rows side by side.
void InventoryBuilder::addEngram(int64_t rows) {
  int64_t hidden = config_.hiddenSize, streams = config_.hcMult;
  int64_t gathered = config_.engramColumns() * config_.engramHeadDim;
  add("engram.embed.weight", Encoding::fp8Row, {rows, config_.engramHeadDim});
  add("engram.wkv.weight", Encoding::fp8Tile,
      {(streams + 1) * hidden, gathered});
  add("engram.q_weight", Encoding::bf16, {streams, hidden});
  add("engram.k_weight", Encoding::bf16, {streams, hidden});
}

void InventoryBuilder::addBackboneLayer(int64_t layer) {
  layer_ = layer;
  prefix_ = layerPrefix(TensorRole::backbone, layer);
  addNorms();
  addAttention();
  addIndexer(layer);
  addExperts(config_.numExperts);
  addHyperConnections();
  if (config_.isEngram(layer))
    addEngram(config_.engramRows[config_.engramIndex(layer)]);
}

void InventoryBuilder::addDraftStage(int64_t stage) {
  int64_t hidden = config_.hiddenSize, rank = config_.draftMarkovRank;
  role_ = TensorRole::draft;
  layer_ = stage;
  prefix_ = layerPrefix(TensorRole::draft, stage);
  addNorms();
  addAttention();
  addExperts(config_.draftExperts);
  addHyperConnections();
  if (stage == 0) {
    add("main_proj.weight", Encoding::fp8Tile,
        {hidden, hidden * int64_t(config_.draftTargets.size())});
    add("main_norm.weight", Encoding::bf16, {hidden});
  }
  if (stage + 1 < config_.numDraftStages)
    return;
  add("norm.weight", Encoding::bf16, {hidden});
  add("markov_head.embed.weight", Encoding::bf16, {config_.vocabSize, rank});
  add("markov_head.head.weight", Encoding::bf16, {config_.vocabSize, rank});
  add("confidence_head.proj.weight", Encoding::bf16, {1, hidden + rank});
}

std::vector<TensorSpec> InventoryBuilder::build() {
  int64_t hidden = config_.hiddenSize;
  add("embed.weight", Encoding::bf16, {config_.vocabSize, hidden});
  for (int64_t layer = 0; layer < config_.numLayers; ++layer)
    addBackboneLayer(layer);
  layer_ = -1;
  prefix_.clear();
  add("norm.weight", Encoding::bf16, {hidden});
  add("head.weight", Encoding::bf16, {config_.vocabSize, hidden});
  for (int64_t stage = 0; stage < config_.numDraftStages; ++stage)
    addDraftStage(stage);
  return std::move(tensors_);
}

Inventory::Inventory(const ModelConfig &config)
    : tensors_(InventoryBuilder(config).build()) {
  for (size_t i = 0; i < tensors_.size(); ++i)
    byName_.emplace(tensors_[i].name, i);
}

const TensorSpec *Inventory::find(const std::string &name) const {
  auto it = byName_.find(name);
  return it == byName_.end() ? nullptr : &tensors_[it->second];
}

int64_t Inventory::storedTensors(TensorRole role) const {
  int64_t count = 0;
  for (const TensorSpec &spec : tensors_)
    if (spec.role == role)
      count += spec.storedTensors();
  return count;
}

} // namespace cedar
