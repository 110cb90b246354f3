//===- Comparison.cpp - how far values are apart --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sign and magnitude become a number whose order is that of the values.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Comparison.h"

#include "runtime/lib/Artifact/ElementTypes.h"
#include "runtime/lib/Engine/StateReader.h"
#include "runtime/lib/Support/Quote.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

/// The bits of an element, of at most 32.
static uint32_t bitsOf(artifact::ElementType type, const std::byte *element) {
  uint32_t bits = 0;
  std::memcpy(&bits, element, elementBytes(type));
  return bits;
}

static uint64_t distance(int64_t one, int64_t other) {
  return uint64_t(one > other ? one - other : other - one);
}

/// Distance of floats of `width` bits whose magnitudes above `largest` are no
/// numbers.
static uint64_t floatDistance(uint32_t one, uint32_t other, unsigned width,
                              uint32_t largest) {
  uint32_t sign = 1u << (width - 1), mask = sign - 1;
  bool oneIsNan = (one & mask) > largest, otherIsNan = (other & mask) > largest;
  if (one == other)
    return 0;
  if (oneIsNan || otherIsNan)
    return oneIsNan && otherIsNan ? 1 : notComparable;
  auto ordered = [&](uint32_t bits) {
    int64_t magnitude = bits & mask;
    return bits & sign ? -magnitude - 1 : magnitude;
  };
  return distance(ordered(one), ordered(other));
}

uint64_t rt::ulpDistance(artifact::ElementType type, const std::byte *one,
                         const std::byte *other) {
  uint32_t a = bitsOf(type, one), b = bitsOf(type, other);
  switch (type) {
  case artifact::F32:
    return floatDistance(a, b, 32, 0x7f800000);
  case artifact::BF16:
    return floatDistance(a, b, 16, 0x7f80);
  case artifact::F8E4M3:
    return floatDistance(a, b, 8, 0x7e);
  case artifact::F4E2M1:
    return std::max(floatDistance(a & 15, b & 15, 4, 7),
                    floatDistance(a >> 4, b >> 4, 4, 7));
  case artifact::F8E8M0:
    if (a != b && (a == 255 || b == 255))
      return notComparable;
    return distance(a, b);
  case artifact::I32:
    return distance(int32_t(a), int32_t(b));
  default:
    return distance(int8_t(a), int8_t(b));
  }
}

static std::string numberText(float value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", double(value));
  return text;
}

static float asFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

std::string rt::elementText(artifact::ElementType type,
                            const std::byte *element) {
  uint32_t bits = bitsOf(type, element);
  switch (type) {
  case artifact::F32:
    return numberText(asFloat(bits));
  case artifact::BF16:
    return numberText(asFloat(bits << 16));
  case artifact::F8E4M3:
    return numberText(fromE4M3(uint8_t(bits)));
  case artifact::F4E2M1:
    return "(" + numberText(fromE2M1(bits & 15)) + ", " +
           numberText(fromE2M1(bits >> 4 & 15)) + ")";
  case artifact::F8E8M0:
    return numberText(fromE8M0(uint8_t(bits)));
  case artifact::I32:
    return std::to_string(int32_t(bits));
  default:
    return std::to_string(int8_t(bits));
  }
}

/// The type of this spelling, or none.
static artifact::ElementType typeOf(const std::string &name) {
  for (int type = 1; type < artifact::ElementType_ARRAYSIZE; ++type)
    if (elementName(artifact::ElementType(type)) == name)
      return artifact::ElementType(type);
  return artifact::ELEMENT_TYPE_UNSPECIFIED;
}

/// Applies "4" or "bf16=1".
static bool addTolerance(const std::string &item, Tolerance &tolerance) {
  size_t equal = item.find('=');
  std::string number =
      equal == std::string::npos ? item : item.substr(equal + 1);
  uint64_t ulps = 0;
  auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), ulps);
  if (error != std::errc() || end != number.data() + number.size())
    return false;
  if (equal == std::string::npos) {
    tolerance.ulps[artifact::F32] = tolerance.ulps[artifact::BF16] = ulps;
    return true;
  }
  artifact::ElementType type = typeOf(item.substr(0, equal));
  tolerance.ulps[type] = ulps;
  return type != artifact::ELEMENT_TYPE_UNSPECIFIED;
}

Result<Tolerance> Tolerance::parse(const std::string &text) {
  Tolerance tolerance;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    if (!addTolerance(text.substr(begin, end - begin), tolerance))
      return Status(Code::invalidArgument,
                    "expected a number of ulps or a list such as "
                    "f32=4,bf16=1, found " +
                        quoteName(text));
    begin = end + 1;
  }
  return tolerance;
}

RowFormat rt::plainRows(artifact::ElementType type, uint64_t bytes) {
  return {bytes, {{type, bytes / elementBytes(type), "element"}}};
}

RowFormat rt::stateRowFormat(const artifact::State &state) {
  RowFormat format{state.row_bytes(), {}};
  uint64_t codes = packedBytes(state.type(), state.channels());
  format.parts.push_back(
      {state.type(), codes / elementBytes(state.type()), "element"});
  if (state.scale_type() != artifact::ELEMENT_TYPE_UNSPECIFIED)
    format.parts.push_back(
        {state.scale_type(),
         (uint64_t(state.channels()) + state.group() - 1) / state.group(),
         "scale"});
  return format;
}

std::string rt::distanceText(uint64_t ulps) {
  if (ulps == notComparable)
    return "one is no number";
  return std::to_string(ulps) + (ulps == 1 ? " ulp apart" : " ulps apart");
}

std::string Difference::text() const {
  return "row " + std::to_string(row) + ", " + part.what + " " +
         std::to_string(element) + ", " + std::string(elementName(part.type)) +
         ": " + one + " and " + other + ", " + distanceText(ulps) + " (so " +
         std::to_string(count) + " of " + std::to_string(of) + ")";
}

namespace {

/// One pass over two arrays.
class RowComparison {
public:
  RowComparison(const Tolerance &tolerance, const std::string &where,
                ByElementType<Tally> &tallies)
      : tolerance_(tolerance), where_(where), tallies_(tallies) {}

  void comparePart(const RowPart &part, uint64_t row, const std::byte *one,
                   const std::byte *other) {
    Tally &tally = tallies_[part.type];
    uint64_t bytes = elementBytes(part.type);
    tally.elements += part.elements;
    elements_ += part.elements;
    if (std::memcmp(one, other, part.elements * bytes) == 0)
      return;
    for (uint64_t i = 0; i < part.elements; ++i)
      note(part, row, i, one + i * bytes, other + i * bytes, tally);
  }

  std::optional<Difference> finish() {
    if (first_) {
      first_->count = beyond_;
      first_->of = elements_;
    }
    return std::move(first_);
  }

private:
  void note(const RowPart &part, uint64_t row, uint64_t element,
            const std::byte *one, const std::byte *other, Tally &tally) {
    uint64_t ulps = ulpDistance(part.type, one, other);
    if (ulps == 0)
      return;
    ++tally.differing;
    if (ulps > tally.most) {
      tally.most = ulps;
      tally.where = where_;
    }
    if (ulps <= tolerance_.ulps[part.type])
      return;
    ++beyond_;
    if (!first_)
      first_ = Difference{row,
                          element,
                          part,
                          elementText(part.type, one),
                          elementText(part.type, other),
                          ulps};
  }

  const Tolerance &tolerance_;
  const std::string &where_;
  ByElementType<Tally> &tallies_;
  std::optional<Difference> first_;
  uint64_t elements_ = 0, beyond_ = 0;
};

} // namespace

std::optional<Difference>
rt::compareRows(const RowFormat &format, uint64_t rows, const std::byte *one,
                const std::byte *other, const Tolerance &tolerance,
                const std::string &where, ByElementType<Tally> &tallies) {
  RowComparison comparison(tolerance, where, tallies);
  for (uint64_t row = 0; row < rows; ++row) {
    uint64_t offset = row * format.bytes;
    for (const RowPart &part : format.parts) {
      comparison.comparePart(part, row, one + offset, other + offset);
      offset += part.elements * elementBytes(part.type);
    }
  }
  return comparison.finish();
}
