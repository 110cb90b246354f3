//===- Merges.cpp - byte pair merging -------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A piece is a doubly linked list of symbols. A heap entry names the place and
// the two symbols it was made for; when one of them has changed since, it is
// stale.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Text/Merges.h"

#include <queue>
#include <tuple>

using namespace cedar::rt;

namespace {

constexpr int32_t none = -1;

/// One symbol of a piece; a symbol that was merged away has the id `none`.
struct Node {
  int32_t id;
  int32_t previous;
  int32_t next;
};

/// A pair that could be merged, at the time it was found.
struct Candidate {
  int32_t rank;
  int32_t place; ///< of the left symbol
  int32_t result;

  /// Order of a heap whose top is the lowest rank, then the leftmost place.
  bool operator<(const Candidate &other) const {
    return std::tie(rank, place) > std::tie(other.rank, other.place);
  }
};

} // namespace

/// The symbols of one piece while they are merged.
class Merges::Piece {
public:
  Piece(const Merges &merges, const std::vector<int32_t> &symbols)
      : merges(merges) {
    int32_t count = static_cast<int32_t>(symbols.size());
    for (int32_t i = 0; i < count; ++i)
      nodes.push_back({symbols[i], i - 1, i + 1 < count ? i + 1 : none});
    for (int32_t i = 0; i + 1 < count; ++i)
      propose(i);
  }

  void mergeAll() {
    while (!heap.empty()) {
      Candidate best = heap.top();
      heap.pop();
      if (isCurrent(best))
        merge(best);
    }
  }

  std::vector<int32_t> symbols() const {
    std::vector<int32_t> ids;
    for (const Node &node : nodes)
      if (node.id != none)
        ids.push_back(node.id);
    return ids;
  }

private:
  /// Puts the pair that starts at `place` on the heap if it can be merged.
  void propose(int32_t place) {
    if (place == none || nodes[place].next == none)
      return;
    if (const Merge *merge = mergeAt(place))
      heap.push({merge->rank, place, merge->result});
  }

  /// What the symbol at `place` and the next one become.
  const Merge *mergeAt(int32_t place) const {
    const Node &left = nodes[place];
    return merges.find(left.id, nodes[left.next].id);
  }

  bool isCurrent(const Candidate &pair) const {
    const Node &left = nodes[pair.place];
    if (left.id == none || left.next == none)
      return false;
    const Merge *merge = mergeAt(pair.place);
    return merge && merge->result == pair.result;
  }

  void merge(const Candidate &pair) {
    Node &left = nodes[pair.place];
    Node &right = nodes[left.next];
    left.id = pair.result;
    left.next = right.next;
    right.id = none;
    if (left.next != none)
      nodes[left.next].previous = pair.place;
    propose(left.previous);
    propose(pair.place);
  }

  const Merges &merges;
  std::vector<Node> nodes;
  std::priority_queue<Candidate> heap;
};

void Merges::add(int32_t left, int32_t right, int32_t rank, int32_t result) {
  table[key(left, right)] = {rank, result};
}

const Merges::Merge *Merges::find(int32_t left, int32_t right) const {
  auto place = table.find(key(left, right));
  return place == table.end() ? nullptr : &place->second;
}

void Merges::apply(std::vector<int32_t> &symbols) const {
  if (symbols.size() < 2)
    return;
  Piece piece(*this, symbols);
  piece.mergeAll();
  symbols = piece.symbols();
}
