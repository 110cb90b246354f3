//===- CSA2PlanTest.cpp - plans of attention modes ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What plans make of the lists of a configuration, how they are refused, and
// that the rules of SPEC 1.5 are asked afterwards.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/CSA2Plan.h"
#include "dialect/Cedar/Import/Validate.h"
#include "test/unit/Import/TestConfig.h"

using namespace cedar;
using namespace cedar::test;

using Layers = std::vector<int64_t>;

static ModelConfig planned(const char *checkpoint, const char *plan) {
  ModelConfig config = parsed(configOf(checkpoint));
  rt::Status status = applyCSA2Plan(plan, config);
  EXPECT_TRUE(status.ok()) << status.message();
  return config;
}

static void expectSameLists(const ModelConfig &a, const ModelConfig &b) {
  EXPECT_EQ(a.compressRatios, b.compressRatios);
  EXPECT_EQ(a.kvSources, b.kvSources);
  EXPECT_EQ(a.indexSources, b.indexSources);
}

TEST(CSA2Plan, ReuseEveryCountsWithinEachCache) {
  // micro-b has caches of layers 1-2, 3-4 and 5-6, tiny of 2-3, 4-5 and 6-11.
  EXPECT_EQ(planned("micro-b", "reuse-every=1").indexSources,
            Layers({1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(planned("micro-b", "reuse-every=2").indexSources,
            Layers({1, 3, 5}));
  EXPECT_EQ(planned("tiny", "reuse-every=4").indexSources,
            Layers({2, 4, 6, 10}));
  ModelConfig config = planned("tiny", "reuse-every=2147483647");
  EXPECT_EQ(config.indexSources, config.kvSources);
  EXPECT_TRUE(validateConfig(config).empty());
  EXPECT_EQ(planned("micro-c", "reuse-every=2").indexSources, Layers());
}

TEST(CSA2Plan, TheReleasedModelAsAPlan) {
  ModelConfig released = parsed(configOf("released"));
  expectSameLists(
      planned("released",
              "window*2,full/2,reuse*5,full/2,reuse*5,full/2,reuse*5,full/1,"
              "reuse*3,reindex,reuse*3,reindex,reuse*3,reindex,reuse*3,reindex,"
              "reuse*3"),
      released);
}

TEST(CSA2Plan, ModesTakeTheRatioOfTheirCache) {
  ModelConfig config = planned("micro-b", "full/4,reuse,window,full,reindex*2,"
                                          "full/1");
  EXPECT_EQ(config.compressRatios, Layers({4, 4, 0, 2, 2, 2, 1}));
  EXPECT_EQ(config.kvSources, Layers({0, 3, 6}));
  EXPECT_EQ(config.indexSources, Layers({0, 3, 4, 5, 6}));
  EXPECT_TRUE(validateConfig(config).empty());
}

TEST(CSA2Plan, RefusedPlansChangeNothing) {
  ModelConfig before = parsed(configOf("micro-b"));
  const std::pair<const char *, const char *> cases[] = {
      {"reuse-every=0",
       "expected a number of layers from 1 behind reuse-every=, found '0'"},
      {"reuse-every=2x",
       "expected a number of layers from 1 behind reuse-every=, found '2x'"},
      {"", "expected window, full, full/<ratio>, reindex or reuse, each with "
           "*<count> or without, found ''"},
      {"window*0,full/2*6", "expected window, full, full/<ratio>, reindex or "
                            "reuse, each with *<count> or without, found "
                            "'window*0'"},
      {"sliding*7", "expected window, full, full/<ratio>, reindex or reuse, "
                    "each with *<count> or without, found 'sliding*7'"},
      {"full/0,reuse*6", "expected window, full, full/<ratio>, reindex or "
                         "reuse, each with *<count> or without, found "
                         "'full/0'"},
      {"window*6", "expected modes of 7 layers, found '6'"},
      {"window*2,reuse", "expected full before the first reuse or reindex in "
                         "layer 2, found 'reuse'"},
      {"window*1000000000", "expected modes of 7 layers, found '1000000000'"},
      {"full,window*6", "expected full/<tokens of an entry>, as config.json "
                        "has no ratio in layer 0, found 'full'"},
      {"full/2,reuse/2*6", "expected a ratio behind full only in layer 1, "
                           "found 'reuse'"},
  };
  for (auto [plan, message] : cases) {
    ModelConfig config = before;
    EXPECT_EQ(applyCSA2Plan(plan, config).message(), message);
    expectSameLists(config, before);
  }
}

/// tiny chooses its candidate pool in layer 6.
TEST(CSA2Plan, RulesAreAskedAfterwards) {
  EXPECT_EQ(validateConfig(planned("tiny", "window*2,full/2,reuse*9")),
            std::vector<std::string>(
                {"candidate_source_layer_id: expected a layer of "
                 "index_source_layer_ids, or -1 for none, found 6"}));
}
