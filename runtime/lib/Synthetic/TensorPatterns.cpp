//===- TensorPatterns.cpp - bytes of weights without a checkpoint ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks are found by what their elements are like.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Synthetic/TensorPatterns.h"

#include "runtime/lib/Artifact/ElementTypes.h"
#include "runtime/lib/Support/Quote.h"
#include "runtime/lib/Synthetic/ElementTable.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

/// Tensors begin at a multiple of `grain` bytes of a block of `grains` of them.
/// The number is prime, so that no two rows of a matrix are alike.
static constexpr uint64_t grain = 16, grains = 262147;

void TensorPattern::copy(uint64_t first, std::byte *to, uint64_t bytes) const {
  (void)forEachRun(first, bytes,
                   [&](uint64_t place, uint64_t offset, uint64_t step) {
                     std::memcpy(to + (place - first), block + offset, step);
                     return Status();
                   });
}

namespace {

/// What a block is filled with.
struct BlockKind {
  ElementKind elements;
  std::string mixBias; ///< the tensor, if its values have an order

  std::string key() const {
    char text[80];
    std::snprintf(text, sizeof text, "%d %a %a %a ", int(elements.type),
                  double(elements.values.mean),
                  double(elements.values.deviation),
                  double(elements.scaledCodes));
    return text + mixBias;
  }
};

} // namespace

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

static Result<BlockKind> kindOf(const artifact::Weight &weight, int index,
                                const std::string &name, int64_t layers) {
  const artifact::WeightPart &part = weight.parts(index);
  const artifact::WeightPart &first = weight.parts(0);
  if (part.shape_size() == 0)
    return noValues(part, name);
  artifact::ElementType type = part.type();
  bool scaled = weight.parts_size() > 1;
  bool plain = type == artifact::F32 || type == artifact::BF16;
  bool codes = isPackedFp4(type) || type == artifact::F8E4M3;
  bool scale = type == artifact::F8E8M0;
  if (!(!scaled ? plain : index == 0 ? codes : scale))
    return noValues(part, name);
  ValueDistribution values =
      distributionOf(first.source(), valueShape(first), layers);
  float deviation = codeDeviation(first.type());
  if (scale)
    return BlockKind{{type, values, deviation}, ""};
  if (codes)
    return BlockKind{{type, {0, deviation}}, ""};
  return BlockKind{{type, values}, isMixBias(first.source()) ? name : ""};
}

static std::vector<std::byte> repeatedBlock(const BlockKind &kind,
                                            uint64_t seed) {
  ValueRandom random(seed, kind.key());
  std::vector<std::byte> block(grain * grains);
  ElementTable(kind.elements, random).fill(block.data(), block.size(), random);
  return block;
}

/// A whole tensor of n * (n + 2) mixing biases of n streams.
static std::vector<std::byte> mixBlock(const artifact::WeightPart &part,
                                       const std::string &name, uint64_t seed) {
  int64_t count = int64_t(part.shape(0));
  auto streams = int64_t(std::lround(std::sqrt(double(count + 1)))) - 1;
  ValueRandom random(seed, name);
  size_t width = elementBytes(part.type());
  std::vector<std::byte> block(size_t(count) * width);
  for (int64_t i = 0; i < count; ++i) {
    float value = mixBias(i, std::max<int64_t>(streams, 1), random);
    uint16_t rounded = encodeBf16(value);
    std::memcpy(&block[size_t(i) * width],
                width == sizeof rounded ? static_cast<void *>(&rounded)
                                        : &value,
                width);
  }
  return block;
}

Result<TensorPattern> TensorPatterns::find(const artifact::Weight &weight,
                                           int part, const std::string &name) {
  Result<BlockKind> kind = kindOf(weight, part, name, layers_);
  if (!kind.ok())
    return kind.status();
  bool whole = !kind->mixBias.empty();
  auto [found, isNew] = blocks_.try_emplace(kind->key());
  if (isNew)
    found->second = whole ? mixBlock(weight.parts(part), name, seed_)
                          : repeatedBlock(*kind, seed_);
  const Block &block = found->second;
  uint64_t begin = whole ? 0 : ValueRandom(seed_, name).bits() % grains * grain;
  return TensorPattern{block.data(), block.size(), begin};
}
