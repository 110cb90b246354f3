//===- GpuBuckets.cpp - sizes of calls that are recorded ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/GpuBuckets.h"

#include <algorithm>

using namespace cedar;
using namespace cedar::rt;

static bool servesCalls(const artifact::Entry &entry,
                        const SessionOptions &options) {
  return entry.name() == "decode" || entry.name() == "verify" ||
         entry.name() == options.prefillEntry;
}

bool rt::isRecorded(const artifact::Target &target,
                    const artifact::Entry &entry,
                    const SessionOptions &options) {
  if (servesCalls(entry, options) || entry.commits())
    return true;
  return std::any_of(target.entries().begin(), target.entries().end(),
                     [&](const artifact::Entry &other) {
                       return servesCalls(other, options) &&
                              other.finish() == entry.name();
                     });
}

static Extents extentsOf(uint32_t rows, uint32_t sequences,
                         const SessionOptions &options) {
  Extents extents = options.capacity();
  extents[artifact::ROWS] = rows;
  extents[artifact::SEQUENCES] = sequences;
  extents[artifact::SEQUENCE_BOUNDS] = int64_t(sequences) + 1;
  extents[artifact::OUT_ROWS] = sequences;
  extents[artifact::EMBEDDING_ROWS] = 0;
  return extents;
}

/// 1, 2, 4, ... and `most` itself.
static std::vector<uint32_t> powersUpTo(uint32_t most) {
  std::vector<uint32_t> sizes;
  for (uint32_t size = 1; size < most; size *= 2)
    sizes.push_back(size);
  sizes.push_back(most);
  return sizes;
}

std::vector<Extents> rt::bucketsOf(const artifact::Entry &entry,
                                   const SessionOptions &options) {
  std::vector<Extents> buckets;
  uint32_t each = std::max(entry.max_rows(), 1u);
  uint32_t sequences =
      std::min({options.sequences, options.rows, options.outRows});
  for (uint32_t size : powersUpTo(sequences))
    buckets.push_back(
        extentsOf(std::min(size * each, options.rows), size, options));
  if (entry.max_rows() > 0)
    return buckets;
  for (uint32_t size : powersUpTo(options.rows))
    if (size > 1)
      buckets.push_back(extentsOf(size, 1, options));
  return buckets;
}
