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

#include "runtime/lib/Synthetic/Values.h"

using cedar::rt::ValueDistribution;
using cedar::rt::ValueRandom;

namespace cedar {

/// Deviation of the codes of an encoding, before scaling.
static float codeDeviation(Encoding encoding) {
  return encoding == Encoding::fp4Row ? rt::e2m1Deviation : rt::e4m3Deviation;
}

template <typename T>
static void put(std::vector<uint8_t> &bytes, T value) {
  const auto *raw = reinterpret_cast<const uint8_t *>(&value);
  bytes.insert(bytes.end(), raw, raw + sizeof value);
}

static void putCode(std::vector<uint8_t> &bytes, Encoding encoding,
                    ValueRandom &random) {
  float spread = codeDeviation(encoding);
  if (encoding == Encoding::fp4Row) {
    uint8_t low = rt::encodeE2M1(spread * random.normal());
    uint8_t high = rt::encodeE2M1(spread * random.normal());
    return bytes.push_back(uint8_t(low | high << 4));
  }
  bytes.push_back(rt::encodeE4M3(spread * random.normal()));
}

std::vector<uint8_t> randomPayload(const StoredTensor &tensor,
                                   const ModelConfig &config, uint64_t seed) {
  const TensorSpec &spec = *tensor.spec;
  ValueDistribution values =
      rt::distributionOf(spec.name, spec.shape, config.numLayers);
  ValueRandom random(seed, tensor.name);
  bool mix = rt::isMixBias(spec.name);
  std::vector<uint8_t> bytes;
  bytes.reserve(tensor.bytes);
  for (int64_t i = 0; bytes.size() < tensor.bytes; ++i) {
    if (tensor.isScale) {
      bytes.push_back(rt::randomScale(values.deviation,
                                      codeDeviation(spec.encoding), random));
    } else if (spec.hasScale()) {
      putCode(bytes, spec.encoding, random);
    } else {
      float value = mix ? rt::mixBias(i, config.hcMult, random)
                        : values.mean + values.deviation * random.normal();
      if (spec.encoding == Encoding::bf16)
        put(bytes, rt::encodeBf16(value));
      else
        put(bytes, value);
    }
  }
  return bytes;
}

} // namespace cedar
