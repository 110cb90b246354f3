//===- Program.cpp - an entry ready to run on CPUs ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches that are prefetched run beside the others, on a thread of their own.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Program.h"

#include <chrono>

using namespace cedar;
using namespace cedar::rt;

Program::Program(const Module &module, BoundEntry entry, TableCaches &caches)
    : entry_(std::move(entry)) {
  for (const BoundLaunch &launch : entry_.launches()) {
    launches_.push_back({launch, module.kernel(launch.plan->kernel()),
                         bindCache(launch, caches)});
    prefetches_ |= launch.plan->prefetch();
  }
}

/// How `launch` reads a table through a cache, if it does.
std::optional<CachedGather> Program::bindCache(const BoundLaunch &launch,
                                               TableCaches &caches) {
  RowCache *cache = caches.find(*launch.plan);
  if (!cache)
    return std::nullopt;
  int64_t ids = entry_.pointer(launch, launch.plan->gather().ids());
  CachedGather cached(*launch.plan, *cache,
                      reinterpret_cast<const int32_t *>(ids), caches.slots());
  for (int i = 0; i < launch.plan->arguments_size(); ++i)
    if (const void *other = cached.replacement(i))
      entry_.setPointer(launch, uint32_t(i), other);
  return cached;
}

/// Runs a launch of `size` blocks: on all threads of `pool`, or here.
Status Program::runLaunch(Launch &launch, int64_t size, ThreadPool *pool) {
  const int64_t *words = entry_.words(launch.bound);
  if (launch.cached)
    return launch.cached->run(launch.kernel, words, size);
  if (pool)
    pool->parallelFor(launch.kernel, words, size,
                      launch.bound.kernel->block_work());
  else if (size > 0)
    launch.kernel(words, 0, size);
  return Status();
}

/// Runs the launches that are prefetched, or the others. Of those, one that
/// reads a cache waits for all prefetched ones, as these use the caches too.
Status Program::runEach(bool prefetched, ThreadPool *pool,
                        Prefetcher &prefetcher, uint64_t &count) {
  for (Launch &launch : launches_) {
    if (launch.bound.plan->prefetch() != prefetched)
      continue;
    if (!prefetched)
      prefetcher.wait(launch.cached ? Prefetcher::allSteps
                                    : launch.bound.plan->after());
    int64_t size = entry_.blocks(launch.bound);
    if (Status status = runLaunch(launch, size, pool); !status.ok())
      return status;
    count += size > 0;
    if (prefetched)
      prefetcher.finishStep();
  }
  return Status();
}

Result<uint64_t> Program::runInOrder(ThreadPool &pool) {
  uint64_t count = 0;
  for (Launch &launch : launches_) {
    int64_t size = entry_.blocks(launch.bound);
    if (Status status = runLaunch(launch, size, &pool); !status.ok())
      return status;
    count += size > 0;
  }
  return count;
}

Result<uint64_t> Program::run(const Extents &extents, ThreadPool &pool,
                              Prefetcher *prefetcher) {
  entry_.setExtents(extents);
  if (!prefetcher || !prefetches_)
    return runInOrder(pool);
  struct Side {
    Program &program;
    Prefetcher &prefetcher;
    uint64_t count = 0;
    Status status;
  } side{*this, *prefetcher, 0, Status()};
  prefetcher->start(
      [](void *context) {
        Side &side = *static_cast<Side *>(context);
        side.status =
            side.program.runEach(true, nullptr, side.prefetcher, side.count);
      },
      &side);
  uint64_t count = 0;
  Status status = runEach(false, &pool, *prefetcher, count);
  prefetcher->wait(Prefetcher::allSteps);
  for (const Status &end : {side.status, status})
    if (!end.ok())
      return end;
  return count + side.count;
}

Result<uint64_t> Program::runProfiled(const Extents &extents, ThreadPool &pool,
                                      const Profiler &profiler) {
  using Clock = std::chrono::steady_clock;
  entry_.setExtents(extents);
  uint64_t count = 0;
  for (Launch &launch : launches_) {
    int64_t size = entry_.blocks(launch.bound);
    if (size <= 0)
      continue;
    Clock::time_point start = Clock::now();
    if (Status status = runLaunch(launch, size, &pool); !status.ok())
      return status;
    std::chrono::nanoseconds time = Clock::now() - start;
    cedar_launch seen{entry_.plan().name().c_str(),
                      launch.bound.kernel->symbol().c_str(),
                      launch.bound.kernel->op().c_str(),
                      launch.bound.plan->path().c_str(),
                      uint64_t(size),
                      uint64_t(time.count())};
    profiler.callback(profiler.context, &seen);
    ++count;
  }
  return count;
}
