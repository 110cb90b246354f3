//===- SequenceTable.cpp - sequences and their cache pages ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pages given back last are taken first, so that memory that has been touched
// is used again.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/SequenceTable.h"

#include <algorithm>
#include <cassert>

using namespace cedar;
using namespace cedar::rt;

SequenceTable::SequenceTable(const artifact::Model &model,
                             const SessionOptions &options)
    : pageTokens_(model.page_tokens()), width_(options.sequencePages),
      total_(options.pages), slots_(options.sequences),
      table_(size_t(options.sequences) * options.sequencePages),
      free_(options.pages), users_(options.pages) {
  for (uint32_t i = 0; i < total_; ++i)
    free_[i] = int32_t(total_ - 1 - i);
}

Result<cedar_sequence> SequenceTable::open() {
  for (uint32_t i = 0; i < slots_.size(); ++i) {
    Slot &slot = slots_[i];
    if (slot.open)
      continue;
    slot.open = true;
    ++slot.generation;
    ++open_;
    return cedar_sequence(uint64_t(slot.generation) << 32 | i);
  }
  return Status(Code::exhausted,
                "all " + std::to_string(slots_.size()) +
                    " sequences of the session are open; close one or create "
                    "the session with more max_sequences");
}

void SequenceTable::close(uint32_t slot) {
  slots_[slot].kept = 0;
  setLength(slot, 0);
  setUnfinished(slot, std::nullopt);
  slots_[slot].open = false;
  --open_;
}

Result<uint32_t> SequenceTable::slot(cedar_sequence handle) const {
  uint32_t index = uint32_t(handle);
  if (handle < 0 || index >= slots_.size() || !slots_[index].open ||
      slots_[index].generation != uint64_t(handle) >> 32)
    return Status(Code::invalidArgument,
                  "no open sequence has the handle " + std::to_string(handle));
  return index;
}

uint32_t SequenceTable::pagesFor(uint32_t tokens) const {
  return pageTokens_
             ? uint32_t((uint64_t(tokens) + pageTokens_ - 1) / pageTokens_)
             : 0;
}

uint32_t SequenceTable::availablePages() const {
  uint32_t pages = freePages();
  for (const Slot &slot : slots_)
    pages += slot.pages - pagesFor(slot.length);
  return pages;
}

void SequenceTable::grow(uint32_t slot, uint32_t tokens) {
  Slot &entry = slots_[slot];
  uint32_t wanted = pagesFor(tokens);
  assert(wanted <= width_ && "the context limit is checked before");
  while (entry.pages < wanted)
    takePage(slot);
  peak_ = std::max(peak_, pagesInUse());
}

void SequenceTable::takePage(uint32_t slot) {
  assert(!free_.empty() && "free pages are counted before");
  int32_t page = free_.back();
  free_.pop_back();
  users_[size_t(page)] = 1;
  table_[size_t(slot) * width_ + slots_[slot].pages++] = page;
}

void SequenceTable::share(uint32_t slot, uint32_t source, uint32_t tokens) {
  Slot &entry = slots_[slot];
  assert(entry.pages == 0 && tokens <= slots_[source].length);
  uint32_t whole = pagesFor(tokens) - splitsPage(tokens);
  for (; entry.pages < whole; ++entry.pages) {
    int32_t shared = page(source, entry.pages);
    ++users_[size_t(shared)];
    table_[size_t(slot) * width_ + entry.pages] = shared;
  }
  entry.kept = tokens;
  grow(slot, tokens);
}

void SequenceTable::setLength(uint32_t slot, uint32_t length) {
  Slot &entry = slots_[slot];
  entry.length = length;
  uint32_t wanted = pagesFor(std::max(length, entry.kept));
  while (entry.pages > wanted) {
    int32_t page = table_[size_t(slot) * width_ + --entry.pages];
    if (--users_[size_t(page)] == 0)
      free_.push_back(page);
  }
}
