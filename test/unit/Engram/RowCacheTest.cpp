//===- RowCacheTest.cpp - hot rows of a table -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stays and what leaves, that every slot holds its row, and a table of the
// released size (384,006,168 rows of 256 codes and 8 scales) in a sparse file.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engram/RowCache.h"
#include "runtime/lib/Support/MappedFile.h"
#include "test/unit/Support/TestFiles.h"

#include "gtest/gtest.h"

#include <cstring>
#include <fcntl.h>
#include <random>
#include <unistd.h>

using namespace cedar::rt;
using namespace cedar::rt::test;

namespace {

constexpr uint64_t codeBytes = 5, scaleBytes = 3;

/// Byte `i` of row `row` in part `part`.
uint8_t valueAt(uint32_t row, size_t part, uint64_t i) {
  return uint8_t(row * 7 + row / 256 + part * 101 + i * 13);
}

/// A table in a file, as tables of a checkpoint are, and a cache for it.
struct CachedTable {
  CachedTable(uint32_t rows, uint64_t slots) {
    uint64_t widths[] = {codeBytes, scaleBytes};
    std::string bytes(3, '?'); // the parts lie at odd addresses
    for (size_t part = 0; part < 2; ++part)
      for (uint32_t row = 0; row < rows; ++row)
        for (uint64_t i = 0; i < widths[part]; ++i)
          bytes += char(valueAt(row, part, i));
    file = std::move(*MappedFile::open(folder.write("table", bytes)));
    table = {{{file.data() + 3, codeBytes},
              {file.data() + 3 + rows * codeBytes, scaleBytes}},
             rows};
    memory.resize(RowCache::bytesFor(table, slots) + 64);
    auto place = (reinterpret_cast<uintptr_t>(memory.data()) + 63) & ~63ul;
    cache.emplace_back(table, slots, reinterpret_cast<std::byte *>(place));
  }

  /// Fetches a row and checks what is in its slot.
  uint32_t fetch(uint32_t row) {
    uint32_t slot = cache[0].fetch(row);
    EXPECT_LT(slot, cache[0].slots());
    cache[0].load();
    expectRow(slot, row);
    return slot;
  }

  void expectRow(uint32_t slot, uint32_t row) {
    for (size_t part = 0; part < 2; ++part)
      for (uint64_t i = 0; i < table.parts[part].rowBytes; ++i)
        ASSERT_EQ(
            uint8_t(cache[0].part(part)[slot * table.parts[part].rowBytes + i]),
            valueAt(row, part, i))
            << "row " << row;
  }

  uint64_t misses() const { return cache[0].stats().misses; }
  uint64_t hits() const { return cache[0].stats().hits; }

  TempFolder folder;
  MappedFile file;
  Table table;
  std::vector<std::byte> memory;
  std::vector<RowCache> cache;
};

TEST(RowCacheTest, CountsHitsMissesAndBytes) {
  CachedTable table(10, 4);
  table.fetch(3);
  table.fetch(3);
  table.fetch(9);
  EXPECT_EQ(table.hits(), 1u);
  EXPECT_EQ(table.misses(), 2u);
  EXPECT_EQ(table.cache[0].stats().bytesRead, 2 * (codeBytes + scaleBytes));
}

TEST(RowCacheTest, TheClockSparesRowsInUse) {
  CachedTable table(10, 3);
  for (uint32_t row : {0, 1, 2})
    table.fetch(row);
  table.cache[0].beginBatch();
  table.fetch(3); // every row was used since: all are marked, row 0 leaves
  table.cache[0].beginBatch();
  table.fetch(1); // marked again, so the hand passes it
  table.cache[0].beginBatch();
  table.fetch(4);
  EXPECT_EQ(table.misses(), 5u);
  table.cache[0].beginBatch();
  table.fetch(1);
  table.fetch(3);
  EXPECT_EQ(table.misses(), 5u);
  table.cache[0].beginBatch();
  table.fetch(2);
  EXPECT_EQ(table.misses(), 6u);
}

TEST(RowCacheTest, RowsOfABatchStay) {
  CachedTable table(40, 4);
  for (uint32_t first = 0; first < 36; ++first) {
    std::vector<uint32_t> slots;
    for (uint32_t row = first; table.cache[0].hasRoom(1); ++row)
      slots.push_back(table.fetch(row));
    ASSERT_EQ(slots.size(), 4u);
    for (uint32_t i = 0; i < 4; ++i)
      table.expectRow(slots[i], first + i);
    EXPECT_FALSE(table.cache[0].hasRoom(1));
    table.cache[0].beginBatch();
    EXPECT_TRUE(table.cache[0].hasRoom(4));
    EXPECT_FALSE(table.cache[0].hasRoom(5));
  }
}

/// Missing rows may be read late, all together, at the latest by a new batch.
TEST(RowCacheTest, RowsAreReadTogether) {
  CachedTable table(100, 8);
  for (bool load : {true, false, true}) {
    std::vector<uint32_t> slots;
    for (uint32_t row = 0; row < 8; ++row)
      slots.push_back(table.cache[0].fetch(row * (load ? 3 : 7)));
    load ? table.cache[0].load() : table.cache[0].beginBatch();
    for (uint32_t row = 0; row < 8; ++row)
      table.expectRow(slots[row], row * (load ? 3 : 7));
    table.cache[0].beginBatch();
  }
}

TEST(RowCacheTest, RoomIsNotTakenTwice) {
  CachedTable table(10, 2);
  table.fetch(1);
  table.fetch(1);
  EXPECT_TRUE(table.cache[0].hasRoom(1));
}

/// Any order of rows, batches and sizes: what a slot holds is the row.
TEST(RowCacheTest, RandomUse) {
  for (uint64_t slots : {1, 2, 3, 7, 64, 100}) {
    CachedTable table(500, slots);
    std::mt19937 random{unsigned(slots)};
    for (int i = 0; i < 20000; ++i) {
      if (!table.cache[0].hasRoom(1) || random() % 8 == 0)
        table.cache[0].beginBatch();
      uint32_t range = i % 2 ? 500 : 20;
      table.fetch(uint32_t(random() % range));
    }
    EXPECT_EQ(table.hits() + table.misses(), 20000u);
    EXPECT_GT(table.misses(), slots);
  }
}

TEST(RowCacheTest, AllRowsFitMeansOneMissEach) {
  CachedTable table(300, 300);
  for (int round = 0; round < 3; ++round)
    for (uint32_t row = 0; row < 300; ++row) {
      table.cache[0].beginBatch();
      table.fetch(row);
    }
  EXPECT_EQ(table.misses(), 300u);
}

TEST(RowCacheTest, SlotsFillTheirMemory) {
  Table table{{{nullptr, 256}, {nullptr, 8}}, 384006168};
  for (uint64_t bytes : {0, 100, 1 << 10, 1 << 20, (1 << 30) + 12345}) {
    uint64_t slots = RowCache::slotsFor(table, bytes);
    EXPECT_LE(slots ? RowCache::bytesFor(table, slots) : 0, bytes);
    EXPECT_GT(RowCache::bytesFor(table, slots + 1), bytes);
  }
  EXPECT_EQ(RowCache::slotsFor(table, uint64_t(1) << 45), table.rows);
  EXPECT_EQ(RowCache::slotsFor({{{nullptr, 4}}, 9}, 1 << 20), 9u);
}

/// Resident bytes of this process that belong to files.
uint64_t residentFileBytes() {
  uint64_t size = 0, resident = 0, shared = 0;
  std::ifstream("/proc/self/statm") >> size >> resident >> shared;
  return shared * uint64_t(sysconf(_SC_PAGESIZE));
}

/// A file with holes: the codes of all rows, then their scales.
class SparseTable {
public:
  static constexpr uint64_t rows = 384006168, width = 256, groups = 8;

  SparseTable() : path(folder.write("table", "")) {
    descriptor = ::open(path.c_str(), O_RDWR);
    EXPECT_EQ(ftruncate(descriptor, off_t(rows * (width + groups))), 0);
  }
  ~SparseTable() { ::close(descriptor); }

  void write(uint64_t row, char code, char scale) {
    std::string codes(width, code), scales(groups, scale);
    EXPECT_EQ(pwrite(descriptor, codes.data(), width, off_t(row * width)),
              ssize_t(width));
    EXPECT_EQ(pwrite(descriptor, scales.data(), groups,
                     off_t(rows * width + row * groups)),
              ssize_t(groups));
  }

  TempFolder folder;
  std::string path;
  int descriptor;
};

TEST(RowCacheTest, TableOfTheReleasedSize) {
  SparseTable sparse;
  const uint32_t last = SparseTable::rows - 1;
  sparse.write(last, 'a', 'b');
  sparse.write(8388608, 'c', 'd'); // byte 2^31
  Result<MappedFile> file = MappedFile::open(sparse.path);
  ASSERT_TRUE(file.ok()) << file.status().message();
  adviseScatteredReads(file->data(), file->size());
  Table table{{{file->data(), SparseTable::width},
               {file->data() + SparseTable::rows * SparseTable::width,
                SparseTable::groups}},
              SparseTable::rows};
  const uint64_t limit = 1 << 20, slots = RowCache::slotsFor(table, limit);
  std::vector<std::byte> memory(limit + 64);
  auto place = (reinterpret_cast<uintptr_t>(memory.data()) + 63) & ~63ul;
  RowCache cache(table, slots, reinterpret_cast<std::byte *>(place));

  uint64_t before = residentFileBytes();
  const std::pair<uint32_t, std::string> known[] = {
      {last, "ab"}, {8388608, "cd"}, {last - 1, std::string(2, '\0')}};
  for (const auto &[row, bytes] : known) {
    uint32_t slot = cache.fetch(row);
    cache.load();
    EXPECT_EQ(char(cache.part(0)[slot * SparseTable::width + 255]), bytes[0]);
    EXPECT_EQ(char(cache.part(1)[slot * SparseTable::groups + 7]), bytes[1]);
  }
  for (uint32_t i = 0; i < 20000; ++i) {
    cache.beginBatch();
    cache.fetch(last - 19000 * i % last);
  }
  EXPECT_LT(residentFileBytes(), before + (8 << 20));
}

} // namespace
