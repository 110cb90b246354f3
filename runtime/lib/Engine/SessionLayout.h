//===- SessionLayout.h - memory of a session ------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where everything that a session needs lies in one reserved region. The same
// computation answers how much memory a session would take.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_SESSIONLAYOUT_H
#define CEDAR_RUNTIME_ENGINE_SESSIONLAYOUT_H

#include "cedar.h"
#include "runtime/lib/Artifact/ManifestCheck.h"
#include "runtime/lib/Engine/TableCaches.h"

#include <array>
#include <string>
#include <vector>

namespace cedar::rt {

/// One value per `artifact::Dim`; POOL is a matter of each state and unused.
using Extents = std::array<int64_t, artifact::Dim_ARRAYSIZE>;

/// Session options without defaults left to fill in.
struct SessionOptions {
  uint32_t sequences = 1;
  uint32_t rows = 512;
  uint32_t outRows = 1;
  uint32_t embeddingRows = 0;
  uint32_t context = 0;
  uint32_t threads = 1;
  uint32_t pages = 0;         ///< of the pool, shared by all paged states
  uint32_t sequencePages = 0; ///< of one sequence of `context` tokens
  std::string prefillEntry;
  uint64_t engramCache = 0; ///< bytes of hot table rows, 0: tables in place
  cedar_launch_mode launchMode = CEDAR_LAUNCH_RECORDED; ///< of a GPU

  /// Fills in defaults and refuses what no session can have.
  static Result<SessionOptions> resolve(const artifact::Model &model,
                                        const artifact::Target &target,
                                        const cedar_session_options &options);

  /// Capacity in every dimension.
  Extents capacity() const;
};

/// Offsets of one entry's values in the region.
struct EntryLayout {
  std::array<uint64_t, artifact::Dim_ARRAYSIZE> sections{};
  std::vector<uint64_t> inputs;     ///< by input of the entry
  std::vector<uint32_t> inputOrder; ///< inputs by rising offset
};

/// Offsets in the region of a session.
struct SessionLayout {
  std::vector<EntryLayout> entries; ///< by entry of the target
  std::vector<uint64_t> stages;     ///< by state; rings only
  std::vector<uint64_t> pools;      ///< by state
  TableCachePlan caches;
  uint64_t cacheOffset = 0; ///< of the caches
  uint64_t bytes = 0;       ///< of the region
  cedar_memory_need need{};

  /// Plans a session; refuses one beyond the address space.
  static Result<SessionLayout> plan(const artifact::Manifest &manifest,
                                    const artifact::Target &target,
                                    const SessionOptions &options);
};

/// Offset in the region of output `output` of `entry`.
uint64_t outputOffset(const artifact::Entry &entry, int output,
                      const EntryLayout &places, const Extents &capacity);

/// Whether a session has a thread for prefetched launches. A GPU has a queue
/// for them instead; a session of a single thread runs them in order.
bool prefetches(const artifact::Target &target, const SessionOptions &options);

/// Slots or pages of `state`.
uint64_t poolExtent(const artifact::State &state,
                    const SessionOptions &options);

/// Bytes of one page over all paged states.
uint64_t pageBytes(const artifact::Manifest &manifest);

/// Bytes of `tensor` at the given extents.
uint64_t tensorBytes(const artifact::Tensor &tensor, const Extents &extents);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_SESSIONLAYOUT_H
