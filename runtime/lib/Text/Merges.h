//===- Merges.h - byte pair merging ---------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The merge table of a BPE model: again and again the pair of lowest rank, the
// leftmost among equals, becomes one symbol. A heap of candidates keeps a piece
// of n bytes at O(n log n).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_TEXT_MERGES_H
#define CEDAR_RUNTIME_TEXT_MERGES_H

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace cedar::rt {

class Merges {
public:
  /// The pair (left, right) becomes `result`. Lower ranks go first; a pair that
  /// is added twice keeps its last rank.
  void add(int32_t left, int32_t right, int32_t rank, int32_t result);

  /// Merges `symbols` as far as the table goes.
  void apply(std::vector<int32_t> &symbols) const;

private:
  struct Merge {
    int32_t rank;
    int32_t result;
  };
  class Piece;

  const Merge *find(int32_t left, int32_t right) const;

  static uint64_t key(int32_t left, int32_t right) {
    return uint64_t(uint32_t(left)) << 32 | uint32_t(right);
  }

  std::unordered_map<uint64_t, Merge> table;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_TEXT_MERGES_H
