//===- Sampler.h - drawing a token ----------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws a token from logits; the only arithmetic of the runtime that takes part
// in a result. cedar.h (cedar_sampler) states the rule.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_SAMPLER_H
#define CEDAR_RUNTIME_ENGINE_SAMPLER_H

#include "cedar.h"
#include "runtime/lib/Support/Status.h"

#include <vector>

namespace cedar::rt {

/// Next number of SplitMix64 in [0, 1): 53 bits.
double drawUniform(uint64_t &state);

/// Scratch for one vocabulary; allocates nothing after construction.
class Sampler {
public:
  explicit Sampler(uint32_t vocabulary) : candidates_(vocabulary) {}

  Result<int32_t> sample(const float *logits, cedar_sampler &options);

private:
  struct Candidate {
    double weight;
    int32_t token;
  };

  /// Sum of the weights written to `candidates_`.
  double weigh(const float *logits, float largest, float temperature);
  /// Keeps the most likely candidates up to `share` of the sum. Returns their
  /// number and sum.
  std::pair<size_t, double> nucleus(double sum, double share);

  std::vector<Candidate> candidates_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_SAMPLER_H
