//===- ValidateTest.cpp - every rule broken once --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 1.5: one configuration per rule, and the line that it gets.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/Validate.h"
#include "test/unit/Import/TestConfig.h"

using namespace cedar;
using namespace cedar::test;

/// The lines for the released configuration after one change.
template <typename Change>
static std::vector<std::string> after(Change change) {
  ModelConfig config = parsed(configOf("released"));
  change(config);
  return validateConfig(config);
}

static std::vector<std::string> one(const std::string &line) { return {line}; }

TEST(Validate, TestCheckpointsAreLegal) {
  for (const char *name : {"released", "tiny", "micro-a", "micro-b", "micro-c",
                           "micro-d", "micro-e"})
    EXPECT_EQ(validateConfig(parsed(configOf(name))),
              std::vector<std::string>())
        << name;
}

TEST(Validate, Heads) {
  EXPECT_EQ(after([](ModelConfig &c) { c.numKeyValueHeads = 2; }),
            one("num_key_value_heads: expected 1, found 2"));
  EXPECT_EQ(after([](ModelConfig &c) { c.numHeads = 60; }),
            one("num_attention_heads: expected a multiple of o_groups = 8, "
                "found 60"));
}

TEST(Validate, RotatedDimensions) {
  EXPECT_EQ(after([](ModelConfig &c) { c.ropeDim = 63; }),
            one("qk_rope_head_dim: expected an even number, found 63"));
  EXPECT_EQ(after([](ModelConfig &c) { c.ropeDim = 130; }),
            one("qk_rope_head_dim: expected at most index_head_dim = 128, "
                "found 130"));
  EXPECT_EQ(after([](ModelConfig &c) {
              c.ropeDim = 64;
              c.headDim = 32;
            }),
            one("qk_rope_head_dim: expected at most head_dim = 32, found 64"));
}

TEST(Validate, Experts) {
  EXPECT_EQ(after([](ModelConfig &c) { c.numSharedExperts = 2; }),
            one("n_shared_experts: expected 1, found 2"));
  EXPECT_EQ(after([](ModelConfig &c) { c.expertsPerToken = 385; }),
            one("num_experts_per_tok: expected at most n_routed_experts = 384, "
                "found 385"));
  EXPECT_EQ(after([](ModelConfig &c) { c.numExperts = 4096; }),
            one("n_routed_experts: expected at most 131072 experts in all "
                "layers, found 163840"));
  EXPECT_EQ(after([](ModelConfig &c) { c.draftExpertsPerToken = 129; }),
            one("dspark_num_experts_per_tok: expected at most "
                "dspark_n_routed_experts = 128, found 129"));
  EXPECT_EQ(after([](ModelConfig &c) {
              c.numDraftStages = 64;
              c.draftExperts = 4096;
            }),
            one("dspark_n_routed_experts: expected at most 131072 experts in "
                "all stages, found 262144"));
}

TEST(Validate, QuantizedSizes) {
  auto line = [](const std::string &field, int64_t value) {
    return one(field +
               ": expected a multiple of 32, the width of a "
               "quantisation block, found " +
               std::to_string(value));
  };
  EXPECT_EQ(after([](ModelConfig &c) { c.hiddenSize = 5121; }),
            line("hidden_size", 5121));
  EXPECT_EQ(after([](ModelConfig &c) { c.moeIntermediateSize = 16; }),
            line("moe_intermediate_size", 16));
  EXPECT_EQ(after([](ModelConfig &c) { c.qLoraRank = 40; }),
            line("q_lora_rank", 40));
  EXPECT_EQ(after([](ModelConfig &c) { c.headDim = 80; }),
            line("head_dim", 80));
  EXPECT_EQ(after([](ModelConfig &c) { c.oLoraRank = 5; }),
            line("o_groups * o_lora_rank", 40));
  EXPECT_EQ(after([](ModelConfig &c) { c.indexHeadDim = 72; }),
            line("index_head_dim", 72));
  EXPECT_EQ(after([](ModelConfig &c) { c.engramHeadDim = 8; }),
            line("engram_head_dim", 8));
}

TEST(Validate, LayersInRange) {
  EXPECT_EQ(after([](ModelConfig &c) { c.kvSources.back() = 40; }),
            one("kv_source_layer_ids[3]: expected a layer from 0 to 39, found "
                "40"));
  EXPECT_EQ(after([](ModelConfig &c) { c.indexSources[0] = -1; }),
            one("index_source_layer_ids[0]: expected a layer from 0 to 39, "
                "found -1"));
  EXPECT_EQ(after([](ModelConfig &c) { c.engramLayers[1] = 99; }),
            one("engram_layer_ids[1]: expected a layer from 0 to 39, found "
                "99"));
  EXPECT_EQ(after([](ModelConfig &c) { c.draftTargets[2] = 41; }),
            one("dspark_target_layer_ids[2]: expected a layer from 0 to 39, "
                "found 41"));
  EXPECT_EQ(after([](ModelConfig &c) { c.draftTargets.clear(); }),
            one("dspark_target_layer_ids: expected at least one layer, found "
                "none"));
}

TEST(Validate, ListsAscend) {
  EXPECT_EQ(after([](ModelConfig &c) { c.kvSources[1] = 2; }),
            one("kv_source_layer_ids[1]: expected strictly increasing layers, "
                "found 2 after 2"));
  EXPECT_EQ(after([](ModelConfig &c) { c.engramLayers[0] = 15; }),
            one("engram_layer_ids[1]: expected strictly increasing layers, "
                "found 14 after 15"));
}

TEST(Validate, TokensInRange) {
  EXPECT_EQ(after([](ModelConfig &c) { c.bosTokenId = 129280; }),
            one("bos_token_id: expected a token from 0 to 129279, found "
                "129280"));
  EXPECT_EQ(after([](ModelConfig &c) { c.eosTokenIds = {1, -1}; }),
            one("eos_token_id: expected a token from 0 to 129279, found -1"));
  EXPECT_EQ(after([](ModelConfig &c) { c.padTokenId = 1 << 20; }),
            one("pad_token_id: expected a token from 0 to 129279, found "
                "1048576"));
  EXPECT_EQ(after([](ModelConfig &c) { c.imageTokenId = -5; }),
            one("image_token_id: expected a token from 0 to 129279, found "
                "-5"));
  EXPECT_EQ(after([](ModelConfig &c) { c.engramPadId = -2; }),
            one("engram_pad_token_id: expected a token from 0 to 129279, found "
                "-2"));
  EXPECT_EQ(after([](ModelConfig &c) { c.draftNoiseTokenId = 129280; }),
            one("dspark_noise_token_id: expected a token from 0 to 129279, "
                "found 129280"));
}

TEST(Validate, KvSourcesHaveAnIndexer) {
  EXPECT_EQ(after([](ModelConfig &c) {
              c.indexSources.erase(c.indexSources.begin() + 1);
            }),
            one("kv_source_layer_ids: expected only layers that are in "
                "index_source_layer_ids too, found 8"));
}

TEST(Validate, SourcesAreCompressed) {
  EXPECT_EQ(after([](ModelConfig &c) { c.compressRatios[24] = 0; }),
            one("index_source_layer_ids: expected only layers with a compress "
                "ratio above 0, found 24"));
  EXPECT_EQ(after([](ModelConfig &c) { c.compressRatios[8] = 0; })[0],
            "kv_source_layer_ids: expected only layers with a compress ratio "
            "above 0, found 8");
}

TEST(Validate, EveryIndexerHasAKvSource) {
  std::vector<std::string> lines =
      after([](ModelConfig &c) { c.kvSources.erase(c.kvSources.begin()); });
  EXPECT_EQ(lines[0], "index_source_layer_ids: expected a KV source at or "
                      "before every layer, found 2 with none");
}

TEST(Validate, EveryCompressedLayerHasAKvSourceOfItsRatio) {
  EXPECT_EQ(after([](ModelConfig &c) { c.compressRatios[1] = 2; }),
            one("compress_ratios[1]: expected 0, as no KV source lies at or "
                "before the layer, found 2"));
  EXPECT_EQ(after([](ModelConfig &c) { c.compressRatios[21] = 2; }),
            one("compress_ratios[21]: expected the ratio of its KV source, "
                "layer 20, 1, found 2"));
}

TEST(Validate, DraftStagesAreNotCompressed) {
  EXPECT_EQ(after([](ModelConfig &c) { c.compressRatios[41] = 1; }),
            one("compress_ratios[41]: expected 0 for a draft stage, found 1"));
}

TEST(Validate, CandidateSource) {
  EXPECT_EQ(after([](ModelConfig &c) { c.candidateSource = 21; }),
            one("candidate_source_layer_id: expected a layer of "
                "index_source_layer_ids, or -1 for none, found 21"));
}

TEST(Validate, EngramTables) {
  EXPECT_EQ(after([](ModelConfig &c) { c.engramRows.pop_back(); }),
            one("engram_num_embeddings: expected one entry per layer of "
                "engram_layer_ids (2), found 1"));
  EXPECT_EQ(after([](ModelConfig &c) { --c.engramRows[1]; }),
            one("engram_num_embeddings[1]: expected the sum of the layer's "
                "primes, 384016682, found 384016681"));
  EXPECT_EQ(after([](ModelConfig &c) { c.engramCompressedVocab = 129281; }),
            one("engram_compressed_vocab_size: expected at most vocab_size = "
                "129280, found 129281"));
}

TEST(Validate, AllViolationsAtOnce) {
  EXPECT_EQ(after([](ModelConfig &c) {
              c.numKeyValueHeads = 2;
              c.candidateSource = 3;
              c.engramRows[0] = 1;
            }).size(),
            3u);
}
