//===- CallBenchmarks.cpp - time of prefill and decode calls ------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wall time is what counts, the CPU time of all threads stands beside it: on a
// disturbed machine the latter moves less.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/Benchmarks.h"

#include <algorithm>

using namespace cedar;

Workload &Bench::workload(const Load &load) {
  if (!current || currentName != load.name()) {
    current.reset();
    current = std::make_unique<Workload>(module, weights, load, options);
    current->warmUp();
    currentName = load.name();
  }
  return *current;
}

/// The value below which `share` of the samples lie.
static double quantile(std::vector<double> samples, double share) {
  std::sort(samples.begin(), samples.end());
  return samples[size_t(share * double(samples.size() - 1) + 0.5)];
}

benchmark::internal::Benchmark *
cedar::registerBenchmark(const std::string &name,
                         std::function<void(benchmark::State &)> body) {
  return benchmark::RegisterBenchmark(name.c_str(), std::move(body))
      ->ComputeStatistics(
          "p10", [](const std::vector<double> &v) { return quantile(v, 0.1); })
      ->ComputeStatistics(
          "p90", [](const std::vector<double> &v) { return quantile(v, 0.9); });
}

static void measure(benchmark::State &state, Workload &workload) {
  const Load &load = workload.load();
  uint64_t launches = workload.session().stats().launches;
  while (state.KeepRunningBatch(load.calls())) {
    state.PauseTiming();
    workload.begin();
    launches = workload.session().stats().launches;
    state.ResumeTiming();
    workload.run();
  }
  launches = workload.session().stats().launches - launches;
  state.SetItemsProcessed(state.iterations() * load.rows());
  state.counters["launches"] = double(launches) / load.calls();
}

void cedar::registerCalls(Bench &bench, const Load &load) {
  registerBenchmark(load.name(),
                    [&bench, load](benchmark::State &state) {
                      try {
                        measure(state, bench.workload(load));
                      } catch (const std::exception &error) {
                        bench.failed = true;
                        state.SkipWithError(error.what());
                      }
                    })
      ->UseRealTime()
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kMillisecond);
}
