//===- NumpyRandom.cpp - NumPy's default generator ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources of the algorithms: M. O'Neill, "PCG: A Family of Simple Fast Space-
// Efficient Statistically Good Algorithms" (2014) and "Developing a seed_seq
// Alternative" (2015); D. Lemire, "Fast Random Integer Generation in an
// Interval" (2019). Constants and the order of draws are NumPy's (NEP 19).
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engram/NumpyRandom.h"

#include <array>
#include <vector>

using namespace cedar::rt;

namespace {

/// Spreads a seed over a pool of four words and reads words out of it.
class SeedSequence {
public:
  explicit SeedSequence(uint64_t seed) {
    const std::array<uint32_t, 4> entropy = {
        static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32), 0, 0};
    for (size_t i = 0; i < pool.size(); ++i)
      pool[i] = hash(entropy[i]);
    for (size_t from = 0; from < pool.size(); ++from)
      for (size_t to = 0; to < pool.size(); ++to)
        if (from != to)
          pool[to] = mix(pool[to], hash(pool[from]));
  }

  uint64_t next64() {
    uint64_t low = next32();
    return low | uint64_t(next32()) << 32;
  }

private:
  static uint32_t fold(uint32_t value) { return value ^ value >> 16; }

  uint32_t hash(uint32_t value) {
    value ^= hashConstant;
    hashConstant *= 0x931e8875;
    return fold(value * hashConstant);
  }

  static uint32_t mix(uint32_t x, uint32_t y) {
    return fold(0xca01f9dd * x - 0x4973f715 * y);
  }

  uint32_t next32() {
    uint32_t value = pool[position++ % pool.size()] ^ readConstant;
    readConstant *= 0x58f38ded;
    return fold(value * readConstant);
  }

  std::array<uint32_t, 4> pool;
  uint32_t hashConstant = 0x43b0d7e5;
  uint32_t readConstant = 0x8b51f9dd;
  size_t position = 0;
};

} // namespace

NumpyRandom::NumpyRandom(uint64_t seed) {
  SeedSequence words(seed);
  UInt128 stateHigh = words.next64(), stateLow = words.next64();
  UInt128 streamHigh = words.next64(), streamLow = words.next64();
  increment = (streamHigh << 64 | streamLow) << 1 | 1;
  step();
  state += stateHigh << 64 | stateLow;
  step();
}

void NumpyRandom::step() {
  const UInt128 multiplier =
      UInt128(0x2360ed051fc65da4) << 64 | 0x4385df649fccf645;
  state = state * multiplier + increment;
}

uint64_t NumpyRandom::next64() {
  step();
  uint64_t folded =
      static_cast<uint64_t>(state >> 64) ^ static_cast<uint64_t>(state);
  unsigned rotation = static_cast<unsigned>(state >> 122);
  return folded >> rotation | folded << (-rotation & 63);
}

uint32_t NumpyRandom::next32() {
  if (spare) {
    uint32_t value = *spare;
    spare.reset();
    return value;
  }
  uint64_t both = next64();
  spare = static_cast<uint32_t>(both >> 32);
  return static_cast<uint32_t>(both);
}

uint64_t NumpyRandom::bounded32(uint64_t bound) {
  uint64_t product = next32() * bound;
  if (static_cast<uint32_t>(product) < bound) {
    uint64_t threshold = ((uint64_t(1) << 32) - bound) % bound;
    while (static_cast<uint32_t>(product) < threshold)
      product = next32() * bound;
  }
  return product >> 32;
}

uint64_t NumpyRandom::bounded64(uint64_t bound) {
  UInt128 product = UInt128(next64()) * bound;
  if (static_cast<uint64_t>(product) < bound) {
    uint64_t threshold = (0 - bound) % bound;
    while (static_cast<uint64_t>(product) < threshold)
      product = UInt128(next64()) * bound;
  }
  return static_cast<uint64_t>(product >> 64);
}

uint64_t NumpyRandom::integer(uint64_t bound) {
  const uint64_t all32 = uint64_t(1) << 32;
  if (bound == 1)
    return 0; // nothing is drawn
  if (bound == all32)
    return next32();
  return bound < all32 ? bounded32(bound) : bounded64(bound);
}
