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
#include <functional>
#include <immintrin.h>
#include <sched.h>
#include <thread>

using namespace cedar;

/// Larger than any cache, and the size of a small model's weights.
static constexpr size_t memoryBytes = size_t(256) << 20;
static constexpr size_t cacheBytes = size_t(8) << 20;
static constexpr int cachePasses = 16;
static constexpr int fmaRounds = 1 << 22;
static constexpr int fmaChains = 12;

/// Keeps the calling thread on the `index`-th CPU that the process may use.
static void stayOnCpu(uint32_t index) {
  cpu_set_t allowed, one;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
    return;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &allowed) && index-- == 0)
      CPU_SET(cpu, &one);
  if (CPU_COUNT(&one) > 0)
    sched_setaffinity(0, sizeof(one), &one);
}

/// Runs `body(thread)` on that many threads at once, each on a CPU of its own.
static void onThreads(uint32_t threads,
                      const std::function<void(uint32_t)> &body) {
  std::vector<std::thread> running;
  running.reserve(threads);
  for (uint32_t i = 0; i < threads; ++i)
    running.emplace_back([&body, i] {
      stayOnCpu(i);
      body(i);
    });
  for (std::thread &thread : running)
    thread.join();
}

static void measureCopy(benchmark::State &state, uint32_t threads) {
  std::vector<char> from(memoryBytes, 1), to(memoryBytes, 2);
  size_t part = memoryBytes / threads;
  for (auto _ : state)
    onThreads(threads, [&](uint32_t i) {
      std::memcpy(&to[i * part], &from[i * part], part);
    });
  // Read and written.
  state.SetBytesProcessed(state.iterations() * int64_t(part * threads) * 2);
}

__attribute__((target("avx2"))) static int64_t sumOf(const char *bytes,
                                                     size_t size) {
  __m256i sums[4] = {};
  for (size_t i = 0; i + 128 <= size; i += 128)
    for (int j = 0; j < 4; ++j)
      sums[j] = _mm256_add_epi64(
          sums[j], _mm256_loadu_si256(reinterpret_cast<const __m256i *>(
                       bytes + i + 32 * size_t(j))));
  int64_t lanes[16], sum = 0;
  std::memcpy(lanes, sums, sizeof(lanes));
  for (int64_t lane : lanes)
    sum += lane;
  return sum;
}

static void measureRead(benchmark::State &state, uint32_t threads) {
  std::vector<char> from(cacheBytes, 1);
  size_t part = cacheBytes / threads;
  std::vector<int64_t> sums(threads);
  for (auto _ : state)
    onThreads(threads, [&](uint32_t i) {
      for (int pass = 0; pass < cachePasses; ++pass)
        sums[i] += sumOf(&from[i * part], part);
    });
  benchmark::DoNotOptimize(sums.data());
  state.SetBytesProcessed(state.iterations() * int64_t(part * threads) *
                          cachePasses);
}

__attribute__((target("avx2,fma"))) static float multiplyAdd(float start) {
  __m256 sums[fmaChains];
  for (int j = 0; j < fmaChains; ++j)
    sums[j] = _mm256_set1_ps(start + float(j));
  __m256 factor = _mm256_set1_ps(0.999f), addend = _mm256_set1_ps(0.001f);
  for (int i = 0; i < fmaRounds; ++i)
    for (__m256 &sum : sums)
      sum = _mm256_fmadd_ps(sum, factor, addend);
  for (int j = 1; j < fmaChains; ++j)
    sums[0] = _mm256_add_ps(sums[0], sums[j]);
  return _mm256_cvtss_f32(sums[0]);
}

static void measureFma(benchmark::State &state, uint32_t threads) {
  std::vector<float> results(threads);
  for (auto _ : state)
    onThreads(threads, [&](uint32_t i) {
      results[i] = multiplyAdd(float(state.iterations()));
    });
  benchmark::DoNotOptimize(results.data());
  constexpr double lanes = 8, flopsPerLane = 2;
  state.counters["flops"] =
      benchmark::Counter(double(state.iterations()) * threads * fmaRounds *
                             fmaChains * lanes * flopsPerLane,
                         benchmark::Counter::kIsRate);
}

void cedar::registerMachine(const BenchOptions &options) {
  for (uint32_t count : threadCounts(options)) {
    auto add = [count](const std::string &name,
                       void (*body)(benchmark::State &, uint32_t)) {
      registerBenchmark(
          "machine/" + name + "/threads:" + std::to_string(count),
          [body, count](benchmark::State &state) { body(state, count); })
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    };
    add("copy_memory", measureCopy);
    add("read_cache", measureRead);
    add("fma_avx2", measureFma);
  }
}
