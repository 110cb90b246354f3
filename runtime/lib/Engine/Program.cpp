//===- Program.cpp - an entry ready to run --------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manifest has been checked, so indices are used as they are.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Program.h"

#include <algorithm>
#include <chrono>

using namespace cedar;
using namespace cedar::rt;

Program::Program(const Weights &weights, uint32_t index,
                 const SessionLayout &layout, const SessionOptions &options,
                 uintptr_t region, TableCaches &caches)
    : weights_(weights), entry_(weights.module().target().entries(int(index))),
      layout_(layout), options_(options), places_(layout.entries[index]),
      region_(region), capacity_(options.capacity()) {
  for (const artifact::Launch &launch : entry_.launches())
    bindLaunch(launch, caches);
}

/// How `launch` reads a table through a cache, if it does.
std::optional<CachedGather> Program::bindCache(const artifact::Launch &launch,
                                               TableCaches &caches) const {
  RowCache *cache = caches.find(launch);
  if (!cache)
    return std::nullopt;
  int64_t ids = address(launch.arguments(int(launch.gather().ids())));
  return CachedGather(launch, *cache, reinterpret_cast<const int32_t *>(ids),
                      caches.slots());
}

void Program::bindLaunch(const artifact::Launch &launch, TableCaches &caches) {
  const Module &module = weights_.module();
  launches_.push_back({module.kernel(launch.kernel()),
                       &module.target().kernels(int(launch.kernel())), &launch,
                       uint32_t(words_.size()), bindCache(launch, caches)});
  prefetches_ |= launch.prefetch();
  const std::optional<CachedGather> &cached = launches_.back().cached;
  for (int i = 0; i < launch.arguments_size(); ++i) {
    const artifact::Argument &argument = launch.arguments(i);
    const void *other = cached ? cached->replacement(i) : nullptr;
    words_.push_back(other ? int64_t(reinterpret_cast<uintptr_t>(other))
                           : address(argument));
    for (int dim : argument.dims()) {
      if (dim == artifact::POOL) {
        const artifact::State &state =
            module.manifest().states(int(argument.index()));
        words_.push_back(int64_t(poolExtent(state, options_)));
        continue;
      }
      extentWords_.push_back(
          {uint32_t(words_.size()), static_cast<artifact::Dim>(dim)});
      words_.push_back(0);
    }
  }
}

int64_t Program::address(const artifact::Argument &argument) const {
  using artifact::Argument;
  auto inRegion = [&](uint64_t offset) { return int64_t(region_ + offset); };
  uint32_t index = argument.index();
  switch (argument.kind()) {
  case Argument::INPUT:
    return inRegion(places_.inputs[index]);
  case Argument::BUFFER: {
    const artifact::Buffer &buffer = entry_.buffers(int(index));
    return inRegion(places_.sections[buffer.dim()] +
                    buffer.offset() * uint64_t(capacity_[buffer.dim()]));
  }
  case Argument::WEIGHT:
    return int64_t(
        reinterpret_cast<uintptr_t>(weights_.part(index, argument.part())));
  case Argument::STATE:
    return inRegion(layout_.pools[index]);
  default:
    return inRegion(layout_.stages[index]);
  }
}

int64_t Program::blocks(const Launch &launch) const {
  int64_t blocks = 1;
  for (const artifact::GridTerm &term : launch.record->grid()) {
    int64_t tile = int64_t(term.tile());
    blocks *= term.word() == 0
                  ? tile
                  : (words_[launch.firstWord + term.word()] + tile - 1) / tile;
  }
  return blocks;
}

void Program::setExtents(const Extents &extents) {
  for (const ExtentWord &word : extentWords_)
    words_[word.word] = extents[word.dim];
}

/// Runs a launch of `size` blocks: on all threads of `pool`, or here.
Status Program::runLaunch(Launch &launch, int64_t size, ThreadPool *pool) {
  const int64_t *words = &words_[launch.firstWord];
  if (launch.cached)
    return launch.cached->run(launch.kernel, words, size);
  if (pool)
    pool->parallelFor(launch.kernel, words, size, launch.record->block_work());
  else if (size > 0)
    launch.kernel(words, 0, size);
  return Status();
}

/// Runs the launches that are prefetched, or the others. Of those, one that
/// reads a cache waits for all prefetched ones, as these use the caches too.
Status Program::runEach(bool prefetched, ThreadPool *pool,
                        Prefetcher &prefetcher, uint64_t &count) {
  for (Launch &launch : launches_) {
    if (launch.plan->prefetch() != prefetched)
      continue;
    if (!prefetched)
      prefetcher.wait(launch.cached ? Prefetcher::allSteps
                                    : launch.plan->after());
    int64_t size = blocks(launch);
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
    int64_t size = blocks(launch);
    if (Status status = runLaunch(launch, size, &pool); !status.ok())
      return status;
    count += size > 0;
  }
  return count;
}

Result<uint64_t> Program::run(const Extents &extents, ThreadPool &pool,
                              Prefetcher *prefetcher) {
  setExtents(extents);
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
  setExtents(extents);
  uint64_t count = 0;
  for (Launch &launch : launches_) {
    int64_t size = blocks(launch);
    if (size <= 0)
      continue;
    Clock::time_point start = Clock::now();
    if (Status status = runLaunch(launch, size, &pool); !status.ok())
      return status;
    std::chrono::nanoseconds time = Clock::now() - start;
    cedar_launch seen{entry_.name().c_str(),
                      launch.record->symbol().c_str(),
                      launch.record->op().c_str(),
                      launch.plan->path().c_str(),
                      uint64_t(size),
                      uint64_t(time.count())};
    profiler.callback(profiler.context, &seen);
    ++count;
  }
  return count;
}

Result<uint64_t> Program::start(const Extents &extents, CudaDevice &device) {
  setExtents(extents);
  uint64_t bytes = words_.size() * sizeof(int64_t);
  if (deviceWords_ == 0) {
    Result<CudaAddress> memory =
        device.allocate(std::max<uint64_t>(bytes, 8), "launch words");
    if (!memory.ok())
      return memory.status();
    deviceWords_ = *memory;
  }
  if (Status status = device.copyIn(deviceWords_, words_.data(), bytes);
      !status.ok())
    return status;
  uint64_t count = 0;
  for (const Launch &launch : launches_) {
    int64_t size = blocks(launch);
    if (size <= 0)
      continue;
    if (Status status = device.launch(
            launch.plan->kernel(),
            deviceWords_ + launch.firstWord * sizeof(int64_t), size);
        !status.ok())
      return Status(status.code(),
                    launch.plan->path() + ": " + status.message());
    ++count;
  }
  return count;
}
