//===- TableCaches.cpp - caches of the tables of a session ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shares are equal because every row of a call reads as many rows of one table
// as of another.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/TableCaches.h"

#include "runtime/lib/Artifact/ManifestCheck.h"
#include "runtime/lib/Support/Align.h"
#include "runtime/lib/Support/Quote.h"

#include <algorithm>
#include <unistd.h>

using namespace cedar;
using namespace cedar::rt;
using artifact::Argument;

/// The shape of a table, without addresses.
static Table shapeOf(const artifact::Weight &weight) {
  Table table;
  table.rows = weight.parts(0).shape(0);
  for (const artifact::WeightPart &part : weight.parts())
    table.parts.push_back({nullptr, part.bytes() / table.rows});
  return table;
}

/// Every table that launches of the target gather from.
static std::vector<TableCachePlan::Cache>
findTables(const artifact::Target &target) {
  std::vector<TableCachePlan::Cache> caches;
  for (const artifact::Entry &entry : target.entries())
    for (const artifact::Launch &launch : entry.launches()) {
      if (!launch.has_gather())
        continue;
      uint32_t weight = gatheredWeight(launch);
      auto cache =
          std::find_if(caches.begin(), caches.end(), [&](const auto &cache) {
            return cache.weight == weight;
          });
      if (cache == caches.end())
        cache = caches.insert(cache, {weight, 0, 0});
      cache->columns = std::max(cache->columns, launch.gather().columns());
    }
  return caches;
}

static Status tooSmall(uint64_t limit, uint64_t least,
                       const std::vector<TableCachePlan::Cache> &caches) {
  uint32_t columns = 0;
  for (const TableCachePlan::Cache &cache : caches)
    columns = std::max(columns, cache.columns);
  return Status(
      Code::invalidArgument,
      "engram_cache is " + std::to_string(limit) +
          " bytes, expected at least " + std::to_string(least * caches.size()) +
          " (tables: " + std::to_string(caches.size()) +
          ", rows that a token reads of each: " + std::to_string(columns) +
          ")");
}

Result<TableCachePlan> TableCachePlan::make(const artifact::Manifest &manifest,
                                            const artifact::Target &target,
                                            uint64_t limit, uint64_t rows) {
  TableCachePlan plan;
  if (limit == 0)
    return plan;
  plan.caches = findTables(target);
  if (plan.caches.empty())
    return plan;
  plan.cacheBytes = alignDown(limit / plan.caches.size(), lineBytes);
  uint64_t least = 0;
  for (Cache &cache : plan.caches) {
    Table table = shapeOf(manifest.weights(int(cache.weight)));
    cache.slots = RowCache::slotsFor(table, plan.cacheBytes);
    least = std::max(least, RowCache::bytesFor(table, cache.columns));
    plan.idBytes =
        std::max(plan.idBytes,
                 alignUp(rows * cache.columns * sizeof(int32_t), lineBytes));
  }
  if (plan.cacheBytes < least)
    return tooSmall(limit, least, plan.caches);
  return plan;
}

Status rt::checkCacheLimit(uint64_t limit) {
  uint64_t memory = uint64_t(std::max(sysconf(_SC_PHYS_PAGES), 0L)) *
                    uint64_t(sysconf(_SC_PAGESIZE));
  if (limit <= memory)
    return Status();
  return Status(Code::invalidArgument,
                "engram_cache is " + std::to_string(limit) +
                    " bytes, expected at most " + std::to_string(memory) +
                    ", the memory of this machine");
}

//===----------------------------------------------------------------------===//
// CachedGather
//===----------------------------------------------------------------------===//

const void *CachedGather::replacement(int index) const {
  const Argument &argument = launch_.arguments(index);
  if (argument.kind() == Argument::WEIGHT)
    return cache_.part(argument.part());
  return uint32_t(index) == launch_.gather().ids() ? slots_ : nullptr;
}

Status CachedGather::fetchRow(int64_t row) {
  int64_t columns = launch_.gather().columns();
  for (int64_t i = row * columns; i < (row + 1) * columns; ++i) {
    if (uint64_t(int64_t(ids_[i])) >= cache_.tableRows())
      return Status(Code::internal,
                    launch_.path() + ": row " + std::to_string(ids_[i]) +
                        " of a table of " + std::to_string(cache_.tableRows()) +
                        " rows");
    slots_[i] = int32_t(cache_.fetch(uint32_t(ids_[i])));
  }
  return Status();
}

Status CachedGather::run(KernelFunction kernel, const int64_t *words,
                         int64_t rows) {
  int64_t begin = 0;
  cache_.beginBatch();
  for (int64_t row = 0; row < rows; ++row) {
    if (!cache_.hasRoom(launch_.gather().columns())) {
      cache_.load();
      kernel(words, begin, row);
      begin = row;
      cache_.beginBatch();
    }
    if (Status status = fetchRow(row); !status.ok())
      return status;
  }
  cache_.load();
  if (begin < rows)
    kernel(words, begin, rows);
  return Status();
}

//===----------------------------------------------------------------------===//
// TableCaches
//===----------------------------------------------------------------------===//

TableCaches::TableCaches(const Weights &weights, const TableCachePlan &plan,
                         std::byte *memory)
    : slots_(reinterpret_cast<int32_t *>(memory)) {
  memory += plan.idBytes;
  for (const TableCachePlan::Cache &cache : plan.caches) {
    Table table =
        shapeOf(weights.module().manifest().weights(int(cache.weight)));
    for (uint32_t i = 0; i < table.parts.size(); ++i)
      table.parts[i].data =
          static_cast<const std::byte *>(weights.part(cache.weight, i));
    weights_.push_back(cache.weight);
    caches_.emplace_back(table, cache.slots, memory);
    memory += plan.cacheBytes;
  }
}

RowCache *TableCaches::find(const artifact::Launch &launch) {
  if (!launch.has_gather())
    return nullptr;
  auto place =
      std::find(weights_.begin(), weights_.end(), gatheredWeight(launch));
  return place == weights_.end() ? nullptr
                                 : &caches_[size_t(place - weights_.begin())];
}

RowCacheStats TableCaches::stats() const {
  RowCacheStats sum;
  for (const RowCache &cache : caches_) {
    sum.hits += cache.stats().hits;
    sum.misses += cache.stats().misses;
    sum.bytesRead += cache.stats().bytesRead;
  }
  return sum;
}
