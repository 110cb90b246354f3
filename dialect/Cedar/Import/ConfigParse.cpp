//===- ConfigParse.cpp - reading a config.json ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 1.1 and 1.2: which fields exist, how they are spelled, their bounds.
// The bounds are far above any real model; they keep every product of sizes
// below 2^62 and every list short. Fields that fix an algorithm which Cedar
// implements one way (activation, scoring, quantisation) must have that value.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/Config.h"
#include "dialect/Cedar/Import/ConfigDefaults.h"
#include "dialect/Cedar/Import/ConfigReader.h"
#include "dialect/Cedar/Import/ConfigRopeForms.h"
#include "runtime/lib/Checkpoint/DType.h"
#include "runtime/lib/Support/Json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

using nlohmann::json;

namespace cedar {

static constexpr int64_t kMaxLayers = 1024;
static constexpr IntRange kAnyId = {-(int64_t(1) << 31), int64_t(1) << 31};
static constexpr IntRange kCount = {1, 1 << 12};
static constexpr IntRange kWidth = {1, 1 << 17};
static constexpr IntRange kSpan = {1, 1 << 20};

static void readSizes(FieldReader &in, ModelConfig &config) {
  config.vocabSize = in.integer("vocab_size", {1, 1 << 24});
  config.hiddenSize = in.integer("hidden_size", kWidth);
  config.moeIntermediateSize = in.integer("moe_intermediate_size", kWidth);
  config.numLayers = in.integer("num_hidden_layers", {1, kMaxLayers});
  config.maxPositions =
      in.integer("max_position_embeddings", {1, (int64_t(1) << 31) - 1});
  config.numDraftStages = in.integerOr("num_nextn_predict_layers", {0, 64}, 0);
  config.tieWordEmbeddings = in.booleanOr("tie_word_embeddings", false);
  config.rmsNormEps = in.number("rms_norm_eps", {0, 1});
}

static void readAttention(FieldReader &in, ModelConfig &config) {
  config.numHeads = in.integer("num_attention_heads", kCount);
  config.numKeyValueHeads = in.integerOr("num_key_value_heads", kCount, 1);
  config.headDim = in.integer("head_dim", {1, 1 << 13});
  config.ropeDim = in.integer("qk_rope_head_dim", {1, 1 << 13});
  config.qLoraRank = in.integer("q_lora_rank", kWidth);
  config.oLoraRank = in.integer("o_lora_rank", kWidth);
  config.oGroups = in.integer("o_groups", kCount);
  config.slidingWindow = in.integer("sliding_window", kSpan);
  in.expectBoolean("attention_bias", false);
}

/// The ratios of the backbone, then zeros for the draft stages. A list that
/// covers only the backbone is completed.
static std::vector<int64_t> readRatios(FieldReader &in,
                                       const ModelConfig &config) {
  size_t layers = config.numLayers;
  size_t all = layers + config.numDraftStages;
  std::vector<int64_t> ratios =
      in.optionalIntegers("compress_ratios", {0, 1 << 16}, 2 * kMaxLayers)
          .value_or(defaultRatios(layers));
  if (ratios.size() < layers || ratios.size() > all)
    in.fault("compress_ratios",
             "one entry per layer (" + std::to_string(layers) +
                 "), optionally with the draft stages (" + std::to_string(all) +
                 ")",
             std::to_string(ratios.size()) + " entries");
  ratios.resize(all, 0);
  return ratios;
}

static void readIndexer(FieldReader &in, ModelConfig &config) {
  config.indexHeads = in.integer("index_n_heads", kCount);
  config.indexHeadDim = in.integer("index_head_dim", {1, 1 << 13});
  config.indexTopk = in.integer("index_topk", kSpan);
  if (config.candidateSource < 0)
    return;
  config.candidateTopkBlocks = in.integer("candidate_topk_blocks", kSpan);
  config.candidateBlockSize = in.integer("candidate_block_size", {1, 1 << 16});
}

static void readCompression(FieldReader &in, ModelConfig &config) {
  config.compressRatios = readRatios(in, config);
  std::optional<std::vector<int64_t>> kv =
      in.optionalIntegers("kv_source_layer_ids", kAnyId, kMaxLayers);
  config.kvSources = kv ? *kv : defaultKvSources(config);
  std::optional<std::vector<int64_t>> index =
      in.optionalIntegers("index_source_layer_ids", kAnyId, kMaxLayers);
  config.indexSources = index ? *index : defaultIndexSources(config);
  int64_t lastKv = config.kvSources.empty() ? -1 : config.kvSources.back();
  config.candidateSource = std::max<int64_t>(
      -1, in.integerOr("candidate_source_layer_id", kAnyId, lastKv));
  if (!config.indexSources.empty())
    readIndexer(in, config);
}

static void readExperts(FieldReader &in, ModelConfig &config) {
  config.numExperts = in.integer("n_routed_experts", kCount);
  config.numSharedExperts = in.integerOr("n_shared_experts", {0, 1 << 12}, 1);
  config.expertsPerToken = in.integer("num_experts_per_tok", kCount);
  config.normTopkProb = in.booleanOr("norm_topk_prob", true);
  config.routedScalingFactor = in.number("routed_scaling_factor", {1e-6, 1e6});
  config.gateTemp = in.numberOr("gate_temp", {1e-6, 1e6}, 1);
  config.swigluLimit = in.number("swiglu_limit", {0, 1e6});
  in.expectString("hidden_act", "silu", /*required=*/false);
  in.expectString("scoring_func", "sqrtsoftplus", /*required=*/false);
  in.expectString("topk_method", "noaux_tc", /*required=*/false);
}

static void readHyperConnections(FieldReader &in, ModelConfig &config) {
  config.hcMult = in.integer("hc_mult", {1, 16});
  config.hcSinkhornIters = in.integer("hc_sinkhorn_iters", {1, 1000});
  config.hcEps = in.number("hc_eps", {0, 1});
}

/// Fields of a model without engram layers keep arbitrary values: not read.
static void readEngram(FieldReader &in, ModelConfig &config) {
  config.engramLayers = in.optionalIntegers("engram_layer_ids", kAnyId, 64)
                            .value_or(std::vector<int64_t>());
  if (config.engramLayers.empty())
    return;
  config.engramRows =
      in.optionalIntegers("engram_num_embeddings", {1, int64_t(1) << 36}, 64)
          .value_or(std::vector<int64_t>());
  config.engramMaxNgram = in.integer("engram_max_ngram_size", {2, 8});
  config.engramVocabSize =
      in.integer("engram_vocab_size", {1, (int64_t(1) << 31) - 1});
  config.engramHeads = in.integer("engram_n_heads", {1, 64});
  config.engramHeadDim = in.integer("engram_head_dim", {1, 1 << 12});
  const char *pad = in.oneSpelling("engram_pad_token_id", "engram_pad_id");
  config.engramPadId = in.integer(pad, kAnyId);
  config.engramCompressedVocab =
      in.integer("engram_compressed_vocab_size", {1, 1 << 24});
}

/// Fields of a model without draft stages keep arbitrary values: not read.
static void readDraft(FieldReader &in, ModelConfig &config) {
  if (config.numDraftStages == 0)
    return;
  config.draftBlockSize = in.integer("dspark_block_size", {1, 1024});
  config.draftNoiseTokenId = in.integer("dspark_noise_token_id", kAnyId);
  config.draftTargets =
      in.optionalIntegers("dspark_target_layer_ids", kAnyId, kMaxLayers)
          .value_or(defaultDraftTargets(config));
  config.draftMarkovRank = in.integer("dspark_markov_rank", kWidth);
  config.draftExperts = in.integer("dspark_n_routed_experts", kCount);
  config.draftExpertsPerToken =
      in.integer("dspark_num_experts_per_tok", kCount);
}

static void readTokens(FieldReader &in, ModelConfig &config) {
  config.bosTokenId = in.optionalInteger("bos_token_id", kAnyId);
  config.eosTokenIds = in.integersOrOne("eos_token_id", kAnyId, 64);
  config.padTokenId = in.optionalInteger("pad_token_id", kAnyId);
  config.imageTokenId = in.optionalInteger("image_token_id", kAnyId);
}

static void checkBlockSize(FieldReader &quant) {
  const char *name = "weight_block_size";
  std::optional<std::vector<int64_t>> block =
      quant.optionalIntegers(name, {1, 1 << 20}, 2);
  if (!block)
    quant.fault(name, "[32, 32]", "nothing");
  else if (*block != std::vector<int64_t>{32, 32})
    quant.fault(name, "[32, 32]", rt::shapeText(*block));
}

/// The encodings of SPEC 2.4 are the only ones Cedar reads.
static void checkQuantization(FieldReader &in, std::string_view fileName,
                              std::vector<std::string> &problems) {
  std::string path;
  const json *object = in.object(
      "quantization_config", "an object that says fp8 with fp4 experts", path);
  if (!object)
    return;
  FieldReader quant(fileName, problems);
  quant.addPlace(path, *object);
  quant.expectString("quant_method", "fp8", /*required=*/true);
  quant.expectString("activation_scheme", "dynamic", /*required=*/false);
  quant.expectString("scale_fmt", "ue8m0", /*required=*/true);
  checkBlockSize(quant);
  quant.addPlacesOf(in);
  quant.expectString("expert_dtype", "fp4", /*required=*/true);
}

/// Whether this is a model that Cedar knows, with its text fields in the
/// object that the form of the file implies; other models get one message.
static bool addTextPlaces(FieldReader &in, const json &document,
                          std::string_view fileName,
                          std::vector<std::string> &problems) {
  const char *composite = "deepseek_v41", *text = "deepseek_v41_text";
  size_t before = problems.size();
  FieldReader top(fileName, problems);
  top.addPlace("", document);
  std::string path;
  const json *nested = top.optionalObject("text_config", path);
  std::optional<std::string> type = top.optionalString("model_type");
  if (!type || (*type != composite && (nested || *type != text)))
    top.fault("model_type",
              nested ? "\"deepseek_v41\""
                     : "\"deepseek_v41\" or \"deepseek_v41_text\"",
              type ? describeJson(json(*type)) : "nothing");
  if (nested) {
    FieldReader inner(fileName, problems);
    inner.addPlace(path, *nested);
    inner.expectString("model_type", text, /*required=*/false);
    in.addPlace(path, *nested);
  }
  in.addPlace("", document);
  return problems.size() == before;
}

/// Draft fields may be gathered in an object of their own.
static void addDraftPlace(FieldReader &in) {
  std::string path;
  if (const json *object = in.optionalObject("dspark_config", path))
    in.addPlace(path, *object);
}

static void readFields(FieldReader &in, ModelConfig &config,
                       std::string_view fileName,
                       std::vector<std::string> &problems) {
  readSizes(in, config);
  readAttention(in, config);
  readCompression(in, config);
  readRope(in, config, fileName, problems);
  readExperts(in, config);
  readHyperConnections(in, config);
  readEngram(in, config);
  readDraft(in, config);
  readTokens(in, config);
  checkQuantization(in, fileName, problems);
}

ModelConfig parseConfig(std::string_view text, std::string_view fileName,
                        std::vector<std::string> &problems) {
  ModelConfig config;
  rt::Result<json> document = rt::parseJson(text, std::string(fileName));
  if (!document.ok()) {
    problems.push_back(document.status().message());
    return config;
  }
  if (!document->is_object()) {
    problems.push_back(std::string(fileName) + ": expected a JSON object, " +
                       "found " + describeJson(*document));
    return config;
  }
  FieldReader in(fileName, problems);
  if (!addTextPlaces(in, *document, fileName, problems))
    return config;
  addDraftPlace(in);
  readFields(in, config, fileName, problems);
  return config;
}

rt::Result<ModelConfig> parseConfig(std::string_view text,
                                    std::string_view fileName) {
  std::vector<std::string> problems;
  ModelConfig config = parseConfig(text, fileName, problems);
  if (problems.empty())
    return config;
  std::string message = problems.front();
  if (problems.size() > 1)
    message += " (and " + std::to_string(problems.size() - 1) +
               " more: run cedar-check)";
  return rt::Status(rt::Code::invalidArgument, std::move(message));
}

} // namespace cedar
