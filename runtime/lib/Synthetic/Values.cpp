//===- Values.cpp - random values that a model can compute with -----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors are told apart by their names in a checkpoint (SPEC 2.2).
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Synthetic/Values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

ValueRandom::ValueRandom(uint64_t seed, const std::string &name)
    : state_(seed) {
  for (unsigned char c : name)
    state_ = (state_ ^ c) * 0x100000001b3u;
}

uint64_t ValueRandom::bits() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

float ValueRandom::normal() {
  uint64_t word = bits();
  float sum = 0;
  for (int i = 0; i < 4; ++i, word >>= 16)
    sum += (float(word & 0xffff) + 0.5f) / 65536.0f - 0.5f;
  return sum * 1.7320508f;
}

static bool contains(const std::string &name, const char *part) {
  return name.find(part) != std::string::npos;
}

ValueDistribution rt::distributionOf(const std::string &name,
                                     const std::vector<int64_t> &shape,
                                     int64_t layers) {
  float fan = 1.0f / std::sqrt(float(shape.back()));
  float residual = 1.0f / std::sqrt(2.0f * float(layers + 1));
  if (shape.size() == 1 && contains(name, "norm"))
    return {1, 0.2f};
  if (contains(name, "engram.q_weight") || contains(name, "engram.k_weight"))
    return {1, 0.2f};
  if (contains(name, "gate.bias_vl"))
    return {0.25f, 0.05f};
  if (contains(name, "gate.bias"))
    return {0, 0.1f};
  if (contains(name, "_scale"))
    return {0.5f, 0.1f};
  if (contains(name, "engram.embed"))
    return {0, 0.5f};
  if (contains(name, "embed.weight"))
    return {0, 0.9f};
  if (name == "head.weight")
    return {0, 3 * fan};
  if (contains(name, "wo_b") || contains(name, ".w2."))
    return {0, fan * residual};
  return {0, shape.size() == 1 ? 1 : fan};
}

bool rt::isMixBias(const std::string &name) {
  return contains(name, "hc_") && contains(name, "_base");
}

float rt::mixBias(int64_t index, int64_t streams, ValueRandom &random) {
  float noise = 0.3f * random.normal();
  if (index < streams)
    return noise - 1.1f;
  if (index < 2 * streams)
    return noise;
  int64_t cell = index - 2 * streams;
  return cell / streams == cell % streams ? noise + 3 : noise;
}

uint16_t rt::encodeBf16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return uint16_t((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

uint8_t rt::encodeE4M3(float value) {
  float magnitude = std::min(std::fabs(value), 448.0f);
  int exponent = std::max(std::ilogb(magnitude + 1e-30f), -6);
  int steps = int(std::nearbyint(std::ldexp(magnitude, 3 - exponent)));
  // A subnormal has fewer than 8 steps; 16 steps carry into the exponent.
  int code = ((exponent + 6) << 3) + steps;
  return uint8_t(code | (std::signbit(value) ? 0x80 : 0));
}

uint8_t rt::encodeE2M1(float value) {
  static constexpr float values[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  float magnitude = std::fabs(value);
  uint8_t best = 0;
  for (uint8_t code = 1; code < 8; ++code)
    if (std::fabs(values[code] - magnitude) <
        std::fabs(values[best] - magnitude))
      best = code;
  return uint8_t(best | (std::signbit(value) ? 8 : 0));
}

uint8_t rt::randomScale(float values, float codes, ValueRandom &random) {
  int exponent = std::ilogb(values / codes) + int(random.bits() % 3) - 1;
  return uint8_t(std::clamp(127 + exponent, 0, 254));
}
