//===- ConfigRope.cpp - rotation frequencies of a layer -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 3.6. The frequencies are defined by float32 arithmetic: every step
// below rounds to float, in this order. Only the power goes through double,
// which gives its correctly rounded float value.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/Config.h"

#include <algorithm>
#include <cmath>

namespace cedar {

/// 1 / base^(2i/dim).
static std::vector<float> plainFrequencies(double base, int64_t dim) {
  std::vector<float> frequencies;
  for (int64_t i = 0; i < dim; i += 2) {
    float exponent = static_cast<float>(i) / static_cast<float>(dim);
    float power = static_cast<float>(std::pow(base, double(exponent)));
    frequencies.push_back(1.0f / power);
  }
  return frequencies;
}

/// The fractional frequency index that turns `rotations` times within the
/// original context.
static double indexOfRotations(double rotations, double base, int64_t dim,
                               int64_t originalMaxPositions) {
  const double pi = 3.14159265358979323846;
  return double(dim) *
         std::log(double(originalMaxPositions) / (rotations * 2 * pi)) /
         (2 * std::log(base));
}

/// Divides slow frequencies by the factor and keeps fast ones, with a linear
/// transition between the two indices that the betas give.
static void stretch(std::vector<float> &frequencies, const RopeScaling &scaling,
                    double base, int64_t dim) {
  double low =
      std::max(std::floor(indexOfRotations(scaling.betaFast, base, dim,
                                           scaling.originalMaxPositions)),
               0.0);
  double high =
      std::min(std::ceil(indexOfRotations(scaling.betaSlow, base, dim,
                                          scaling.originalMaxPositions)),
               double(dim - 1));
  float width = static_cast<float>(std::max(high - low, 1e-3));
  float factor = static_cast<float>(scaling.factor);
  for (size_t i = 0; i < frequencies.size(); ++i) {
    float ramp = (static_cast<float>(i) - static_cast<float>(low)) / width;
    float keep = 1.0f - std::clamp(ramp, 0.0f, 1.0f);
    frequencies[i] =
        frequencies[i] / factor * (1.0f - keep) + frequencies[i] * keep;
  }
}

std::vector<float> ModelConfig::ropeFrequencies(int64_t layer) const {
  bool compressed = ratio(layer) > 0;
  double base = compressed ? compressRopeTheta : ropeTheta;
  std::vector<float> frequencies = plainFrequencies(base, ropeDim);
  if (compressed && ropeScaling.enabled)
    stretch(frequencies, ropeScaling, base, ropeDim);
  return frequencies;
}

} // namespace cedar
