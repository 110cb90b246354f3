//===- MachineBenchmarks.cpp - what the machine reaches -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copy bandwidth from and to memory, read bandwidth from the caches, and AVX2
// multiply-adds: the bounds that the figures of kernels are held against.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/Benchmarks.h"

#include <cstring>
#include <immintrin.h>

using namespace cedar;

/// The size of a small model's weights.
static constexpr size_t cacheBytes = size_t(8) << 20;
static constexpr int cachePasses = 16;

static void measureCopy(benchmark::State &state, uint32_t threads) {
  MemoryCopy copy(threads);
  for (auto _ : state)
    copy.run();
  state.SetBytesProcessed(state.iterations() * int64_t(copy.bytes()));
}

__attribute__((target("avx2"))) static uint64_t sumOf(const char *bytes,
                                                      size_t size) {
  __m256i sums[4] = {};
  for (size_t i = 0; i + 128 <= size; i += 128)
    for (int j = 0; j < 4; ++j)
      sums[j] = _mm256_add_epi64(
          sums[j], _mm256_loadu_si256(reinterpret_cast<const __m256i *>(
                       bytes + i + 32 * size_t(j))));
  uint64_t lanes[16], sum = 0; // wraps around
  std::memcpy(lanes, sums, sizeof(lanes));
  for (uint64_t lane : lanes)
    sum += lane;
  return sum;
}

static void measureRead(benchmark::State &state, uint32_t threads) {
  std::vector<char> from(cacheBytes, 1);
  size_t part = cacheBytes / threads;
  std::vector<uint64_t> sums(threads);
  for (auto _ : state)
    onThreads(threads, [&](uint32_t i) {
      for (int pass = 0; pass < cachePasses; ++pass)
        sums[i] += sumOf(&from[i * part], part);
    });
  benchmark::DoNotOptimize(sums.data());
  state.SetBytesProcessed(state.iterations() * int64_t(part * threads) *
                          cachePasses);
}

static void measureFma(benchmark::State &state, uint32_t threads) {
  MultiplyAdds products(threads);
  for (auto _ : state)
    products.run();
  state.counters["flops"] =
      benchmark::Counter(double(state.iterations()) * products.flops(),
                         benchmark::Counter::kIsRate);
}

void cedar::registerMachine(const BenchOptions &options) {
  for (uint32_t count : threadCounts(options)) {
    auto add = [&options, count](const std::string &name,
                                 void (*body)(benchmark::State &, uint32_t)) {
      registerBenchmark("machine/" + name + "/threads:" + std::to_string(count),
                        [&options, body, count](benchmark::State &state) {
                          setFigures(state, options, Cost(), 0);
                          body(state, count);
                        })
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    };
    add("copy_memory", measureCopy);
    add("read_cache", measureRead);
    add("fma_avx2", measureFma);
  }
}
