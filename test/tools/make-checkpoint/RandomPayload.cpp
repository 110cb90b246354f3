//===- RandomPayload.cpp - valid random weights ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights and scales are drawn apart: codes have a fixed spread, and the scale
// brings a block to the deviation that keeps activations of order one, halved
// or doubled at random.
//
//===----------------------------------------------------------------------===//

#include "test/tools/make-checkpoint/RandomPayload.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cedar {

namespace {

/// A small generator with the same numbers on every machine.
class Random {
public:
  Random(uint64_t seed, const std::string &name) : state_(seed) {
    for (unsigned char c : name)
      state_ = (state_ ^ c) * 0x100000001b3u;
  }

  uint64_t bits() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  /// Roughly normal, mean 0 and deviation 1: the sum of four uniform numbers.
  float normal() {
    uint64_t word = bits();
    float sum = 0;
    for (int i = 0; i < 4; ++i, word >>= 16)
      sum += (float(word & 0xffff) + 0.5f) / 65536.0f - 0.5f;
    return sum * 1.7320508f;
  }

private:
  uint64_t state_;
};

struct Distribution {
  float mean = 0;
  float deviation = 1;
};

} // namespace

static bool contains(const std::string &name, const char *part) {
  return name.find(part) != std::string::npos;
}

/// What a tensor's values look like, from its place in the model.
static Distribution distributionOf(const TensorSpec &spec,
                                   const ModelConfig &config) {
  const std::string &name = spec.name;
  float fan = 1.0f / std::sqrt(float(spec.shape.back()));
  float residual = 1.0f / std::sqrt(2.0f * float(config.numLayers + 1));
  if (spec.shape.size() == 1 && contains(name, "norm"))
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
  return {0, spec.shape.size() == 1 ? 1 : fan};
}

/// The mixing biases favour keeping each stream to itself.
static float mixBias(int64_t index, int64_t streams, Random &random) {
  float noise = 0.3f * random.normal();
  if (index < streams)
    return noise - 1.1f;
  if (index < 2 * streams)
    return noise;
  int64_t cell = index - 2 * streams;
  return cell / streams == cell % streams ? noise + 3 : noise;
}

static uint16_t encodeBf16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return uint16_t((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

/// Nearest E4M3 code of a value that lies well inside the range.
static uint8_t encodeE4M3(float value) {
  float magnitude = std::min(std::fabs(value), 448.0f);
  int exponent = std::max(std::ilogb(magnitude + 1e-30f), -6);
  int steps = int(std::nearbyint(std::ldexp(magnitude, 3 - exponent)));
  // A subnormal has fewer than 8 steps; 16 steps carry into the exponent.
  int code = ((exponent + 6) << 3) + steps;
  return uint8_t(code | (std::signbit(value) ? 0x80 : 0));
}

/// Nearest E2M1 code.
static uint8_t encodeE2M1(float value) {
  static constexpr float values[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  float magnitude = std::fabs(value);
  uint8_t best = 0;
  for (uint8_t code = 1; code < 8; ++code)
    if (std::fabs(values[code] - magnitude) <
        std::fabs(values[best] - magnitude))
      best = code;
  return uint8_t(best | (std::signbit(value) ? 8 : 0));
}

/// Deviation of the codes of an encoding, before scaling.
static float codeDeviation(Encoding encoding) {
  return encoding == Encoding::fp4Row ? 2.0f : 64.0f;
}

static uint8_t randomScale(const StoredTensor &tensor, Distribution values,
                           Random &random) {
  float ratio = values.deviation / codeDeviation(tensor.spec->encoding);
  int exponent = std::ilogb(ratio) + int(random.bits() % 3) - 1;
  return uint8_t(std::clamp(127 + exponent, 0, 254));
}

template <typename T>
static void put(std::vector<uint8_t> &bytes, T value) {
  const auto *raw = reinterpret_cast<const uint8_t *>(&value);
  bytes.insert(bytes.end(), raw, raw + sizeof value);
}

static void putCode(std::vector<uint8_t> &bytes, Encoding encoding,
                    Random &random) {
  float spread = codeDeviation(encoding);
  if (encoding == Encoding::fp4Row) {
    uint8_t low = encodeE2M1(spread * random.normal());
    uint8_t high = encodeE2M1(spread * random.normal());
    return bytes.push_back(uint8_t(low | high << 4));
  }
  bytes.push_back(encodeE4M3(spread * random.normal()));
}

std::vector<uint8_t> randomPayload(const StoredTensor &tensor,
                                   const ModelConfig &config, uint64_t seed) {
  const TensorSpec &spec = *tensor.spec;
  Distribution values = distributionOf(spec, config);
  Random random(seed, tensor.name);
  bool mix = contains(spec.name, "hc_") && contains(spec.name, "_base");
  std::vector<uint8_t> bytes;
  bytes.reserve(tensor.bytes);
  for (int64_t i = 0; bytes.size() < tensor.bytes; ++i) {
    if (tensor.isScale) {
      bytes.push_back(randomScale(tensor, values, random));
    } else if (spec.hasScale()) {
      putCode(bytes, spec.encoding, random);
    } else {
      float value = mix ? mixBias(i, config.hcMult, random)
                        : values.mean + values.deviation * random.normal();
      if (spec.encoding == Encoding::bf16)
        put(bytes, encodeBf16(value));
      else
        put(bytes, value);
    }
  }
  return bytes;
}

} // namespace cedar
