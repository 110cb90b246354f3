//===- ConfigDefaultsTest.cpp - lists that are left out -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 1.4: absent and null lists are derived, empty ones are taken as they
// are.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ConfigDefaults.h"
#include "dialect/Cedar/Import/Validate.h"
#include "test/unit/Import/TestConfig.h"

using namespace cedar;
using namespace cedar::test;
using nlohmann::json;

static const std::vector<const char *> lists = {
    "compress_ratios", "kv_source_layer_ids", "index_source_layer_ids",
    "candidate_source_layer_id", "dspark_target_layer_ids"};

TEST(ConfigDefaults, ReleasedPlanIsDerived) {
  json released = configOf("released"), bare = released;
  for (const char *name : lists)
    bare["text_config"].erase(name);
  ModelConfig expected = parsed(released), config = parsed(bare);
  EXPECT_EQ(config.compressRatios, expected.compressRatios);
  EXPECT_EQ(config.kvSources, expected.kvSources);
  EXPECT_EQ(config.indexSources, expected.indexSources);
  EXPECT_EQ(config.candidateSource, 20);
  EXPECT_EQ(config.draftTargets, expected.draftTargets);
}

TEST(ConfigDefaults, NullIsAbsent) {
  json nulls = configOf("released");
  for (const char *name : lists)
    nulls["text_config"][name] = nullptr;
  EXPECT_EQ(parsed(nulls).kvSources, (std::vector<int64_t>{2, 8, 14, 20}));
}

TEST(ConfigDefaults, OtherDepths) {
  EXPECT_EQ(defaultRatios(1), (std::vector<int64_t>{0}));
  EXPECT_EQ(defaultRatios(6), (std::vector<int64_t>{0, 0, 2, 2, 1, 1}));
  EXPECT_EQ(defaultRatios(7), (std::vector<int64_t>{0, 0, 2, 2, 2, 1, 1}));
  EXPECT_EQ(defaultRatios(41).size(), 41u);
}

TEST(ConfigDefaults, FirstLayerOfEveryRunIsASource) {
  json small = configOf("micro-a");
  for (const char *name : lists)
    small["text_config"].erase(name);
  ModelConfig config = parsed(small);
  EXPECT_EQ(config.compressRatios, (std::vector<int64_t>{0, 0, 2, 2, 1, 1, 0}));
  EXPECT_EQ(config.kvSources, (std::vector<int64_t>{2, 4}));
  EXPECT_EQ(config.indexSources, config.kvSources);
  EXPECT_EQ(config.candidateSource, 4);
  EXPECT_EQ(config.draftTargets, (std::vector<int64_t>{1, 3, 5}));
}

TEST(ConfigDefaults, EmptySourcesStayEmpty) {
  json small = configOf("micro-b");
  small["text_config"]["kv_source_layer_ids"] = json::array();
  small["text_config"]["index_source_layer_ids"] = json::array();
  ModelConfig config = parsed(small);
  EXPECT_TRUE(config.kvSources.empty());
  EXPECT_EQ(validateConfig(config).front(),
            "compress_ratios[1]: expected 0, as no KV source lies at or before "
            "the layer, found 4");
}

TEST(ConfigDefaults, NegativeCandidateSourceIsNone) {
  json small = configOf("micro-a");
  small["text_config"]["candidate_source_layer_id"] = -7;
  EXPECT_EQ(parsed(small).candidateSource, -1);
}
