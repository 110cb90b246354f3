//===- ConfigRolesTest.cpp - the role of each layer -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 1.3 on the released configuration and on small ones.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Import/TestConfig.h"

using namespace cedar;
using namespace cedar::test;

TEST(ConfigRoles, ReleasedModes) {
  ModelConfig config = parsed(configOf("released"));
  ASSERT_EQ(config.numLayers, 40);
  std::map<LayerMode, std::vector<int64_t>> layers;
  for (int64_t layer = 0; layer < 40; ++layer)
    layers[config.mode(layer)].push_back(layer);
  EXPECT_EQ(layers[LayerMode::window], (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(layers[LayerMode::full], (std::vector<int64_t>{2, 8, 14, 20}));
  EXPECT_EQ(layers[LayerMode::reindex], (std::vector<int64_t>{24, 28, 32, 36}));
  EXPECT_EQ(layers[LayerMode::reuse].size(), 30u);
  EXPECT_EQ(config.decoderBegin(), 20);
}

TEST(ConfigRoles, ReleasedSources) {
  ModelConfig config = parsed(configOf("released"));
  EXPECT_EQ(config.kvSource(1), -1);
  EXPECT_EQ(config.indexSource(1), -1);
  EXPECT_EQ(config.kvSource(7), 2);
  EXPECT_EQ(config.kvSource(8), 8);
  EXPECT_EQ(config.kvSource(39), 20);
  EXPECT_EQ(config.indexSource(19), 14);
  EXPECT_EQ(config.indexSource(23), 20);
  EXPECT_EQ(config.indexSource(39), 36);
}

TEST(ConfigRoles, OnlyIndexersBehindTheSourceUseCandidates) {
  ModelConfig config = parsed(configOf("released"));
  std::vector<int64_t> users;
  for (int64_t layer = 0; layer < config.numLayers; ++layer)
    if (config.usesCandidates(layer))
      users.push_back(layer);
  EXPECT_EQ(users, (std::vector<int64_t>{24, 28, 32, 36}));
  EXPECT_FALSE(parsed(configOf("micro-b")).usesCandidates(6));
}

TEST(ConfigRoles, Engram) {
  ModelConfig config = parsed(configOf("released"));
  EXPECT_TRUE(config.isEngram(1));
  EXPECT_TRUE(config.isEngram(14));
  EXPECT_FALSE(config.isEngram(0));
  EXPECT_EQ(config.engramIndex(14), 1);
  EXPECT_EQ(config.engramColumns(), 24);
  EXPECT_EQ(config.mixSize(), 24);
}

TEST(ConfigRoles, WindowOnlyModelHasNoDecoder) {
  ModelConfig config = parsed(configOf("micro-c"));
  EXPECT_EQ(config.decoderBegin(), config.numLayers);
}

// A ratio of 1 is a compressed layer with one entry per token, and draft stages
// at the end of the list are no layers.
TEST(ConfigRoles, RatioOneIsCompressedAndDraftsAreNoLayers) {
  nlohmann::json json = configOf("micro-a");
  nlohmann::json &text = json["text_config"];
  text["num_hidden_layers"] = 3;
  text["num_nextn_predict_layers"] = 3;
  text["dspark_target_layer_ids"] = {0, 1, 2};
  text["kv_source_layer_ids"] = text["index_source_layer_ids"] = {1, 2};
  text["candidate_source_layer_id"] = 2;
  for (const nlohmann::json &ratios :
       {nlohmann::json{0, 2, 1}, nlohmann::json{0, 2, 1, 0, 0, 0}}) {
    text["compress_ratios"] = ratios;
    ModelConfig config = parsed(json);
    EXPECT_EQ(config.numLayers, 3);
    EXPECT_EQ(config.mode(2), LayerMode::full);
    EXPECT_EQ(config.ratio(2), 1);
    EXPECT_EQ(config.compressRatios, (std::vector<int64_t>{0, 2, 1, 0, 0, 0}));
  }
}

TEST(ConfigRoles, ModesHaveNames) {
  EXPECT_STREQ(stringOf(LayerMode::window), "window");
  EXPECT_STREQ(stringOf(LayerMode::full), "full");
  EXPECT_STREQ(stringOf(LayerMode::reindex), "reindex");
  EXPECT_STREQ(stringOf(LayerMode::reuse), "reuse");
}
