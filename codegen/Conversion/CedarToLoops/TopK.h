//===- TopK.h - the K best of a stream of scores
//---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact selection by (larger score, then smaller position) in scratch of static
// size (SPEC 3.9.7-3.9.9). Candidates come with ascending positions into a
// buffer of K and some more; when it is full, a radix select over the 16-bit
// keys keeps the K best in their order. Later candidates must beat the worst of
// them: equal scores lose, because their positions are larger.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_TOPK_H
#define CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_TOPK_H

#include "codegen/Conversion/CedarToLoops/KernelBuilder.h"

namespace cedar {

/// Keys (i32) of scores (bf16), in [0, 0xFFFF): a larger score has a larger
/// key, zeros of both signs have the same, NaN has the smallest, 0.
Val scoreKey(Val scores);

/// The key of no candidate.
constexpr int64_t kNoKey = -1;
/// The key of minus infinity.
constexpr int64_t kLowestKey = 0x0080;
/// A key above every score's.
constexpr int64_t kForcedKey = 0xFFFF;

class TopK {
public:
  /// Reserves scratch for the `kept` best; nothing is held at first.
  TopK(KernelBuilder &k, int64_t kept);

  /// Offers one candidate (i32 each); positions ascend from call to call. At
  /// most 16 calls may be made between two of `makeRoom`.
  void push(Val key, Val position);
  /// Whether a key can still be among the best (for scalars and vectors).
  Val canWin(Val keys) { return keys > threshold(); }
  /// Compacts if 16 more candidates would not fit.
  void makeRoom();
  /// Writes the positions to row 0 of `out`, ascending, then -1.
  void write(Tile &out);

private:
  Val count() { return k.load(state, {k.index(0)}); }
  Val threshold() { return k.load(state, {k.index(1)}); }
  /// Keeps the best `kept` of more than `kept` candidates.
  void compact();
  void countDigits(llvm::function_ref<Val(Val key)> isCounted, int64_t shift);
  std::pair<Val, Val> findDigit(Val wanted);
  void keepBest(Val worst, Val equals);

  KernelBuilder &k;
  int64_t kept, capacity;
  Scratch keys, positions; ///< i32 [capacity]
  Scratch histogram;       ///< i32 [256]
  Scratch state; ///< i32: candidates held, key that a new one must beat
};

} // namespace cedar

#endif // CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_TOPK_H
