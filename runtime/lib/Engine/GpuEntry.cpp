//===- GpuEntry.cpp - an entry ready to run on a GPU ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/GpuEntry.h"

#include "runtime/lib/Support/Quote.h"

#include <algorithm>

using namespace cedar;
using namespace cedar::rt;

Status GpuEntry::prepare() {
  for (const BoundLaunch &launch : entry_.launches())
    prefetched_ += launch.plan->prefetch();
  return prefetched_ == 0 ? Status() : events_.reserve(prefetched_ + 1);
}

/// Brings the extents of a call to the device, unless they are there.
Status GpuEntry::setExtents(const Extents &extents, CudaQueue &queue) {
  entry_.setExtents(extents);
  if (uploaded_ == extents)
    return Status();
  uploaded_.reset();
  Status status =
      queue.copyIn(deviceWords_, entry_.words().data(), wordBytes());
  if (status.ok())
    uploaded_ = extents;
  return status;
}

Status GpuEntry::failed(const BoundLaunch &launch, const Status &status) const {
  auto index = size_t(&launch - entry_.launches().data());
  return Status(status.code(),
                "launch " + std::to_string(index) + " of entry " +
                    quoteName(plan().name()) + ", kernel " +
                    quoteName(launch.kernel->symbol()) + " at " +
                    launch.plan->path() + ": " + status.message());
}

Status GpuEntry::launch(const BoundLaunch &launch, int64_t blocks,
                        CudaQueue &queue) {
  if (blocks <= 0)
    return Status();
  Status status =
      queue.launch(launch.plan->kernel(),
                   deviceWords_ + launch.firstWord * sizeof(int64_t), blocks);
  return status.ok() ? status : failed(launch, status);
}

/// Prefetched launches go to the side queue; one of the others waits for as
/// many of them as the plan says.
Status GpuEntry::launchAllBeside(GpuQueues queues) {
  if (Status status = queues.main.record(events_[0]); !status.ok())
    return status;
  if (Status status = queues.side.wait(events_[0]); !status.ok())
    return status;
  size_t started = 0, waited = 0;
  auto waitFor = [&](size_t count) {
    if (count <= waited)
      return Status();
    waited = count;
    return queues.main.wait(events_[count]);
  };
  for (const BoundLaunch &bound : entry_.launches()) {
    bool beside = bound.plan->prefetch();
    if (Status status = beside ? Status() : waitFor(bound.plan->after());
        !status.ok())
      return status;
    if (Status status = launch(bound, entry_.blocks(bound),
                               beside ? queues.side : queues.main);
        !status.ok())
      return status;
    if (!beside)
      continue;
    if (Status status = queues.side.record(events_[++started]); !status.ok())
      return status;
  }
  return waitFor(started);
}

Status GpuEntry::launchAll(GpuQueues queues) {
  if (prefetched_ > 0)
    return launchAllBeside(queues);
  for (const BoundLaunch &bound : entry_.launches())
    if (Status status = launch(bound, entry_.blocks(bound), queues.main);
        !status.ok())
      return status;
  return Status();
}

Status GpuEntry::record(const Extents &extents, GpuQueues queues) {
  entry_.setExtents(extents);
  if (Status status = queues.main.beginRecording(); !status.ok())
    return status;
  Status status = launchAll(queues);
  Result<RecordedWork> work = queues.main.finishRecording();
  if (!status.ok())
    return status;
  if (!work.ok())
    return work.status();
  recordings_.push_back({extents, std::move(*work)});
  return Status();
}

/// The first recording that is as large as a call in every dimension that the
/// number of blocks can depend on.
const RecordedWork *GpuEntry::find(const Extents &extents) const {
  for (const Recording &recording : recordings_) {
    bool fits = true;
    for (int dim : {artifact::ROWS, artifact::SEQUENCES, artifact::OUT_ROWS,
                    artifact::EMBEDDING_ROWS})
      fits &= extents[size_t(dim)] <= recording.extents[size_t(dim)];
    if (fits)
      return &recording.work;
  }
  return nullptr;
}

uint64_t GpuEntry::countLaunches() const {
  uint64_t count = 0;
  forEachLaunch([&](const BoundLaunch &, int64_t) { ++count; });
  return count;
}

Result<uint64_t> GpuEntry::queue(const Extents &extents, GpuQueues queues) {
  if (Status status = setExtents(extents, queues.main); !status.ok())
    return status;
  const RecordedWork *work = find(extents);
  if (Status status = work ? queues.main.replay(*work) : launchAll(queues);
      !status.ok())
    return status;
  return countLaunches();
}

Result<uint64_t> GpuEntry::queueEach(const Extents &extents, CudaQueue &queue) {
  if (Status status = setExtents(extents, queue); !status.ok())
    return status;
  for (const BoundLaunch &bound : entry_.launches()) {
    Status status = launch(bound, entry_.blocks(bound), queue);
    if (!status.ok())
      return status;
    if (status = queue.synchronize(); !status.ok())
      return failed(bound, status);
  }
  return countLaunches();
}

Result<uint64_t> GpuEntry::queueTimed(const Extents &extents, CudaQueue &queue,
                                      CudaEvents &points) {
  if (Status status = setExtents(extents, queue); !status.ok())
    return status;
  if (Status status = points.reserve(countLaunches() + 1); !status.ok())
    return status;
  uint64_t count = 0;
  if (Status status = queue.record(points[0]); !status.ok())
    return status;
  for (const BoundLaunch &bound : entry_.launches()) {
    int64_t blocks = entry_.blocks(bound);
    if (blocks <= 0)
      continue;
    if (Status status = launch(bound, blocks, queue); !status.ok())
      return status;
    if (Status status = queue.record(points[++count]); !status.ok())
      return status;
  }
  return count;
}
