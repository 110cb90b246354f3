//===- GpuEntry.h - an entry ready to run on a GPU ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The launches of an entry on the queues of a session. Kernels read extents
// from device memory, so that recorded work serves all calls that are no larger
// than the one that it was recorded for.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_GPUENTRY_H
#define CEDAR_RUNTIME_ENGINE_GPUENTRY_H

#include "runtime/lib/Cuda/CudaQueue.h"
#include "runtime/lib/Engine/BoundEntry.h"

#include <optional>

namespace cedar::rt {

/// The queues of a session: `side` runs what is prefetched, beside `main`.
struct GpuQueues {
  CudaQueue &main, &side;
};

class GpuEntry {
public:
  /// `words` is device memory for the words of the entry's launches.
  GpuEntry(CudaDevice &device, BoundEntry entry, CudaAddress words)
      : entry_(std::move(entry)), deviceWords_(words), events_(device) {}

  const artifact::Entry &plan() const { return entry_.plan(); }
  uint64_t wordBytes() const { return entry_.words().size() * 8; }

  Status prepare();

  /// Records the launches of a call of these extents.
  Status record(const Extents &extents, GpuQueues queues);

  /// Queues the launches of a call; returns the number of kernels that have
  /// blocks to run. Recorded work stands for them where it fits.
  Result<uint64_t> queue(const Extents &extents, GpuQueues queues);
  /// The same in order, without recorded work; every kernel is waited for, and
  /// an error names it.
  Result<uint64_t> queueEach(const Extents &extents, CudaQueue &queue);
  /// Runs one launch of a call and waits for it. False if it had no blocks to
  /// run.
  Result<bool> queueOne(uint32_t index, const Extents &extents,
                        CudaQueue &queue);
  /// The same in order, with a point before the first kernel and one behind
  /// each.
  Result<uint64_t> queueTimed(const Extents &extents, CudaQueue &queue,
                              CudaEvents &points);

  /// Calls `see(launch, blocks)` for every kernel that has blocks to run.
  template <typename See>
  void forEachLaunch(See see) const {
    for (const BoundLaunch &launch : entry_.launches())
      if (int64_t blocks = entry_.blocks(launch); blocks > 0)
        see(launch, blocks);
  }

private:
  struct Recording {
    Extents extents;
    RecordedWork work;
  };

  Status setExtents(const Extents &extents, CudaQueue &queue);
  Status launch(const BoundLaunch &launch, int64_t blocks, CudaQueue &queue);
  Status launchAll(GpuQueues queues);
  Status launchAllBeside(GpuQueues queues);
  Status failed(const BoundLaunch &launch, const Status &status) const;
  const RecordedWork *find(const Extents &extents) const;
  uint64_t countLaunches() const;

  BoundEntry entry_;
  CudaAddress deviceWords_;
  CudaEvents events_; ///< the begin, then the ends of prefetched launches
  size_t prefetched_ = 0;
  std::optional<Extents> uploaded_;
  std::vector<Recording> recordings_; ///< smallest first
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_GPUENTRY_H
