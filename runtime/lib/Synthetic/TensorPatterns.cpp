//===- TensorPatterns.cpp - bytes of weights without a checkpoint ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is a random order of a few thousand elements, which are drawn in
// pairs around the mean: a sum over many of them has no drift.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Synthetic/TensorPatterns.h"

#include "runtime/lib/Support/Quote.h"
#include "runtime/lib/Synthetic/Values.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

/// Tensors begin at a multiple of `grain` bytes of a block of `grains` of them.
/// The number is prime, so that no two rows of a matrix are alike.
static constexpr uint64_t grain = 16, grains = 262147;
/// Different elements of a block; a power of two.
static constexpr size_t elements = 4096;

void TensorPattern::copy(uint64_t first, std::byte *to, uint64_t bytes) const {
  while (bytes > 0) {
    Run piece = run(first);
    uint64_t step = std::min(bytes, piece.bytes);
    std::memcpy(to, block + piece.offset, step);
    first += step;
    to += step;
    bytes -= step;
  }
}

namespace {

/// What a block is filled with.
struct Values {
  artifact::ElementType type;
  ValueDistribution distribution; ///< as decoded; of a scale, what it scales to
  float codes = 1;                ///< deviation of what is scaled
  std::string mixBias;            ///< the tensor, if its values have an order

  std::string key() const {
    char text[80];
    std::snprintf(text, sizeof text, "%d %a %a %a ", int(type),
                  double(distribution.mean), double(distribution.deviation),
                  double(codes));
    return text + mixBias;
  }
};

} // namespace

/// Two packed FP4 codes are stored as I8.
static bool isPackedFp4(artifact::ElementType type) {
  return type == artifact::I8 || type == artifact::F4E2M1;
}

/// Extents in values.
static std::vector<int64_t> valueShape(const artifact::WeightPart &part) {
  std::vector<int64_t> shape(part.shape().begin(), part.shape().end());
  if (isPackedFp4(part.type()) && !shape.empty())
    shape.back() *= 2;
  return shape;
}

static Status noValues(const artifact::WeightPart &part,
                       const std::string &name) {
  return Status(Code::incompatible,
                "synthetic weights: expected " + quoteName(name) +
                    " to be f32, bf16, or f8E4M3FN or FP4 codes with "
                    "f8E8M0FNU scales, found type " +
                    std::to_string(int(part.type())) + " in " +
                    std::to_string(part.shape_size()) +
                    " dimensions; give a checkpoint");
}

static Result<Values> valuesOf(const artifact::Weight &weight, int index,
                               const std::string &name, int64_t layers) {
  const artifact::WeightPart &part = weight.parts(index);
  const artifact::WeightPart &first = weight.parts(0);
  if (part.shape_size() == 0)
    return noValues(part, name);
  bool scaled = weight.parts_size() > 1;
  bool fp4 = isPackedFp4(first.type());
  Values values{part.type(),
                distributionOf(first.source(), valueShape(first), layers),
                fp4 ? e2m1Deviation : e4m3Deviation,
                isMixBias(first.source()) ? name : ""};
  bool plain = part.type() == artifact::F32 || part.type() == artifact::BF16;
  bool codes = fp4 || part.type() == artifact::F8E4M3;
  bool legal =
      scaled ? index == 0 ? codes : part.type() == artifact::F8E8M0 : plain;
  if (!legal)
    return noValues(part, name);
  if (scaled && index == 0)
    values.distribution = {0, values.codes};
  return values;
}

template <typename T>
static void append(std::vector<std::byte> &bytes, T value) {
  const auto *raw = reinterpret_cast<const std::byte *>(&value);
  bytes.insert(bytes.end(), raw, raw + sizeof value);
}

/// Appends one element and its mirror image about the mean.
static void appendPair(std::vector<std::byte> &bytes, const Values &values,
                       ValueRandom &random) {
  auto [mean, deviation] = values.distribution;
  if (values.type == artifact::F8E8M0) {
    for (int i = 0; i < 2; ++i)
      append(bytes, randomScale(deviation, values.codes, random));
    return;
  }
  float first = deviation * random.normal();
  float second = isPackedFp4(values.type) ? deviation * random.normal() : 0;
  for (float sign : {1.0f, -1.0f})
    if (isPackedFp4(values.type))
      append(bytes, uint8_t(encodeE2M1(sign * first) | encodeE2M1(sign * second)
                                                           << 4));
    else if (values.type == artifact::F8E4M3)
      append(bytes, encodeE4M3(sign * first));
    else if (values.type == artifact::BF16)
      append(bytes, encodeBf16(mean + sign * first));
    else
      append(bytes, mean + sign * first);
}

/// Fills a block with elements of `width` bytes in random order.
static void shuffle(const std::vector<std::byte> &table, size_t width,
                    std::vector<std::byte> &block, ValueRandom &random) {
  constexpr int drawBits = 12;
  static_assert(elements == size_t(1) << drawBits);
  size_t place = 0;
  while (place < block.size()) {
    uint64_t word = random.bits();
    for (int i = 0; i < 64 / drawBits && place < block.size(); ++i) {
      std::memcpy(&block[place], &table[(word % elements) * width], width);
      word >>= drawBits;
      place += width;
    }
  }
}

static std::vector<std::byte> repeatedBlock(const Values &values,
                                            uint64_t seed) {
  ValueRandom random(seed, values.key());
  std::vector<std::byte> table, block(grain * grains);
  for (size_t i = 0; i < elements; i += 2)
    appendPair(table, values, random);
  shuffle(table, table.size() / elements, block, random);
  return block;
}

/// A whole tensor of n * (n + 2) mixing biases of n streams.
static std::vector<std::byte> mixBlock(const artifact::WeightPart &part,
                                       const std::string &name, uint64_t seed) {
  int64_t count = int64_t(part.shape(0));
  auto streams = int64_t(std::lround(std::sqrt(double(count + 1)))) - 1;
  ValueRandom random(seed, name);
  std::vector<std::byte> block;
  for (int64_t i = 0; i < count; ++i) {
    float value = mixBias(i, std::max<int64_t>(streams, 1), random);
    if (part.type() == artifact::BF16)
      append(block, encodeBf16(value));
    else
      append(block, value);
  }
  return block;
}

Result<TensorPattern> TensorPatterns::find(const artifact::Weight &weight,
                                           int part, const std::string &name) {
  Result<Values> values = valuesOf(weight, part, name, layers_);
  if (!values.ok())
    return values.status();
  bool whole = !values->mixBias.empty();
  auto [found, isNew] = blocks_.try_emplace(values->key());
  if (isNew)
    found->second = whole ? mixBlock(weight.parts(part), name, seed_)
                          : repeatedBlock(*values, seed_);
  const Block &block = found->second;
  uint64_t begin = whole ? 0 : ValueRandom(seed_, name).bits() % grains * grain;
  return TensorPattern{block.data(), block.size(), begin};
}
