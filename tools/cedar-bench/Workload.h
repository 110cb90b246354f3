//===- Workload.h - calls that are measured -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A session and the calls of one measurement: the prefill of a prompt, or
// decode steps after a prompt; before either, caches may be filled with random
// entries. All token ids are random, but the same in every run.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARBENCH_WORKLOAD_H
#define CEDAR_TOOLS_CEDARBENCH_WORKLOAD_H

#include "cedar.hpp"
#include "tools/cedar-bench/BenchOptions.h"
#include "tools/cedar-bench/Floors.h"

#include <optional>

namespace cedar {

/// One measurement.
struct Load {
  bool decode;
  uint32_t filled;    ///< tokens that every sequence has from nowhere
  uint32_t prompt;    ///< tokens of every sequence
  uint32_t sequences; ///< 1 for a prefill
  uint32_t steps;     ///< decode calls in a row, 0 for a prefill
  uint32_t threads;

  /// Such as "decode/batch:7/prompt:64/threads:2".
  std::string name() const;
  /// Calls of one Workload::run.
  uint32_t calls() const { return decode ? steps : 1; }
  /// Tokens of one call.
  uint32_t rows() const { return decode ? sequences : prompt; }
  /// Positions that one sequence reaches.
  uint64_t context() const { return uint64_t(filled) + prompt + steps; }
  /// The size of one call; decode steps differ in their context, this is that
  /// of the middle one.
  CallSize size() const {
    return {rows(), sequences,
            decode ? uint64_t(filled) + prompt + steps / 2 : filled};
  }
};

/// Numbers of threads to measure with.
std::vector<uint32_t> threadCounts(const BenchOptions &options);

/// All measurements that the options ask for.
std::vector<Load> loadsOf(const BenchOptions &options);

class Workload {
public:
  Workload(const Module &module, const Weights &weights, const Load &load,
           const BenchOptions &options);

  /// Makes ready for run(): new sequences, for decode with their prompts.
  void begin();
  /// The prefill, or all decode steps; every step takes the most likely token.
  void run();
  /// begin() and run() until caches and clocks have settled.
  void warmUp();

  const Load &load() const { return load_; }
  Session &session() { return session_; }

private:
  void open();
  void prefill();
  void sample(const float *logits);

  Load load_;
  uint64_t seed_;
  size_t vocabulary_;
  Session session_;
  std::vector<std::vector<int32_t>> prompts_; ///< by sequence
  std::vector<cedar_sequence> sequences_;
  std::vector<int32_t> tokens_; ///< drawn last, by sequence
  std::vector<float> logits_;
};

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARBENCH_WORKLOAD_H
