//===- EngineTest.cpp - parts of the engine alone -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread pool, CPU features, dequantisation and sampling.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/CpuFeatures.h"
#include "runtime/lib/Engine/Sampler.h"
#include "runtime/lib/Engine/StateReader.h"
#include "runtime/lib/Engine/ThreadPool.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <xmmintrin.h>

using namespace cedar;
using namespace cedar::rt;

//===----------------------------------------------------------------------===//
// Thread pool
//===----------------------------------------------------------------------===//

/// words: counts [blocks].
static void countBlocks(const int64_t *words, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    ++reinterpret_cast<int32_t *>(words[0])[i];
}

/// Fills 8 MiB of stack, which only a large stack has.
static void useStack(const int64_t *, int64_t, int64_t) {
  volatile char scratch[8 << 20];
  for (size_t i = 0; i < sizeof(scratch); i += 4096)
    scratch[i] = 1;
}

TEST(ThreadPoolTest, RunsEveryBlockOnce) {
  for (unsigned threads : {1u, 2u, 5u}) {
    auto pool = ThreadPool::create(threads);
    ASSERT_TRUE(pool.ok());
    std::vector<int32_t> counts(1000);
    struct Task {
      ThreadPool &pool;
      std::vector<int32_t> &counts;
    } task{**pool, counts};
    // Many launches of every size, some too small to share.
    (*pool)->run(
        [](void *context) {
          Task &task = *static_cast<Task *>(context);
          int64_t word =
              int64_t(reinterpret_cast<uintptr_t>(task.counts.data()));
          for (int64_t blocks = 0; blocks <= 1000; ++blocks)
            task.pool.parallelFor(countBlocks, &word, blocks,
                                  blocks % 2 ? 1 << 20 : 1);
        },
        &task);
    for (size_t i = 0; i < counts.size(); ++i)
      ASSERT_EQ(counts[i], int32_t(1000 - i)) << threads;
  }
}

TEST(ThreadPoolTest, SleepsAndWakes) {
  auto pool = ThreadPool::create(3);
  ASSERT_TRUE(pool.ok());
  std::vector<int32_t> counts(64);
  int64_t word = int64_t(reinterpret_cast<uintptr_t>(counts.data()));
  struct Task {
    ThreadPool &pool;
    int64_t *word;
  } task{**pool, &word};
  for (int round = 0; round < 20; ++round) {
    (*pool)->run(
        [](void *context) {
          Task &task = *static_cast<Task *>(context);
          task.pool.parallelFor(countBlocks, task.word, 64, 1 << 20);
        },
        &task);
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, nullptr);
  }
  EXPECT_EQ(counts, std::vector<int32_t>(64, 20));
}

TEST(ThreadPoolTest, HasLargeStacksAndDefaultRounding) {
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040); // flush to zero, as fast-math programs set it
  auto pool = ThreadPool::create(2);
  _mm_setcsr(before);
  ASSERT_TRUE(pool.ok());
  struct Task {
    ThreadPool &pool;
    unsigned control;
  } task{**pool, 0};
  (*pool)->run(
      [](void *context) {
        Task &task = *static_cast<Task *>(context);
        int64_t word = 0;
        task.control = _mm_getcsr() & 0xffc0;
        task.pool.parallelFor(useStack, &word, 16, 1 << 20);
      },
      &task);
  EXPECT_EQ(task.control, 0x1f80u);
}

//===----------------------------------------------------------------------===//
// CPU features
//===----------------------------------------------------------------------===//

TEST(CpuFeaturesTest, KnowsWhatEveryX86Has) {
  EXPECT_TRUE(cpuHas("sse2"));
  EXPECT_TRUE(cpuHas("64bit"));
  EXPECT_FALSE(cpuHas("made-up"));
  EXPECT_EQ(missingCpuFeatures({"sse2", "a", "cmov", "b"}), "a,b");
}

TEST(CpuFeaturesTest, AgreesWithTheCompilersRuntime) {
  EXPECT_EQ(cpuHas("avx2"), bool(__builtin_cpu_supports("avx2")));
  EXPECT_EQ(cpuHas("fma"), bool(__builtin_cpu_supports("fma")));
  EXPECT_EQ(cpuHas("bmi2"), bool(__builtin_cpu_supports("bmi2")));
  EXPECT_EQ(cpuHas("avx512f"), bool(__builtin_cpu_supports("avx512f")));
  EXPECT_EQ(cpuHas("avx512bf16"), bool(__builtin_cpu_supports("avx512bf16")));
}

//===----------------------------------------------------------------------===//
// Dequantisation
//===----------------------------------------------------------------------===//

TEST(StateReaderTest, CodesHaveTheirValues) {
  EXPECT_EQ(fromE4M3(0x01), 0x1p-9f);
  EXPECT_EQ(fromE4M3(0x08), 0x1p-6f);
  EXPECT_EQ(fromE4M3(0x38), 1.0f);
  EXPECT_EQ(fromE4M3(0x7e), 448.0f);
  EXPECT_EQ(fromE4M3(0xc4), -3.0f);
  EXPECT_TRUE(std::isnan(fromE4M3(0x7f)) && std::isnan(fromE4M3(0xff)));
  EXPECT_EQ(fromE2M1(5), 3.0f);
  EXPECT_EQ(fromE2M1(15), -6.0f);
  EXPECT_EQ(fromE8M0(127), 1.0f);
  EXPECT_EQ(fromE8M0(0), 0x1p-127f);
  EXPECT_TRUE(std::isnan(fromE8M0(255)));
}

/// One row of a state with these types.
static std::vector<float> dequantize(artifact::ElementType type,
                                     artifact::ElementType scale,
                                     uint32_t group, uint32_t channels,
                                     const std::vector<uint8_t> &row) {
  artifact::State state;
  state.set_type(type);
  state.set_scale_type(scale);
  state.set_group(group);
  state.set_channels(channels);
  std::vector<float> out(channels);
  dequantizeRow(state, reinterpret_cast<const std::byte *>(row.data()),
                out.data());
  return out;
}

TEST(StateReaderTest, RowsOfEveryEncoding) {
  using Floats = std::vector<float>;
  EXPECT_EQ(dequantize(artifact::F8E4M3, artifact::F8E8M0, 2, 4,
                       {0x38, 0xb8, 0x40, 0x30, 128, 126}),
            (Floats{2, -2, 1, 0.25f}));
  // Three channels: the high half of the second byte is padding.
  EXPECT_EQ(dequantize(artifact::F4E2M1, artifact::F8E4M3, 2, 3,
                       {0x21, 0xf7, 0x40, 0x38}),
            (Floats{1, 2, 6}));
  EXPECT_EQ(dequantize(artifact::BF16, artifact::ELEMENT_TYPE_UNSPECIFIED, 0, 2,
                       {0x80, 0x3f, 0x00, 0xc0}),
            (Floats{1, -2}));
  EXPECT_EQ(dequantize(artifact::I32, artifact::ELEMENT_TYPE_UNSPECIFIED, 0, 1,
                       {0xff, 0xff, 0xff, 0xff}),
            (Floats{-1}));
  EXPECT_EQ(dequantize(artifact::F32, artifact::ELEMENT_TYPE_UNSPECIFIED, 0, 1,
                       {0, 0, 0xc0, 0x3f}),
            (Floats{1.5f}));
}

//===----------------------------------------------------------------------===//
// Sampling
//===----------------------------------------------------------------------===//

TEST(SamplerTest, GreedyTakesTheFirstOfEqualLogits) {
  Sampler sampler(4);
  cedar_sampler greedy{0, 1, 7};
  EXPECT_EQ(*sampler.sample(std::vector<float>{1, 3, 3, 2}.data(), greedy), 1);
  EXPECT_EQ(greedy.state, 7u);
}

TEST(SamplerTest, DrawsWithTheirProbabilities) {
  Sampler sampler(3);
  cedar_sampler options{1, 1, 42};
  std::vector<float> logits = {std::log(0.2f), std::log(0.5f), std::log(0.3f)};
  std::map<int32_t, int> counts;
  for (int i = 0; i < 20000; ++i)
    ++counts[*sampler.sample(logits.data(), options)];
  EXPECT_NEAR(counts[0], 4000, 250);
  EXPECT_NEAR(counts[1], 10000, 300);
  EXPECT_NEAR(counts[2], 6000, 300);
}

TEST(SamplerTest, TemperatureSharpens) {
  Sampler sampler(2);
  cedar_sampler options{0.5f, 1, 3};
  std::vector<float> logits = {0, std::log(2.0f)}; // 1 : 4 at temperature 0.5
  int ones = 0;
  for (int i = 0; i < 10000; ++i)
    ones += *sampler.sample(logits.data(), options);
  EXPECT_NEAR(ones, 8000, 200);
}

TEST(SamplerTest, NucleusLeavesOutTheTail) {
  Sampler sampler(5);
  std::vector<float> logits;
  for (double p : {0.05, 0.4, 0.1, 0.3, 0.15})
    logits.push_back(float(std::log(p)));
  cedar_sampler options{1, 0.69f, 9};
  std::map<int32_t, int> counts;
  for (int i = 0; i < 7000; ++i)
    ++counts[*sampler.sample(logits.data(), options)];
  EXPECT_EQ(counts.size(), 2u);
  EXPECT_NEAR(counts[1], 4000, 200);
  EXPECT_NEAR(counts[3], 3000, 200);
  options.top_p = 1e-9f;
  EXPECT_EQ(*sampler.sample(logits.data(), options), 1);
}

TEST(SamplerTest, SeedsRepeat) {
  Sampler sampler(8);
  std::vector<float> logits(8, 0.5f);
  cedar_sampler a{1, 1, 5}, b{1, 1, 5}, c{1, 1, 6};
  std::vector<int32_t> drawnA, drawnB, drawnC;
  for (int i = 0; i < 32; ++i) {
    drawnA.push_back(*sampler.sample(logits.data(), a));
    drawnB.push_back(*sampler.sample(logits.data(), b));
    drawnC.push_back(*sampler.sample(logits.data(), c));
  }
  EXPECT_EQ(drawnA, drawnB);
  EXPECT_NE(drawnA, drawnC);
}

TEST(SamplerTest, FollowsSplitMix64) {
  uint64_t state = 1234567;
  // First output of the published generator for this seed: 6457827717110365317.
  EXPECT_EQ(drawUniform(state), double(6457827717110365317u >> 11) * 0x1p-53);
}

TEST(SamplerTest, RefusesWhatIsNoDistribution) {
  Sampler sampler(2);
  float nan = std::numeric_limits<float>::quiet_NaN();
  float infinity = std::numeric_limits<float>::infinity();
  cedar_sampler options{0, 1, 0};
  EXPECT_FALSE(sampler.sample(std::vector<float>{1, nan}.data(), options).ok());
  EXPECT_FALSE(
      sampler.sample(std::vector<float>{1, infinity}.data(), options).ok());
  EXPECT_FALSE(
      sampler.sample(std::vector<float>{-infinity, -infinity}.data(), options)
          .ok());
  std::vector<float> logits = {1, 2};
  for (cedar_sampler wrong :
       {cedar_sampler{-1, 1, 0}, cedar_sampler{nan, 1, 0},
        cedar_sampler{1, 0, 0}, cedar_sampler{1, 1.5f, 0}})
    EXPECT_FALSE(sampler.sample(logits.data(), wrong).ok());
}
