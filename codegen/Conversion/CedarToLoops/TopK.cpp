//===- TopK.cpp - the K best of a stream of scores
//-------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two histograms, of the high and of the low byte of the keys, give the K-th
// best key and how many of its equals belong to the K best. See TopK.h.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/TopK.h"

using namespace mlir;

namespace cedar {

static constexpr int64_t kDigits = 256;
static constexpr int64_t kDigitBits = 8;

Val scoreKey(Val scores) {
  Val bits = toInt(bitcast(scores, scores.builder->getI16Type()), 32);
  Val magnitude = bits & int64_t(0x7FFF);
  Val isNegative = notEqual(bits, magnitude);
  Val key = select(isNegative, constantLike(bits, 0x8000) - magnitude,
                   magnitude + 0x8000);
  Val isNan = magnitude > constantLike(magnitude, 0x7F80);
  return select(isNan, constantLike(key, 0), key);
}

/// Half of the buffer is for new candidates, so that each compaction pays for
/// many.
TopK::TopK(KernelBuilder &k, int64_t kept)
    : k(k), kept(kept), capacity(kept + std::max<int64_t>(kept, 256)) {
  Type i32 = k.getI32Type();
  // A candidate that cannot win is written one place past the last.
  keys = k.scratch({capacity + 1}, i32);
  positions = k.scratch({capacity + 1}, i32);
  histogram = k.scratch({kDigits}, i32);
  state = k.scratch({2}, i32);
  k.store(k.i32(0), state, {k.index(0)});
  k.store(k.i32(kNoKey), state, {k.index(1)});
}

void TopK::push(Val key, Val position) {
  Val held = count(), place = toIndex(held);
  k.store(key, keys, {place});
  k.store(position, positions, {place});
  k.store(held + toInt(canWin(key), 32), state, {k.index(0)});
}

void TopK::makeRoom() {
  k.ifThen(count() > k.i32(capacity - kLanes), {}, [&] { compact(); });
}

/// histogram[d] = candidates with digit d (the byte at `shift`) that are
/// counted.
void TopK::countDigits(llvm::function_ref<Val(Val)> isCounted, int64_t shift) {
  k.loop(k.index(0), k.index(kDigits), kLanes,
         [&](Val d) { k.store(splat(k.i32(0)), histogram, {d}); });
  k.loop(k.index(0), toIndex(count()), 1, [&](Val i) {
    Val key = k.load(keys, {i});
    Val digit = toIndex((key >> shift) & (kDigits - 1));
    Val increment = toInt(isCounted(key), 32);
    k.store(k.load(histogram, {digit}) + increment, histogram, {digit});
  });
}

/// The digit of the candidate of rank `wanted` (from 1, best first), and its
/// rank among those of the same digit.
std::pair<Val, Val> TopK::findDigit(Val wanted) {
  auto size = [&](Val digit) { return k.load(histogram, {toIndex(digit)}); };
  auto found = k.whileLoop(
      {k.i32(kDigits - 1), wanted}, [&](Vals v) { return size(v[0]) < v[1]; },
      [&](Vals v) -> SmallVector<Val> {
        return {v[0] - 1, v[1] - size(v[0])};
      });
  return {found[0], found[1]};
}

/// Moves the candidates above `worst` and the first `equals` equal to it to the
/// front, in order.
void TopK::keepBest(Val worst, Val equals) {
  auto end = k.loop(
      k.index(0), toIndex(count()), 1, {k.i32(0), equals}, {},
      [&](Val i, Vals carried) -> SmallVector<Val> {
        Val key = k.load(keys, {i}), place = carried[0];
        Val isEqual = equal(key, worst) & (carried[1] > k.i32(0));
        k.store(key, keys, {toIndex(place)});
        k.store(k.load(positions, {i}), positions, {toIndex(place)});
        Val isKept = (key > worst) | isEqual;
        return {place + toInt(isKept, 32), carried[1] - toInt(isEqual, 32)};
      });
  k.store(end[0], state, {k.index(0)});
}

void TopK::compact() {
  countDigits([](Val key) { return equal(key, key); }, kDigitBits);
  auto [high, rank] = findDigit(k.i32(kept));
  countDigits(
      [&, high = high](Val key) { return equal(key >> kDigitBits, high); }, 0);
  auto [low, equals] = findDigit(rank);
  Val worst = (high << kDigitBits) | low;
  keepBest(worst, equals);
  k.store(worst, state, {k.index(1)});
}

void TopK::write(Tile &out) {
  k.ifThen(count() > k.i32(kept), {}, [&] { compact(); });
  k.loop(k.index(0), k.index(kept), 1, {&out}, [&](Val i) {
    Val isHeld = toInt(i, 32) < count();
    Val position = select(isHeld, k.load(positions, {i}), k.i32(-1));
    k.store(position, out, {k.index(0), i});
  });
}

} // namespace cedar
