//===- Tables.cpp - constants of the n-gram hash --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every search for primes starts at the same number and skips those already
// used, so the primes in the order layer, n-gram size, head are simply
// consecutive.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engram/Tables.h"

#include "runtime/lib/Engram/NumpyRandom.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string>

using namespace cedar::rt;

/// Bounds that keep a broken config from running for hours; far above any
/// model.
static constexpr int64_t maxPrimes = 1 << 16;
static constexpr int64_t maxVocab = int64_t(1) << 40;

/// Seed of layer l is this times l.
static constexpr int64_t seedFactor = 10007;

static uint64_t multiplyModulo(uint64_t a, uint64_t b, uint64_t n) {
  using UInt128 = unsigned __int128;
  return static_cast<uint64_t>(UInt128(a) * b % n);
}

static uint64_t powerModulo(uint64_t base, uint64_t exponent, uint64_t n) {
  uint64_t result = 1;
  for (base %= n; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = multiplyModulo(result, base, n);
    base = multiplyModulo(base, base, n);
  }
  return result;
}

/// Miller-Rabin with the first twelve primes as bases, exact below 2^64.
static bool isPrime(uint64_t n) {
  static constexpr std::initializer_list<uint64_t> bases = {
      2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (uint64_t base : bases)
    if (n % base == 0)
      return n == base;
  if (n < 2)
    return false;
  unsigned twos = static_cast<unsigned>(__builtin_ctzll(n - 1));
  return std::all_of(bases.begin(), bases.end(), [&](uint64_t base) {
    uint64_t power = powerModulo(base, (n - 1) >> twos, n);
    bool passes = power == 1 || power == n - 1;
    for (unsigned i = 1; i < twos && !passes; ++i) {
      power = multiplyModulo(power, power, n);
      passes = power == n - 1;
    }
    return passes;
  });
}

/// A refusal when `value` is outside [low, high].
static Status checkRange(const char *name, int64_t value, int64_t low,
                         int64_t high) {
  if (value >= low && value <= high)
    return Status();
  return Status(Code::invalidArgument, std::string("engram: ") + name + " = " +
                                           std::to_string(value) +
                                           ", expected " + std::to_string(low) +
                                           " to " + std::to_string(high));
}

Result<std::vector<LayerPrimes>> cedar::rt::primesFor(int64_t layers,
                                                      int64_t maxNgram,
                                                      int64_t heads,
                                                      int64_t vocab) {
  for (const Status &status :
       {checkRange("number of layers", layers, 0, maxPrimes),
        checkRange("n-gram size", maxNgram, 2, maxPrimes),
        checkRange("number of heads", heads, 1, maxPrimes),
        checkRange("vocabulary size", vocab, 1, maxVocab)})
    if (!status.ok())
      return status;
  // Each factor is at most 2^16: the product fits.
  if (Status status = checkRange("number of hash columns of all layers",
                                 layers * (maxNgram - 1) * heads, 0, maxPrimes);
      !status.ok())
    return status;
  uint64_t next = static_cast<uint64_t>(vocab);
  std::vector<LayerPrimes> all(
      layers, LayerPrimes(maxNgram - 1, std::vector<int64_t>(heads)));
  for (LayerPrimes &layer : all)
    for (std::vector<int64_t> &order : layer)
      for (int64_t &prime : order) {
        while (!isPrime(next))
          ++next;
        prime = static_cast<int64_t>(next++);
      }
  return all;
}

std::vector<int64_t> cedar::rt::columnOffsets(const LayerPrimes &primes) {
  std::vector<int64_t> offsets;
  int64_t sum = 0;
  for (const std::vector<int64_t> &order : primes)
    for (int64_t prime : order) {
      offsets.push_back(sum);
      sum += prime;
    }
  return offsets;
}

Result<std::vector<int64_t>>
cedar::rt::multipliersFor(int64_t layerId, int64_t maxNgram,
                          int64_t compressedVocab) {
  const int64_t maxInt64 = std::numeric_limits<int64_t>::max();
  for (const Status &status :
       {checkRange("layer number", layerId, 0, maxInt64 / seedFactor),
        checkRange("n-gram size", maxNgram, 2, maxPrimes),
        checkRange("compressed vocabulary size", compressedVocab, 1,
                   std::numeric_limits<int32_t>::max())})
    if (!status.ok())
      return status;
  uint64_t bound = static_cast<uint64_t>(maxInt64 / compressedVocab / 2);
  NumpyRandom random(static_cast<uint64_t>(layerId * seedFactor));
  std::vector<int64_t> multipliers(maxNgram);
  for (int64_t &multiplier : multipliers)
    multiplier = static_cast<int64_t>(2 * random.integer(bound) + 1);
  return multipliers;
}

Result<std::vector<EngramLayer>>
cedar::rt::engramLayers(const EngramShape &shape) {
  auto primes = primesFor(static_cast<int64_t>(shape.layerIds.size()),
                          shape.maxNgram, shape.heads, shape.vocab);
  if (!primes.ok())
    return primes.status();
  std::vector<EngramLayer> layers;
  for (size_t i = 0; i < shape.layerIds.size(); ++i) {
    auto multipliers = multipliersFor(shape.layerIds[i], shape.maxNgram,
                                      shape.compressedVocab);
    if (!multipliers.ok())
      return multipliers.status();
    EngramLayer layer;
    layer.layerId = shape.layerIds[i];
    layer.multipliers = std::move(*multipliers);
    layer.primes = std::move((*primes)[i]);
    layer.offsets = columnOffsets(layer.primes);
    layer.rows = layer.offsets.back() + layer.primes.back().back();
    layers.push_back(std::move(layer));
  }
  return layers;
}

Result<std::vector<int64_t>>
cedar::rt::hashRow(const EngramLayer &layer, const std::vector<int32_t> &window,
                   int64_t compressedVocab) {
  if (window.size() != layer.multipliers.size())
    return Status(Code::invalidArgument,
                  "engram: window of " + std::to_string(window.size()) +
                      " ids, expected " +
                      std::to_string(layer.multipliers.size()));
  for (int32_t id : window)
    if (Status status = checkRange("compressed id", id, 0, compressedVocab - 1);
        !status.ok())
      return status;
  std::vector<int64_t> rows;
  int64_t roll = layer.multipliers[0] * window[0];
  for (size_t order = 0; order < layer.primes.size(); ++order) {
    roll ^= layer.multipliers[order + 1] * window[order + 1];
    for (int64_t prime : layer.primes[order])
      rows.push_back(roll % prime + layer.offsets[rows.size()]);
  }
  return rows;
}
