//===- RowCache.h - hot rows of a table in bounded memory -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table too large for memory is mapped from a file; this keeps the rows in
// use. A row has a slot, and the parts of all slots form a smaller table of the
// same row shape, so that compiled code reads it with slots for row numbers.
//
// Which row leaves is decided by a clock: its hand passes over the slots,
// spares those that were used since it last came by, and takes the first other
// one. Rows asked for since beginBatch() stay where they are.
//
// Missing rows of a batch are first announced to the operating system and then
// read, all together: a disk serves many at a time.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGRAM_ROWCACHE_H
#define CEDAR_RUNTIME_ENGRAM_ROWCACHE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cedar::rt {

/// One of the arrays that make up a table, such as codes or scales.
struct TablePart {
  const std::byte *data = nullptr; ///< mapped from a file
  uint64_t rowBytes = 0;
};

/// A table, row by row in every part.
struct Table {
  std::vector<TablePart> parts;
  uint64_t rows = 0;

  /// Bytes of one row over all parts.
  uint64_t rowBytes() const;
};

struct RowCacheStats {
  uint64_t hits = 0;
  uint64_t misses = 0;
  uint64_t bytesRead = 0; ///< from the mapped table
};

/// Rows of one table. Used by one thread at a time; never allocates after
/// construction.
class RowCache {
public:
  /// Most rows that a cache can hold.
  static constexpr uint64_t slotLimit = uint64_t(1) << 31;

  /// Memory of a cache of `slots` rows, bookkeeping included.
  static uint64_t bytesFor(const Table &table, uint64_t slots);

  /// Most slots whose memory is at most `bytes`, no more than the table has
  /// rows.
  static uint64_t slotsFor(const Table &table, uint64_t bytes);

  /// A cache in bytesFor(table, slots) bytes of zeros at `memory`, which is
  /// 64-aligned. `slots` is positive.
  RowCache(const Table &table, uint64_t slots, std::byte *memory);

  uint32_t slots() const { return slots_; }
  uint64_t tableRows() const { return table_.rows; }

  /// Part `index` of all slots, as a table.
  const std::byte *part(size_t index) const { return parts_[index]; }

  /// From here on all rows may be evicted.
  void beginBatch();

  /// Reads the rows that fetch() found missing.
  void load();

  /// Whether `count` more rows have room without evicting one of this batch.
  bool hasRoom(uint64_t count) const {
    return inBatch_ + count <= slots_ || slots_ == table_.rows;
  }

  /// The slot of `row`, which is below the table's rows; needs hasRoom(1). The
  /// row is there from load() until the next batch.
  uint32_t fetch(uint32_t row);

  const RowCacheStats &stats() const { return stats_; }

private:
  uint32_t *findEntry(uint32_t row) const;
  uint32_t takeSlot();
  void forget(uint32_t slot);
  void read(uint32_t slot);
  void advise(const TablePart &part, uint64_t row, uint64_t window,
              int advice) const;
  void noteUse(uint32_t slot);

  Table table_;
  uint32_t slots_;
  std::vector<std::byte *> parts_;

  // By slot.
  uint32_t *row_;   ///< whose row it holds
  uint32_t *batch_; ///< last batch that used it; 0: free
  uint8_t *used_;   ///< since the hand last came by

  uint32_t *missing_; ///< slots whose rows are to be read
  uint32_t missingCount_ = 0;

  uint32_t *index_; ///< open addressing: slot + 1 by hash of row, 0: free
  uint32_t mask_;   ///< entries of `index_`, less 1

  uint32_t filled_ = 0; ///< slots taken so far
  uint32_t hand_ = 0;
  uint32_t current_ = 1; ///< number of this batch
  uint32_t inBatch_ = 0; ///< slots that it uses
  RowCacheStats stats_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGRAM_ROWCACHE_H
