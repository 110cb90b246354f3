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

using namespace cedar;

/// Profiled runs of a workload.
static constexpr int samples = 15;

namespace {

/// Seconds per call, one for each run, and launches per call.
struct Series {
  std::vector<double> seconds;
  double launches = 0;
};

using SeriesByName = std::map<std::string, Series>;

} // namespace

static void append(Series &series, const LaunchProfile::Sum &sum,
                   uint32_t calls) {
  series.seconds.push_back(double(sum.nanoseconds) / 1e9 / calls);
  series.launches = double(sum.launches) / calls;
}

/// Adds a row of `table` to the series of its name, and their sum to "all".
static void append(SeriesByName &series, const std::string &prefix,
                   const LaunchProfile::Table &table, uint32_t calls) {
  LaunchProfile::Sum all;
  for (const auto &[key, sum] : table) {
    append(series[prefix + key.entry + "/" + key.name], sum, calls);
    all.launches += sum.launches;
    all.nanoseconds += sum.nanoseconds;
  }
  append(series[prefix + "all"], all, calls);
}

static SeriesByName profile(Workload &workload, const BenchOptions &options) {
  SeriesByName series;
  std::string name = workload.load().name() + "/";
  uint32_t calls = workload.load().calls();
  for (int i = 0; i < samples; ++i) {
    LaunchProfile profile;
    workload.begin();
    workload.session().profile(LaunchProfile::record, &profile);
    workload.run();
    workload.session().profile(nullptr, nullptr);
    if (options.kernels)
      append(series, "kernel/" + name, profile.kernels(), calls);
    if (options.layers)
      append(series, "layer/" + name, profile.paths(), calls);
  }
  return series;
}

static void handOut(benchmark::State &state, const Series &series,
                    size_t &next) {
  for (auto _ : state)
    state.SetIterationTime(series.seconds[next++ % series.seconds.size()]);
  state.counters["launches"] = series.launches;
}

void cedar::registerProfile(Bench &bench, const Load &load) {
  for (auto &[name, series] : profile(bench.workload(load), bench.options))
    registerBenchmark(
        name,
        [series = series, next = size_t(0)](benchmark::State &state) mutable {
          handOut(state, series, next);
        })
        ->UseManualTime()
        ->Iterations(1)
        ->Repetitions(samples)
        ->Unit(benchmark::kMicrosecond);
}
