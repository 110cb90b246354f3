//===- RowCache.cpp - hot rows of a table in bounded memory ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows are found through a hash index with linear probing, at most half full,
// where removal closes the gap. A row that was read leaves the process's memory
// again: the operating system may keep the page, and take it when it needs it.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engram/RowCache.h"

#include "runtime/lib/Support/Align.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <sys/mman.h>

using namespace cedar::rt;

/// A fault on a mapped file also maps the pages around it: this much at most,
/// at a multiple of its size.
static constexpr uint64_t faultWindow = uint64_t(1) << 16;

/// Bytes of an array in a cache's memory, where each begins at a line.
static uint64_t lines(uint64_t bytes) { return alignUp(bytes, lineBytes); }

uint64_t Table::rowBytes() const {
  return std::accumulate(
      parts.begin(), parts.end(), uint64_t(0),
      [](uint64_t sum, const TablePart &part) { return sum + part.rowBytes; });
}

/// Entries of the index: a power of two, at least twice the slots.
static uint64_t indexEntries(uint64_t slots) {
  uint64_t entries = 2;
  while (entries < 2 * slots)
    entries *= 2;
  return entries;
}

uint64_t RowCache::bytesFor(const Table &table, uint64_t slots) {
  uint64_t bytes = 0;
  for (const TablePart &part : table.parts)
    bytes += lines(slots * part.rowBytes);
  return bytes + 3 * lines(slots * sizeof(uint32_t)) + lines(slots) +
         lines(indexEntries(slots) * sizeof(uint32_t));
}

uint64_t RowCache::slotsFor(const Table &table, uint64_t bytes) {
  uint64_t low = 0,
           high = std::min({table.rows, slotLimit - 1,
                            bytes / std::max<uint64_t>(table.rowBytes(), 1)});
  while (low < high) {
    uint64_t middle = low + (high - low + 1) / 2;
    if (bytesFor(table, middle) <= bytes)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

RowCache::RowCache(const Table &table, uint64_t slots, std::byte *memory)
    : table_(table), slots_(uint32_t(slots)),
      mask_(uint32_t(indexEntries(slots) - 1)) {
  auto take = [&](uint64_t bytes) {
    std::byte *begin = memory;
    memory += lines(bytes);
    return begin;
  };
  for (const TablePart &part : table_.parts)
    parts_.push_back(take(slots * part.rowBytes));
  row_ = reinterpret_cast<uint32_t *>(take(slots * sizeof(uint32_t)));
  batch_ = reinterpret_cast<uint32_t *>(take(slots * sizeof(uint32_t)));
  missing_ = reinterpret_cast<uint32_t *>(take(slots * sizeof(uint32_t)));
  used_ = reinterpret_cast<uint8_t *>(take(slots));
  index_ = reinterpret_cast<uint32_t *>(
      take((uint64_t(mask_) + 1) * sizeof(uint32_t)));
}

/// Advises on the pages of a row, from one multiple of `window` to another, but
/// never beyond the pages of the part, which belong to a file.
void RowCache::advise(const TablePart &part, uint64_t row, uint64_t window,
                      int advice) const {
  auto data = reinterpret_cast<uintptr_t>(part.data);
  uintptr_t first = alignDown(data, mappedPageBytes);
  uintptr_t last = alignUp(data + table_.rows * part.rowBytes, mappedPageBytes);
  uintptr_t begin = data + row * part.rowBytes;
  uintptr_t end = std::min(alignUp(begin + part.rowBytes, window), last);
  begin = std::max(alignDown(begin, window), first);
  madvise(reinterpret_cast<void *>(begin), end - begin, advice);
}

void RowCache::beginBatch() {
  load();
  inBatch_ = 0;
  if (++current_ != 0)
    return;
  std::fill_n(batch_, slots_, 0);
  current_ = 1;
}

static uint32_t hashOf(uint32_t row) {
  return uint32_t(row * 0x9e3779b97f4a7c15 >> 32);
}

/// The entry of `row`, or the free one where it belongs.
uint32_t *RowCache::findEntry(uint32_t row) const {
  uint32_t place = hashOf(row) & mask_;
  while (index_[place] != 0 && row_[index_[place] - 1] != row)
    place = (place + 1) & mask_;
  return index_ + place;
}

void RowCache::noteUse(uint32_t slot) {
  used_[slot] = 1;
  inBatch_ += batch_[slot] != current_;
  batch_[slot] = current_;
}

uint32_t RowCache::fetch(uint32_t row) {
  if (uint32_t *entry = findEntry(row); *entry != 0) {
    ++stats_.hits;
    noteUse(*entry - 1);
    return *entry - 1;
  }
  ++stats_.misses;
  uint32_t slot = takeSlot();
  for (const TablePart &part : table_.parts)
    advise(part, row, mappedPageBytes, MADV_WILLNEED);
  missing_[missingCount_++] = slot;
  row_[slot] = row;
  *findEntry(row) = slot + 1;
  noteUse(slot);
  return slot;
}

/// A slot that holds no row, evicting one if need be.
uint32_t RowCache::takeSlot() {
  if (filled_ < slots_)
    return filled_++;
  while (true) {
    uint32_t slot = hand_;
    hand_ = hand_ + 1 == slots_ ? 0 : hand_ + 1;
    if (batch_[slot] == current_)
      continue;
    if (used_[slot]) {
      used_[slot] = 0;
      continue;
    }
    forget(slot);
    return slot;
  }
}

/// Removes the slot's row from the index. Entries behind it move up if they
/// would otherwise no longer be found.
void RowCache::forget(uint32_t slot) {
  uint32_t gap = uint32_t(findEntry(row_[slot]) - index_);
  for (uint32_t place = (gap + 1) & mask_; index_[place] != 0;
       place = (place + 1) & mask_) {
    uint32_t wanted = hashOf(row_[index_[place] - 1]) & mask_;
    if (((place - wanted) & mask_) < ((place - gap) & mask_))
      continue;
    index_[gap] = index_[place];
    gap = place;
  }
  index_[gap] = 0;
}

void RowCache::load() {
  std::for_each(missing_, missing_ + missingCount_,
                [&](uint32_t slot) { read(slot); });
  missingCount_ = 0;
}

/// Reads the row of a slot, and unmaps what that has mapped.
void RowCache::read(uint32_t slot) {
  uint64_t row = row_[slot];
  for (size_t i = 0; i < parts_.size(); ++i) {
    const TablePart &part = table_.parts[i];
    std::memcpy(parts_[i] + slot * part.rowBytes,
                part.data + row * part.rowBytes, part.rowBytes);
    stats_.bytesRead += part.rowBytes;
    advise(part, row, faultWindow, MADV_DONTNEED);
  }
}
