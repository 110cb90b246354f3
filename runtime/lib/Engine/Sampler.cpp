//===- Sampler.cpp - drawing a token --------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights are exp((logit - largest) / temperature) in double precision.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Sampler.h"

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace cedar::rt;

double cedar::rt::drawUniform(uint64_t &state) {
  state += 0x9E3779B97F4A7C15u;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return double(z >> 11) * 0x1p-53;
}

static Status checkOptions(const cedar_sampler &options) {
  if (!(options.temperature >= 0) || !std::isfinite(options.temperature))
    return Status(Code::invalidArgument,
                  "temperature is " + std::to_string(options.temperature) +
                      ", expected a number >= 0");
  if (!(options.top_p > 0 && options.top_p <= 1))
    return Status(Code::invalidArgument, "top_p is " +
                                             std::to_string(options.top_p) +
                                             ", expected a number in (0, 1]");
  return Status();
}

/// The largest logit, the first of equal ones.
static Result<int32_t> argmax(const float *logits, size_t count) {
  size_t best = 0;
  for (size_t i = 0; i < count; ++i) {
    if (std::isnan(logits[i]))
      return Status(Code::corrupt, "the logit of token " + std::to_string(i) +
                                       " is NaN; check the weights");
    if (logits[i] > logits[best])
      best = i;
  }
  if (!std::isfinite(logits[best]))
    return Status(Code::corrupt, "the largest logit is infinite; check the "
                                 "weights");
  return int32_t(best);
}

double Sampler::weigh(const float *logits, float largest, float temperature) {
  double sum = 0;
  for (size_t i = 0; i < candidates_.size(); ++i) {
    double weight =
        std::exp((double(logits[i]) - double(largest)) / temperature);
    candidates_[i] = {weight, int32_t(i)};
    sum += weight;
  }
  return sum;
}

std::pair<size_t, double> Sampler::nucleus(double sum, double share) {
  // Tokens below the cut have less than 1 - share together: none is needed.
  double cut = sum * (1 - share) / double(candidates_.size());
  auto end = std::remove_if(candidates_.begin(), candidates_.end(),
                            [&](const Candidate &c) { return c.weight < cut; });
  std::sort(
      candidates_.begin(), end, [](const Candidate &a, const Candidate &b) {
        return a.weight != b.weight ? a.weight > b.weight : a.token < b.token;
      });
  size_t count = 0, kept = size_t(end - candidates_.begin());
  double reached = 0;
  while (count < kept && reached < share * sum)
    reached += candidates_[count++].weight;
  return {count, reached};
}

Result<int32_t> Sampler::sample(const float *logits, cedar_sampler &options) {
  if (Status status = checkOptions(options); !status.ok())
    return status;
  Result<int32_t> best = argmax(logits, candidates_.size());
  if (!best.ok() || options.temperature == 0)
    return best;
  double sum = weigh(logits, logits[*best], options.temperature);
  size_t count = candidates_.size();
  if (options.top_p < 1)
    std::tie(count, sum) = nucleus(sum, options.top_p);
  double target = drawUniform(options.state) * sum;
  for (size_t i = 0; i < count; ++i) {
    target -= candidates_[i].weight;
    if (target < 0)
      return candidates_[i].token;
  }
  return best;
}
