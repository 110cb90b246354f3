//===- Program.h - an entry ready to run on CPUs --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The launches of an entry, run by the threads of a session.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_PROGRAM_H
#define CEDAR_RUNTIME_ENGINE_PROGRAM_H

#include "cedar.h"
#include "runtime/lib/Engine/BoundEntry.h"
#include "runtime/lib/Engine/Prefetcher.h"
#include "runtime/lib/Engine/TableCaches.h"
#include "runtime/lib/Engine/ThreadPool.h"

#include <optional>
#include <vector>

namespace cedar::rt {

class Program {
public:
  /// Of an entry of `module`. Table rows come through `caches` where there is
  /// one.
  Program(const Module &module, BoundEntry entry, TableCaches &caches);

  /// Runs all launches; called on the driver of `pool`. The prefetched ones run
  /// on `prefetcher` if that is not null, all others in order. Returns the
  /// number of kernels that had blocks to run.
  Result<uint64_t> run(const Extents &extents, ThreadPool &pool,
                       Prefetcher *prefetcher);

  /// Runs all in order, and shows each of these kernels with its time to
  /// `profiler`.
  Result<uint64_t> runProfiled(const Extents &extents, ThreadPool &pool,
                               const Profiler &profiler);

  /// Runs one launch and waits for it; called on the driver of `pool`. False if
  /// it had no blocks to run.
  Result<bool> runOne(uint32_t index, const Extents &extents, ThreadPool &pool);

private:
  struct Launch {
    BoundLaunch bound;
    KernelFunction kernel;
    std::optional<CachedGather> cached;
  };

  std::optional<CachedGather> bindCache(const BoundLaunch &launch,
                                        TableCaches &caches);
  Result<uint64_t> runInOrder(ThreadPool &pool);
  Status runLaunch(Launch &launch, int64_t size, ThreadPool *pool);
  Status runEach(bool prefetched, ThreadPool *pool, Prefetcher &prefetcher,
                 uint64_t &count);

  BoundEntry entry_;
  std::vector<Launch> launches_;
  bool prefetches_ = false;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_PROGRAM_H
