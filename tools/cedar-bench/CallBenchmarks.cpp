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
#include <chrono>

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

void cedar::setFigures(benchmark::State &state, const BenchOptions &options,
                       const Cost &cost, double seconds) {
  // A counter that stays 0 has no coefficient of variation, which JSON cannot
  // say. The header of CSV has what the first benchmark has.
  bool header =
      options.printsCsv() && (!options.reports.empty() || options.machine);
  auto set = [&](const char *name, double value) {
    if (value > 0 || header)
      state.counters[name] = value;
  };
  double calls = seconds > 0 ? 1 / seconds : 0;
  set("launches", cost.launches);
  set("floor_us", cost.seconds * 1e6);
  set("flops", cost.flops * calls);
  if (cost.bytes > 0)
    state.counters["bytes_per_second"] = cost.bytes * calls;
}

/// What one call costs by the reports, but for the commit of its rows.
static Cost costOf(const Bench &bench, const Load &load) {
  const EntryFloor *floor = bench.floors.find(
      load.decode ? "decode" : bench.options.prefillEntry, load.size());
  return floor ? floor->whole : Cost();
}

static void measure(benchmark::State &state, Bench &bench, const Load &load) {
  Workload &workload = bench.workload(load);
  uint64_t launches = workload.session().stats().launches;
  std::chrono::duration<double> seconds{0};
  while (state.KeepRunningBatch(load.calls())) {
    state.PauseTiming();
    workload.begin();
    launches = workload.session().stats().launches;
    state.ResumeTiming();
    auto start = std::chrono::steady_clock::now();
    workload.run();
    seconds += std::chrono::steady_clock::now() - start;
  }
  launches = workload.session().stats().launches - launches;
  state.SetItemsProcessed(state.iterations() * load.rows());
  Cost cost = costOf(bench, load);
  cost.launches = double(launches) / load.calls();
  setFigures(state, bench.options, cost,
             seconds.count() / double(state.iterations()));
}

void cedar::registerCalls(Bench &bench, const Load &load) {
  registerBenchmark(load.name(),
                    [&bench, load](benchmark::State &state) {
                      try {
                        measure(state, bench, load);
                      } catch (const std::exception &error) {
                        bench.failed = true;
                        state.SkipWithError(error.what());
                      }
                    })
      ->UseRealTime()
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kMillisecond);
}
