//===- Values.h - random values that a model can compute with -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights for measurements and tests that have no checkpoint: which values a
// tensor has, from its name and shape, so that activations stay of order one
// through all layers and every norm, bias, sink and mix is non-trivial.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SYNTHETIC_VALUES_H
#define CEDAR_RUNTIME_SYNTHETIC_VALUES_H

#include <cstdint>
#include <string>
#include <vector>

namespace cedar::rt {

/// SplitMix64 from a seed and a name: the same numbers on every machine.
class ValueRandom {
public:
  ValueRandom(uint64_t seed, const std::string &name);

  uint64_t bits();
  /// Roughly normal, mean 0 and deviation 1: the sum of four uniform numbers.
  float normal();

private:
  uint64_t state_;
};

struct ValueDistribution {
  float mean = 0;
  float deviation = 1;
};

/// The values of the tensor `name` of a model with `layers` layers; `shape` in
/// values, also where two share a byte.
ValueDistribution distributionOf(const std::string &name,
                                 const std::vector<int64_t> &shape,
                                 int64_t layers);

/// Whether `name` is the bias of a hyper-connection's mixing coefficients.
bool isMixBias(const std::string &name);

/// Value `index` of such a bias, which favours keeping each of `streams`
/// streams to itself.
float mixBias(int64_t index, int64_t streams, ValueRandom &random);

uint16_t encodeBf16(float value);
/// Nearest E4M3 code of a value that lies well inside the range.
uint8_t encodeE4M3(float value);
/// Nearest E2M1 code.
uint8_t encodeE2M1(float value);

/// Deviation of codes, before scaling.
inline constexpr float e4m3Deviation = 64, e2m1Deviation = 2;

/// The scale that brings codes of deviation `codes` to `values`, halved or
/// doubled at random, as E8M0.
uint8_t randomScale(float values, float codes, ValueRandom &random);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SYNTHETIC_VALUES_H
