//===- StateReader.cpp - reading cache rows -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row is its codes, two FP4 codes a byte with the even one in the low half,
// then one scale per group (SPEC 2.4, 4.1-4.3).
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/StateReader.h"

#include "runtime/lib/Artifact/ElementTypes.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace cedar;
using namespace cedar::rt;

static constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

float rt::fromE4M3(uint8_t code) {
  int exponent = code >> 3 & 15, mantissa = code & 7;
  if (exponent == 15 && mantissa == 7)
    return notANumber;
  float value = exponent == 0 ? std::ldexp(float(mantissa), -9)
                              : std::ldexp(float(8 + mantissa), exponent - 10);
  return code & 0x80 ? -value : value;
}

float rt::fromE2M1(uint8_t code) {
  static const float values[8] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  return code & 8 ? -values[code & 7] : values[code & 7];
}

float rt::fromE8M0(uint8_t code) {
  return code == 255 ? notANumber : std::ldexp(1.0f, int(code) - 127);
}

/// Element `i` of a packed array.
static float element(artifact::ElementType type, const std::byte *data,
                     uint32_t i) {
  switch (type) {
  case artifact::F32: {
    float value;
    std::memcpy(&value, data + size_t(i) * 4, 4);
    return value;
  }
  case artifact::BF16: {
    uint16_t high;
    std::memcpy(&high, data + size_t(i) * 2, 2);
    uint32_t bits = uint32_t(high) << 16;
    float value;
    std::memcpy(&value, &bits, 4);
    return value;
  }
  case artifact::I32: {
    int32_t value;
    std::memcpy(&value, data + size_t(i) * 4, 4);
    return float(value);
  }
  case artifact::F4E2M1:
    return fromE2M1(uint8_t(uint8_t(data[i / 2]) >> (i % 2 * 4) & 15));
  case artifact::F8E4M3:
    return fromE4M3(uint8_t(data[i]));
  case artifact::F8E8M0:
    return fromE8M0(uint8_t(data[i]));
  default:
    return float(int8_t(data[i]));
  }
}

void rt::dequantizeRow(const artifact::State &state, const std::byte *row,
                       float *out) {
  bool scaled = state.scale_type() != artifact::ELEMENT_TYPE_UNSPECIFIED;
  const std::byte *scales = row + packedBytes(state.type(), state.channels());
  for (uint32_t i = 0; i < state.channels(); ++i) {
    out[i] = element(state.type(), row, i);
    if (scaled)
      out[i] *= element(state.scale_type(), scales, i / state.group());
  }
}
