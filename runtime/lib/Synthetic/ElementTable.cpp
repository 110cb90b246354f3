//===- ElementTable.cpp - random elements of one type ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Synthetic/ElementTable.h"

#include <cmath>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

/// Elements of a table, and the random bits that choose one.
static constexpr int drawBits = 12;
static constexpr size_t elements = size_t(1) << drawBits;

bool rt::isPackedFp4(artifact::ElementType type) {
  return type == artifact::I8 || type == artifact::F4E2M1;
}

float rt::codeDeviation(artifact::ElementType type) {
  return isPackedFp4(type) ? e2m1Deviation : e4m3Deviation;
}

template <typename T>
static void append(std::vector<std::byte> &bytes, T value) {
  const auto *raw = reinterpret_cast<const std::byte *>(&value);
  bytes.insert(bytes.end(), raw, raw + sizeof value);
}

static uint8_t scaleElement(const ElementKind &kind, ValueRandom &random) {
  uint8_t scale = randomScale(kind.values.deviation, kind.scaledCodes, random);
  return kind.type == artifact::F8E8M0
             ? scale
             : encodeE4M3(std::ldexp(1.0f, int(scale) - 127));
}

/// Appends two codes of one byte.
static void appendCodes(std::vector<std::byte> &bytes, float low, float high) {
  append(bytes, uint8_t(encodeE2M1(low) | encodeE2M1(high) << 4));
}

static void appendElement(std::vector<std::byte> &bytes,
                          artifact::ElementType type, float value) {
  if (type == artifact::F8E4M3)
    append(bytes, encodeE4M3(value));
  else if (type == artifact::BF16)
    append(bytes, encodeBf16(value));
  else
    append(bytes, value);
}

/// Appends one element and its mirror image about the mean.
static void appendPair(std::vector<std::byte> &bytes, const ElementKind &kind,
                       ValueRandom &random) {
  auto [mean, deviation] = kind.values;
  float first = deviation * random.normal();
  if (isPackedFp4(kind.type)) {
    float second = deviation * random.normal();
    appendCodes(bytes, first, second);
    appendCodes(bytes, -first, -second);
  } else {
    appendElement(bytes, kind.type, mean + first);
    appendElement(bytes, kind.type, mean - first);
  }
}

ElementTable::ElementTable(const ElementKind &kind, ValueRandom &random) {
  for (size_t i = 0; i < elements; i += 2)
    if (kind.isScale())
      for (int one = 0; one < 2; ++one)
        append(table_, scaleElement(kind, random));
    else
      appendPair(table_, kind, random);
  width_ = table_.size() / elements;
}

void ElementTable::fill(std::byte *to, uint64_t bytes,
                        ValueRandom &random) const {
  std::byte *end = to + bytes;
  while (to < end) {
    uint64_t word = random.bits();
    for (int i = 0; i < 64 / drawBits && to < end; ++i, word >>= drawBits) {
      std::memcpy(to, &table_[word % elements * width_], width_);
      to += width_;
    }
  }
}
