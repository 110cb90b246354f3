//===- MachineRates.cpp - what this machine reaches ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/MachineRates.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <immintrin.h>
#include <sched.h>
#include <thread>

using namespace cedar;

/// Larger than any cache.
static constexpr size_t memoryBytes = size_t(256) << 20;
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

void cedar::onThreads(uint32_t threads,
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

MemoryCopy::MemoryCopy(uint32_t threads)
    : threads_(threads), part_(memoryBytes / threads), from_(memoryBytes, 1),
      to_(memoryBytes, 2) {}

void MemoryCopy::run() {
  onThreads(threads_, [&](uint32_t i) {
    std::memcpy(&to_[i * part_], &from_[i * part_], part_);
  });
}

double MemoryCopy::bytes() const { return 2.0 * double(part_) * threads_; }

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

void MultiplyAdds::run() {
  onThreads(uint32_t(results_.size()),
            [&](uint32_t i) { results_[i] = multiplyAdd(results_[i]); });
}

double MultiplyAdds::flops() const {
  constexpr double lanes = 8, flopsPerLane = 2;
  return double(results_.size()) * fmaRounds * fmaChains * lanes * flopsPerLane;
}

/// How often per second `work` runs, in the best of a few rounds.
template <typename Work>
static double bestRate(Work &work) {
  using Clock = std::chrono::steady_clock;
  std::chrono::duration<double> least = std::chrono::hours(1);
  for (int round = 0; round < 5; ++round) {
    Clock::time_point start = Clock::now();
    work.run();
    least =
        std::min<std::chrono::duration<double>>(least, Clock::now() - start);
  }
  return 1 / least.count();
}

MachineRates cedar::measureCpus(uint32_t threads) {
  MemoryCopy copy(threads);
  MultiplyAdds products(threads);
  return {bestRate(copy) * copy.bytes(), bestRate(products) * products.flops()};
}
