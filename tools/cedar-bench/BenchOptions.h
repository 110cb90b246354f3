//===- BenchOptions.h - command line of cedar-bench ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the user of cedar-bench asked for.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARBENCH_BENCHOPTIONS_H
#define CEDAR_TOOLS_CEDARBENCH_BENCHOPTIONS_H

#include "runtime/lib/Support/Status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cedar {

/// All options with their defaults.
struct BenchOptions {
  std::string artifact, weights, tokenMap, target;
  std::string prefillEntry = "prefill_exact";
  std::optional<uint64_t> syntheticWeights; ///< seed, instead of a checkpoint
  std::vector<std::string> reports;         ///< with floors of the calls
  std::vector<uint32_t> prefill;            ///< tokens of a prompt
  std::vector<uint32_t> batch = {1};        ///< sequences of a decode step
  std::vector<uint32_t> threads;            ///< empty: the CPUs of this process
  uint64_t prompt = 64, steps = 64, seed = 0;
  uint64_t context = 0;  ///< tokens that every sequence is filled with
  uint64_t samples = 15; ///< profiled runs
  bool decode = false, kernels = false, layers = false, machine = false;
  /// The command line of Google Benchmark, which keeps pointers into it. Our
  /// options come first, so that the user's win.
  std::vector<std::string> library;

  /// What Google Benchmark prints: console, json or csv.
  std::string format() const;
  /// Whether it prints or writes CSV.
  bool printsCsv() const;
};

/// Parses the command line; false when there is nothing to run.
rt::Result<bool> parseBenchOptions(int argc, const char *const *argv,
                                   BenchOptions &options);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARBENCH_BENCHOPTIONS_H
