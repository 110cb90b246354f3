//===- TableCaches.h - caches of the tables of a session ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With a limit for hot rows, every table of which launches gather rows gets an
// equal share of it. A launch then reads the cache instead of the table: its
// ids are replaced by the slots of their rows. Where a call needs more rows
// than the cache holds, the kernel runs on some of its rows at a time.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_TABLECACHES_H
#define CEDAR_RUNTIME_ENGINE_TABLECACHES_H

#include "runtime/lib/Artifact/Manifest.pb.h"
#include "runtime/lib/Engine/CodeObject.h"
#include "runtime/lib/Engine/Weights.h"
#include "runtime/lib/Engram/RowCache.h"
#include "runtime/lib/Support/Status.h"

#include <vector>

namespace cedar::rt {

/// What the caches of a session take.
struct TableCachePlan {
  struct Cache {
    uint32_t weight = 0;  ///< the table
    uint32_t columns = 0; ///< most rows that one row of a call reads
    uint64_t slots = 0;
  };

  std::vector<Cache> caches;
  uint64_t cacheBytes = 0; ///< of one cache, at most
  uint64_t idBytes = 0;    ///< replaced ids of one launch

  uint64_t bytes() const { return idBytes + caches.size() * cacheBytes; }

  /// Caches of `limit` bytes together for calls of `rows` rows; none with a
  /// limit of 0. Refuses a limit in which a table cannot have the rows that a
  /// single row of a call reads.
  static Result<TableCachePlan> make(const artifact::Manifest &manifest,
                                     const artifact::Target &target,
                                     uint64_t limit, uint64_t rows);
};

/// Refuses a limit beyond the memory of this machine.
Status checkCacheLimit(uint64_t limit);

/// A launch that reads a table through its cache.
class CachedGather {
public:
  CachedGather(const artifact::Launch &launch, RowCache &cache,
               const int32_t *ids, int32_t *slots)
      : launch_(launch), cache_(cache), ids_(ids), slots_(slots) {}

  /// Runs the kernel on rows [0, rows). Refuses ids outside the table.
  Status run(KernelFunction kernel, const int64_t *words, int64_t rows);

  /// The address that the kernel gets for `argument` of the launch if that is
  /// the ids or a part of the table, else null.
  const void *replacement(int argument) const;

private:
  Status fetchRow(int64_t row);

  const artifact::Launch &launch_;
  RowCache &cache_;
  const int32_t *ids_; ///< [rows, columns]
  int32_t *slots_;     ///< the same of slots
};

/// The caches of one session.
class TableCaches {
public:
  /// In `plan.bytes()` bytes of zeros at `memory`.
  TableCaches(const Weights &weights, const TableCachePlan &plan,
              std::byte *memory);

  /// The cache of the table that `launch` gathers from, or null.
  RowCache *find(const artifact::Launch &launch);

  /// Room for the ids of a launch.
  int32_t *slots() const { return slots_; }

  /// Sums over all caches.
  RowCacheStats stats() const;

private:
  std::vector<uint32_t> weights_; ///< by cache
  std::vector<RowCache> caches_;
  int32_t *slots_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_TABLECACHES_H
