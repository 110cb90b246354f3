//===- Benchmarks.h - measurements for Google Benchmark -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function registers benchmarks; RunSpecifiedBenchmarks() then runs them.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARBENCH_BENCHMARKS_H
#define CEDAR_TOOLS_CEDARBENCH_BENCHMARKS_H

#include "tools/cedar-bench/KernelTable.h"
#include "tools/cedar-bench/Workload.h"

#include <benchmark/benchmark.h>

#include <functional>
#include <memory>

namespace cedar {

/// What the benchmarks share. They run one after the other, and only the last
/// workload is kept.
struct Bench {
  const Module &module;
  const Weights &weights;
  const BenchOptions &options;
  const Floors &floors;
  std::unique_ptr<Workload> current;
  std::string currentName;
  std::vector<KernelTable> tables; ///< of the loads that were profiled
  bool failed = false;

  /// The workload of `load`, warmed up.
  Workload &workload(const Load &load);
};

/// Registers a benchmark with the 10th and 90th percentile beside the median.
benchmark::internal::Benchmark *
registerBenchmark(const std::string &name,
                  std::function<void(benchmark::State &)> body);

/// What a benchmark says beside its time, of one call that took `seconds`.
void setFigures(benchmark::State &state, const BenchOptions &options,
                const Cost &cost, double seconds);

/// "prefill/..." and "decode/...": time of one call.
void registerCalls(Bench &bench, const Load &load);

/// "kernel/<load>/<entry>/<kernel>" and "layer/<load>/<entry>/<path>": time of
/// all launches of one call that belong to it; "all" is the sum over an entry
/// or over everything. The profile is taken here; with floors a table of the
/// kernels too.
void registerProfile(Bench &bench, const Load &load);

/// "machine/...": what this machine reaches in plain loops.
void registerMachine(const BenchOptions &options);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARBENCH_BENCHMARKS_H
