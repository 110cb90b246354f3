//===- ProfileBenchmarks.cpp - time of kernels and layers ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number of profiled calls is made first; the benchmarks then hand out the
// samples, so that kernels come with the same statistics and formats as calls.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/Benchmarks.h"
#include "tools/runtime-lib/LaunchProfile.h"
#include "tools/runtime-lib/Require.h"

using namespace cedar;

static void add(LaunchProfile::Sum &sum, const LaunchProfile::Sum &other) {
  sum.launches += other.launches;
  sum.nanoseconds += other.nanoseconds;
}

/// Adds a row of `table` to the series of its name, and sums to "all".
static void append(SeriesByKernel &series, const LaunchProfile::Table &table,
                   uint32_t calls) {
  LaunchProfile::Table sums;
  for (const auto &[key, sum] : table) {
    series[key].append(sum, calls);
    add(sums[allOf(key.entry)], sum);
    add(sums[allOf("")], sum);
  }
  for (const auto &[key, sum] : sums)
    series[key].append(sum, calls);
}

namespace {

/// Times of one load.
struct Times {
  SeriesByKernel kernels, layers;
};

} // namespace

static Times profile(Workload &workload, const BenchOptions &options) {
  Times times;
  uint32_t calls = workload.load().calls();
  for (uint64_t i = 0; i < options.samples; ++i) {
    LaunchProfile profile;
    workload.begin();
    workload.session().profile(LaunchProfile::record, &profile);
    workload.run();
    workload.session().profile(nullptr, nullptr);
    append(times.kernels, profile.kernels(), calls);
    append(times.layers, profile.paths(), calls);
  }
  return times;
}

static void registerSeries(const Bench &bench, const std::string &prefix,
                           const SeriesByKernel &all) {
  for (const auto &[key, series] : all) {
    std::string entry = key.entry.empty() ? "" : key.entry + "/";
    registerBenchmark(prefix + entry + key.name,
                      [&options = bench.options, series = series,
                       next = size_t(0)](benchmark::State &state) mutable {
                        double seconds =
                            series.seconds[next++ % series.seconds.size()];
                        for (auto _ : state)
                          state.SetIterationTime(seconds);
                        Cost cost = series.cost;
                        cost.launches = series.launches;
                        setFigures(state, options, cost, seconds);
                      })
        ->UseManualTime()
        ->Iterations(1)
        ->Repetitions(int(bench.options.samples))
        ->Unit(benchmark::kMicrosecond);
  }
}

void cedar::registerProfile(Bench &bench, const Load &load) {
  Times times = profile(bench.workload(load), bench.options);
  if (times.kernels.empty())
    require(rt::Status(rt::Code::incompatible,
                       load.name() + ": the code of target '" +
                           bench.module.info().target +
                           "' shows no single launches; leave out --kernels "
                           "and --layers"));
  addCosts(bench.floors, load, &EntryFloor::kernels, times.kernels);
  checkLaunches(times.kernels);
  addCosts(bench.floors, load, &EntryFloor::paths, times.layers);
  if (bench.options.kernels) {
    registerSeries(bench, "kernel/" + load.name() + "/", times.kernels);
    if (!bench.floors.empty())
      bench.tables.emplace_back(load, times.kernels);
  }
  if (bench.options.layers)
    registerSeries(bench, "layer/" + load.name() + "/", times.layers);
}
