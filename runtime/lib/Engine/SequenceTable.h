//===- SequenceTable.h - sequences and their cache pages ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The slots of a session: which are in use, how long their sequences are and
// which pages of the shared pool they hold. A page covers `pageTokens` tokens
// in every paged state at once. Nothing here allocates after construction.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_SEQUENCETABLE_H
#define CEDAR_RUNTIME_ENGINE_SEQUENCETABLE_H

#include "cedar.h"
#include "runtime/lib/Engine/SessionLayout.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace cedar::rt {

/// Sequences of one session. A handle is a slot and a generation, so that a
/// handle of a closed sequence is recognised.
class SequenceTable {
public:
  SequenceTable(const artifact::Model &model, const SessionOptions &options);

  /// Takes the lowest free slot.
  Result<cedar_sequence> open();
  /// Gives slot and pages back.
  void close(uint32_t slot);
  /// Slot of an open sequence.
  Result<uint32_t> slot(cedar_sequence handle) const;

  uint32_t length(uint32_t slot) const { return slots_[slot].length; }
  uint32_t pages(uint32_t slot) const { return slots_[slot].pages; }
  /// Page `index` of a sequence.
  int32_t page(uint32_t slot, uint32_t index) const {
    return table_[size_t(slot) * width_ + index];
  }

  /// Pages that `tokens` tokens take.
  uint32_t pagesFor(uint32_t tokens) const;
  /// Pages that can be taken now.
  uint32_t freePages() const { return uint32_t(free_.size()); }
  /// The same with those held beyond the length of a sequence, which a call
  /// gives back first.
  uint32_t availablePages() const;

  /// Makes the sequence hold pages for `tokens` tokens. There must be enough.
  void grow(uint32_t slot, uint32_t tokens);
  /// Whether a prefix of `tokens` tokens ends within a page.
  bool splitsPage(uint32_t tokens) const {
    return pageTokens_ && tokens % pageTokens_;
  }
  /// Gives an empty sequence the pages of the first `tokens` tokens of another,
  /// which it keeps while it is shorter; one that they end within is new.
  void share(uint32_t slot, uint32_t source, uint32_t tokens);
  /// Sets the length and gives back pages beyond it.
  void setLength(uint32_t slot, uint32_t length);

  /// The entry that has to complete the prompt of a sequence, if any.
  std::optional<uint32_t> unfinished(uint32_t slot) const {
    return slots_[slot].unfinished;
  }
  void setUnfinished(uint32_t slot, std::optional<uint32_t> entry) {
    slots_[slot].unfinished = entry;
  }

  uint32_t openCount() const { return open_; }
  uint32_t pagesInUse() const { return total_ - freePages(); }
  uint32_t pagesPeak() const { return peak_; }
  uint32_t pagesTotal() const { return total_; }

private:
  struct Slot {
    bool open = false;
    uint32_t generation = 0;
    uint32_t length = 0;
    uint32_t pages = 0;
    uint32_t kept = 0; ///< tokens whose pages stay whatever the length
    std::optional<uint32_t> unfinished;
  };

  void takePage(uint32_t slot);

  uint32_t pageTokens_; ///< 0: no paged state
  uint32_t width_;      ///< pages of the longest sequence
  uint32_t total_;
  uint32_t peak_ = 0;
  uint32_t open_ = 0;
  std::vector<Slot> slots_;
  std::vector<int32_t> table_;  ///< [slots, width]
  std::vector<int32_t> free_;   ///< a stack
  std::vector<uint32_t> users_; ///< sequences that hold a page
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_SEQUENCETABLE_H
