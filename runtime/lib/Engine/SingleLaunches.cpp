//===- SingleLaunches.cpp - launches one by one ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an observer needs of a session: its launches one after the other, each
// complete before the next, and single ones with the memory as it is.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/LaunchObserver.h"
#include "runtime/lib/Engine/Session.h"

using namespace cedar;
using namespace cedar::rt;

Result<bool> Program::runOne(uint32_t index, const Extents &extents,
                             ThreadPool &pool) {
  entry_.setExtents(extents);
  Launch &launch = launches_[index];
  int64_t size = entry_.blocks(launch.bound);
  if (size <= 0)
    return false;
  if (Status status = runLaunch(launch, size, &pool); !status.ok())
    return status;
  return true;
}

Result<bool> GpuEntry::queueOne(uint32_t index, const Extents &extents,
                                CudaQueue &queue) {
  if (Status status = setExtents(extents, queue); !status.ok())
    return status;
  const BoundLaunch &bound = entry_.launches()[index];
  int64_t blocks = entry_.blocks(bound);
  if (Status status = launch(bound, blocks, queue); !status.ok())
    return status;
  if (Status status = queue.synchronize(); !status.ok())
    return failed(bound, status);
  return blocks > 0;
}

Status GpuSession::bringInputs(uint32_t entry, const Extents &extents) {
  if (Status status = device_.use(); !status.ok())
    return status;
  return copyInputs(entry, extents);
}

Result<bool> GpuSession::runOne(uint32_t entry, uint32_t launch,
                                const Extents &extents) {
  if (Status status = device_.use(); !status.ok())
    return status;
  return entries_[entry].queueOne(launch, extents, *main_);
}

Status GpuSession::bringOutputs(uint32_t entry, const Extents &extents) {
  return finish(copyOutputs(entry, extents));
}

/// Runs one launch with the given extents and the memory as it is.
Result<bool> Session::runOne(uint32_t index, uint32_t launch,
                             const Extents &extents) {
  if (gpu_)
    return gpu_->runOne(index, launch, extents);
  struct Task {
    Program &program;
    ThreadPool &pool;
    uint32_t launch;
    const Extents &extents;
    Result<bool> ran;
  } task{programs_[index], *pool_, launch, extents, false};
  pool_->run(
      [](void *context) {
        Task &task = *static_cast<Task *>(context);
        task.ran = task.program.runOne(task.launch, task.extents, task.pool);
      },
      &task);
  return task.ran;
}

/// Runs the launches of an entry between calls of the observer.
Status Session::launchObserved(uint32_t index) {
  if (gpu_)
    if (Status status = gpu_->bringInputs(index, extents_); !status.ok())
      return status;
  for (uint32_t i = 0; i < uint32_t(entry(index).launches_size()); ++i) {
    if (Status status = observer_->before(index, i); !status.ok())
      return status;
    Result<bool> ran = runOne(index, i, extents_);
    if (!ran.ok())
      return ran.status();
    if (Status status = observer_->after(index, i); !status.ok())
      return status;
    stats_.launches += *ran;
  }
  return gpu_ ? gpu_->bringOutputs(index, extents_) : Status();
}

/// As runEntries, launch by launch.
Status Session::runObserved(uint32_t index, std::optional<uint32_t> commit) {
  if (Status status = launchObserved(index); !status.ok() || !commit)
    return status;
  return launchObserved(*commit);
}
