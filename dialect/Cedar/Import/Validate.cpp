//===- Validate.cpp - rules that a model configuration obeys --------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 1.5, one function per group of rules. Rules that lean on others (a layer
// list being in range and ascending) say nothing while those are broken, so
// that every line is a fault of its own.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/Validate.h"

#include "runtime/lib/Engram/Tables.h"

#include <algorithm>

namespace cedar {

/// Tensors of all experts together; keeps the inventory small.
static constexpr int64_t kMaxExperts = 1 << 17;

static std::string text(int64_t value) { return std::to_string(value); }

namespace {

/// Checks one configuration and collects the violations.
class ConfigValidator {
public:
  explicit ConfigValidator(const ModelConfig &config) : config_(config) {}

  std::vector<std::string> run();

private:
  void require(bool holds, const std::string &field,
               const std::string &expected, const std::string &found);
  void checkHeads();
  void checkRope();
  void checkExperts();
  void checkQuantizedSizes();
  void checkMultiple(const std::string &field, int64_t value);
  bool checkLayerList(const std::string &field,
                      const std::vector<int64_t> &layers);
  void checkToken(const std::string &field, int64_t id);
  void checkTokens();
  void checkDraftRatios();
  void checkSources();
  void checkSourceRatios();
  void checkKvCoverage();
  void checkCandidates();
  void checkEngram();
  void checkEngramRows();
  void checkDraft();

  const ModelConfig &config_;
  std::vector<std::string> problems_;
};

} // namespace

void ConfigValidator::require(bool holds, const std::string &field,
                              const std::string &expected,
                              const std::string &found) {
  if (!holds)
    problems_.push_back(field + ": expected " + expected + ", found " + found);
}

void ConfigValidator::checkHeads() {
  require(config_.numKeyValueHeads == 1, "num_key_value_heads", "1",
          text(config_.numKeyValueHeads));
  require(config_.numHeads % config_.oGroups == 0, "num_attention_heads",
          "a multiple of o_groups = " + text(config_.oGroups),
          text(config_.numHeads));
}

void ConfigValidator::checkRope() {
  int64_t rope = config_.ropeDim;
  require(rope % 2 == 0, "qk_rope_head_dim", "an even number", text(rope));
  require(rope <= config_.headDim, "qk_rope_head_dim",
          "at most head_dim = " + text(config_.headDim), text(rope));
  if (!config_.indexSources.empty())
    require(rope <= config_.indexHeadDim, "qk_rope_head_dim",
            "at most index_head_dim = " + text(config_.indexHeadDim),
            text(rope));
}

void ConfigValidator::checkExperts() {
  require(config_.numSharedExperts == 1, "n_shared_experts", "1",
          text(config_.numSharedExperts));
  require(config_.expertsPerToken <= config_.numExperts, "num_experts_per_tok",
          "at most n_routed_experts = " + text(config_.numExperts),
          text(config_.expertsPerToken));
  int64_t all = config_.numLayers * config_.numExperts;
  require(all <= kMaxExperts, "n_routed_experts",
          "at most " + text(kMaxExperts) + " experts in all layers", text(all));
}

void ConfigValidator::checkMultiple(const std::string &field, int64_t value) {
  require(value % 32 == 0, field,
          "a multiple of 32, the width of a quantisation block", text(value));
}

void ConfigValidator::checkQuantizedSizes() {
  checkMultiple("hidden_size", config_.hiddenSize);
  checkMultiple("moe_intermediate_size", config_.moeIntermediateSize);
  checkMultiple("q_lora_rank", config_.qLoraRank);
  checkMultiple("head_dim", config_.headDim);
  checkMultiple("o_groups * o_lora_rank", config_.oGroups * config_.oLoraRank);
  if (!config_.indexSources.empty())
    checkMultiple("index_head_dim", config_.indexHeadDim);
  if (!config_.engramLayers.empty())
    checkMultiple("engram_head_dim", config_.engramHeadDim);
}

/// Every layer exists in the backbone, and the list ascends.
bool ConfigValidator::checkLayerList(const std::string &field,
                                     const std::vector<int64_t> &layers) {
  size_t before = problems_.size();
  for (size_t i = 0; i < layers.size(); ++i) {
    std::string element = field + "[" + std::to_string(i) + "]";
    require(layers[i] >= 0 && layers[i] < config_.numLayers, element,
            "a layer from 0 to " + text(config_.numLayers - 1),
            text(layers[i]));
    require(i == 0 || layers[i] > layers[i - 1], element,
            "strictly increasing layers",
            text(layers[i]) + " after " + text(layers[i ? i - 1 : 0]));
  }
  return problems_.size() == before;
}

void ConfigValidator::checkToken(const std::string &field, int64_t id) {
  require(id >= 0 && id < config_.vocabSize, field,
          "a token from 0 to " + text(config_.vocabSize - 1), text(id));
}

void ConfigValidator::checkTokens() {
  if (config_.bosTokenId)
    checkToken("bos_token_id", *config_.bosTokenId);
  for (int64_t id : config_.eosTokenIds)
    checkToken("eos_token_id", id);
  if (config_.padTokenId)
    checkToken("pad_token_id", *config_.padTokenId);
  if (config_.imageTokenId)
    checkToken("image_token_id", *config_.imageTokenId);
}

void ConfigValidator::checkDraftRatios() {
  for (size_t i = config_.numLayers; i < config_.compressRatios.size(); ++i)
    require(config_.compressRatios[i] == 0,
            "compress_ratios[" + std::to_string(i) + "]", "0 for a draft stage",
            text(config_.compressRatios[i]));
}

void ConfigValidator::checkSources() {
  bool kv = checkLayerList("kv_source_layer_ids", config_.kvSources);
  bool index = checkLayerList("index_source_layer_ids", config_.indexSources);
  if (!kv || !index)
    return;
  for (int64_t layer : config_.kvSources)
    require(config_.isIndexSource(layer), "kv_source_layer_ids",
            "only layers that are in index_source_layer_ids too", text(layer));
  checkSourceRatios();
  checkKvCoverage();
  checkCandidates();
}

void ConfigValidator::checkSourceRatios() {
  for (int64_t layer : config_.kvSources)
    require(config_.ratio(layer) > 0, "kv_source_layer_ids",
            "only layers with a compress ratio above 0", text(layer));
  for (int64_t layer : config_.indexSources) {
    require(config_.ratio(layer) > 0, "index_source_layer_ids",
            "only layers with a compress ratio above 0", text(layer));
    require(config_.ratio(layer) == 0 || config_.kvSource(layer) >= 0,
            "index_source_layer_ids", "a KV source at or before every layer",
            text(layer) + " with none");
  }
}

/// Every layer that reads a compressed cache finds one, of its own ratio.
void ConfigValidator::checkKvCoverage() {
  for (int64_t layer = 0; layer < config_.numLayers; ++layer) {
    int64_t ratio = config_.ratio(layer), source = config_.kvSource(layer);
    if (ratio == 0)
      continue;
    std::string field = "compress_ratios[" + text(layer) + "]";
    require(source >= 0, field,
            "0, as no KV source lies at or before the layer", text(ratio));
    require(source < 0 || config_.ratio(source) == ratio, field,
            "the ratio of its KV source, layer " + text(source) + ", " +
                text(source < 0 ? 0 : config_.ratio(source)),
            text(ratio));
  }
}

void ConfigValidator::checkCandidates() {
  int64_t source = config_.candidateSource;
  require(source < 0 || config_.isIndexSource(source),
          "candidate_source_layer_id",
          "a layer of index_source_layer_ids, or -1 for none", text(source));
}

void ConfigValidator::checkEngram() {
  if (config_.engramLayers.empty())
    return;
  bool layers = checkLayerList("engram_layer_ids", config_.engramLayers);
  checkToken("engram_pad_token_id", config_.engramPadId);
  require(config_.engramCompressedVocab <= config_.vocabSize,
          "engram_compressed_vocab_size",
          "at most vocab_size = " + text(config_.vocabSize),
          text(config_.engramCompressedVocab));
  bool lengths = config_.engramRows.size() == config_.engramLayers.size();
  require(lengths, "engram_num_embeddings",
          "one entry per layer of engram_layer_ids (" +
              std::to_string(config_.engramLayers.size()) + ")",
          std::to_string(config_.engramRows.size()));
  if (layers && lengths)
    checkEngramRows();
}

/// A table holds exactly the rows that its columns' primes address.
void ConfigValidator::checkEngramRows() {
  auto primes =
      rt::primesFor(config_.engramLayers.size(), config_.engramMaxNgram,
                    config_.engramHeads, config_.engramVocabSize);
  if (!primes.ok()) {
    problems_.push_back("engram_vocab_size: " + primes.status().message());
    return;
  }
  for (size_t i = 0; i < primes->size(); ++i) {
    int64_t rows = 0;
    for (const std::vector<int64_t> &order : (*primes)[i])
      for (int64_t prime : order)
        rows += prime;
    require(config_.engramRows[i] == rows,
            "engram_num_embeddings[" + std::to_string(i) + "]",
            "the sum of the layer's primes, " + text(rows),
            text(config_.engramRows[i]));
  }
}

void ConfigValidator::checkDraft() {
  if (config_.numDraftStages == 0)
    return;
  checkLayerList("dspark_target_layer_ids", config_.draftTargets);
  require(!config_.draftTargets.empty(), "dspark_target_layer_ids",
          "at least one layer", "none");
  checkToken("dspark_noise_token_id", config_.draftNoiseTokenId);
  require(config_.draftExpertsPerToken <= config_.draftExperts,
          "dspark_num_experts_per_tok",
          "at most dspark_n_routed_experts = " + text(config_.draftExperts),
          text(config_.draftExpertsPerToken));
  int64_t all = config_.numDraftStages * config_.draftExperts;
  require(all <= kMaxExperts, "dspark_n_routed_experts",
          "at most " + text(kMaxExperts) + " experts in all stages", text(all));
}

std::vector<std::string> ConfigValidator::run() {
  checkHeads();
  checkRope();
  checkExperts();
  checkQuantizedSizes();
  checkTokens();
  checkDraftRatios();
  checkSources();
  checkEngram();
  checkDraft();
  return std::move(problems_);
}

std::vector<std::string> validateConfig(const ModelConfig &config) {
  return ConfigValidator(config).run();
}

} // namespace cedar
