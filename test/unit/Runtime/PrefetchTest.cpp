//===- PrefetchTest.cpp - launches beside the others, cached rows ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread alone, then an entry of the toy model that prefetches the rows of
// a table: on any number of threads, through caches of every size.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Prefetcher.h"
#include "runtime/lib/Engine/SessionLayout.h"
#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

#include <thread>
#include <unistd.h>

using namespace cedar;
using namespace cedar::rt;
using namespace cedar::rt::test;

static std::unique_ptr<Prefetcher> makePrefetcher() {
  Result<std::unique_ptr<Prefetcher>> prefetcher = Prefetcher::create();
  EXPECT_TRUE(prefetcher.ok());
  return std::move(*prefetcher);
}

namespace {

/// Numbers that a task writes step by step.
struct Steps {
  std::unique_ptr<Prefetcher> prefetcher = makePrefetcher();
  std::vector<int> values = std::vector<int>(1000);
  int round = 0;
  std::atomic<bool> go{true};

  static void run(void *context) {
    Steps &steps = *static_cast<Steps *>(context);
    while (!steps.go)
      std::this_thread::yield();
    for (int &value : steps.values) {
      value = steps.round;
      steps.prefetcher->finishStep();
    }
  }
};

} // namespace

TEST(PrefetcherTest, StepsCanBeReadWhenTheyAreFinished) {
  Steps steps;
  for (steps.round = 1; steps.round < 50; ++steps.round) {
    steps.prefetcher->start(Steps::run, &steps);
    for (size_t i = 0; i < steps.values.size(); i += size_t(steps.round)) {
      steps.prefetcher->wait(uint32_t(i + 1));
      ASSERT_EQ(steps.values[i], steps.round);
    }
    steps.prefetcher->wait(Prefetcher::allSteps);
    ASSERT_EQ(steps.values.back(), steps.round);
  }
}

TEST(PrefetcherTest, TheCallerGoesOn) {
  Steps steps;
  steps.go = false;
  steps.round = 7;
  steps.prefetcher->start(Steps::run, &steps);
  EXPECT_EQ(steps.values[0], 0);
  steps.go = true; // only a caller that goes on comes here
  steps.prefetcher->wait(1);
  EXPECT_EQ(steps.values[0], 7);
  steps.prefetcher->wait(Prefetcher::allSteps);
}

TEST(PrefetcherTest, AnEarlyEndIsTheEndOfAllSteps) {
  auto prefetcher = makePrefetcher();
  prefetcher->wait(5); // nothing was started
  prefetcher->start([](void *) {}, nullptr);
  prefetcher->wait(5);
  prefetcher->wait(Prefetcher::allSteps);
}

namespace {

struct RowsModel {
  ToyModel model;

  explicit RowsModel(bool again = false)
      : model([&](ArtifactWriter &writer) {
          addToyRows(writer, toyTableRows, again);
        }) {}

  cedar::Session session(unsigned threads, uint64_t cache) {
    cedar_session_options options = sessionOptions();
    options.threads = threads;
    options.max_rows = 64;
    options.engram_cache = cache;
    return model.session(options);
  }
};

} // namespace

/// Runs the entry on `tokens` and compares all rows, added `times` times.
static void expectRows(cedar::Session &session,
                       const std::vector<int32_t> &tokens, int32_t times = 1) {
  cedar_sequence sequence = session.openSequence();
  cedar_rows rows = rowsOf(sequence, tokens);
  session.run(batchOf("rows", &rows, CEDAR_NO_COMMIT));
  const float *values = static_cast<const float *>(session.output("rows").data);
  for (int32_t token : tokens)
    for (float expected : toyRows(token, times))
      ASSERT_EQ(*values++, expected) << "token " << token;
  session.closeSequence(sequence);
}

static std::vector<int32_t> manyTokens() {
  std::vector<int32_t> tokens;
  for (int32_t i = 0; i < 60; ++i)
    tokens.push_back(i * i % toyVocabulary);
  return tokens;
}

TEST(PrefetchTest, RowsAreTheSameOnAnyThreadsThroughAnyCache) {
  RowsModel toy;
  for (unsigned threads : {1u, 2u, 4u})
    for (uint64_t cache : {0, 384, 450, 512, 1 << 10, 1 << 20}) {
      cedar::Session session = toy.session(threads, cache);
      for (int round = 0; round < 20; ++round)
        expectRows(session, manyTokens());
      cedar_stats stats = session.stats();
      EXPECT_EQ(stats.launches, 20u * 4);
      EXPECT_EQ(stats.engram_hits + stats.engram_misses,
                cache ? 20u * 60 * 2 : 0u);
      EXPECT_EQ(stats.engram_bytes, stats.engram_misses * toyTableWidth);
    }
}

/// Both sides read the same cache.
TEST(PrefetchTest, RowsReadByBothSidesAreTheSame) {
  RowsModel toy(/*again=*/true);
  for (unsigned threads : {1u, 2u, 3u})
    for (uint64_t cache : {384, 512, 1 << 20}) {
      cedar::Session session = toy.session(threads, cache);
      for (int round = 0; round < 200; ++round)
        expectRows(session, manyTokens(), 2);
      cedar_stats stats = session.stats();
      EXPECT_EQ(stats.engram_hits + stats.engram_misses, 200u * 60 * 2 * 2);
    }
}

TEST(PrefetchTest, RowsThatFitAreReadOnce) {
  RowsModel toy;
  cedar::Session session = toy.session(2, 1 << 16);
  expectRows(session, manyTokens());
  uint64_t misses = session.stats().engram_misses;
  EXPECT_LE(misses, uint64_t(2 * toyVocabulary));
  expectRows(session, manyTokens());
  EXPECT_EQ(session.stats().engram_misses, misses);
}

TEST(PrefetchTest, AProfilerSeesEveryLaunchInOrder) {
  RowsModel toy;
  cedar::Session session = toy.session(3, 512);
  std::vector<std::string> kernels;
  session.profile(
      [](void *context, const cedar_launch *launch) {
        static_cast<std::vector<std::string> *>(context)->push_back(
            launch->kernel);
      },
      &kernels);
  expectRows(session, manyTokens());
  EXPECT_EQ(kernels, (std::vector<std::string>{"toy_ids", "toy_gather",
                                               "toy_fill", "toy_add"}));
}

TEST(PrefetchTest, AThreadForItIsCounted) {
  RowsModel toy;
  cedar_session_options options = sessionOptions();
  for (auto [threads, stacks] : {std::pair(1u, 1u), {2u, 3u}, {4u, 5u}}) {
    options.threads = threads;
    EXPECT_EQ(toy.model.module().memory(options).stacks, uint64_t(stacks)
                                                             << 24);
  }
}

TEST(PrefetchTest, AGpuHasNoThreadForIt) {
  ArtifactWriter writer = toyArtifact();
  addToyRows(writer);
  artifact::Target &target = *writer.manifest().mutable_targets(0);
  rt::SessionOptions options;
  options.threads = 4;
  EXPECT_TRUE(prefetches(target, options));
  target.set_name("sm_90a");
  EXPECT_FALSE(prefetches(target, options));
  Result<SessionLayout> layout =
      SessionLayout::plan(writer.manifest(), target, options);
  ASSERT_TRUE(layout.ok());
  EXPECT_EQ(layout->need.stacks, uint64_t(4) << 24);
}

TEST(PrefetchTest, TheCacheIsCounted) {
  RowsModel toy;
  cedar_session_options options = sessionOptions();
  options.max_rows = 32;
  cedar_memory_need without = toy.model.module().memory(options);
  EXPECT_EQ(without.engram_cache, 0u);
  options.engram_cache = 4096;
  cedar_memory_need need = toy.model.module().memory(options);
  EXPECT_EQ(need.engram_cache, 4096u + 32 * 2 * 4);
  EXPECT_EQ(need.total, without.total + need.engram_cache);
}

TEST(PrefetchTest, SizesThatCannotBeAreRefused) {
  RowsModel toy;
  EXPECT_EQ(errorOf([&] { toy.session(1, 383); }),
            "engram_cache is 383 bytes, expected at least 384 (tables: 1, rows "
            "that a token reads of each: 2)");
  EXPECT_NE(errorOf([&] { toy.session(1, uint64_t(1) << 60); })
                .find("engram_cache is 1152921504606846976 bytes, expected at "
                      "most "),
            std::string::npos);
}

/// Ids come from kernels; the cache must not read what no table has.
TEST(PrefetchTest, RowsOutsideTheTableAreRefused) {
  for (unsigned threads : {1u, 3u}) {
    ToyModel model([](ArtifactWriter &writer) { addToyRows(writer, 40); });
    std::vector<ToyTensor> tensors = toyTensors();
    tensors.push_back(toyTable(40));
    model.folder().write("model.safetensors", safetensorsFile(tensors));
    cedar_session_options options = sessionOptions();
    options.threads = threads;
    options.engram_cache = 1024;
    options.max_sequences = 2;
    cedar::Session session = model.session(options);
    EXPECT_EQ(errorOf([&] { expectRows(session, {1, 15}); }),
              "toy/toy_gather: row 45 of a table of 40 rows");
    EXPECT_EQ(errorOf([&] { session.commit({2}); }),
              "no rows wait for a commit; run with CEDAR_NO_COMMIT first");
    EXPECT_EQ(session.stats().pages_in_use, 0u);
    expectRows(session, {1, 2});
  }
}
