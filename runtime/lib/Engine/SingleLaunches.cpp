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

/// Runs a launch of `size` blocks on the GPU and waits for it.
Status Program::runOneOnDevice(uint32_t index, int64_t size,
                               CudaDevice &device) {
  const Launch &launch = launches_[index];
  size_t end = index + 1 < launches_.size() ? launches_[index + 1].firstWord
                                            : words_.size();
  Result<CudaAddress> words =
      device.allocate((end - launch.firstWord) * sizeof(int64_t), "one launch");
  if (!words.ok())
    return words.status();
  Status status = device.copyIn(*words, &words_[launch.firstWord],
                                (end - launch.firstWord) * sizeof(int64_t));
  if (status.ok())
    status = device.launch(launch.plan->kernel(), *words, size);
  if (status.ok())
    status = device.synchronize();
  device.free(*words);
  return status;
}

Result<bool> Program::runOne(uint32_t index, const Extents &extents,
                             ThreadPool &pool) {
  setExtents(extents);
  Launch &launch = launches_[index];
  int64_t size = blocks(launch);
  if (size <= 0)
    return false;
  CudaDevice *device = weights_.module().device();
  Status status = device ? runOneOnDevice(index, size, *device)
                         : runLaunch(launch, size, &pool);
  if (!status.ok())
    return Status(status.code(),
                  "launch " + std::to_string(index) + " of '" + entry_.name() +
                      "', " + launch.plan->path() + ": " + status.message());
  return true;
}

/// Runs the launches of an entry one by one, between calls of the observer.
Status Session::launchObserved(uint32_t index) {
  if (deviceRegion_)
    if (Status status = copyInputs(index); !status.ok())
      return status;
  for (uint32_t i = 0; i < uint32_t(entry(index).launches_size()); ++i) {
    if (Status status = observer_->before(index, i); !status.ok())
      return status;
    Result<bool> ran = programs_[index].runOne(i, extents_, *pool_);
    if (!ran.ok())
      return ran.status();
    if (Status status = observer_->after(index, i); !status.ok())
      return status;
    stats_.launches += *ran;
  }
  return deviceRegion_ ? copyOutputs(index) : Status();
}

/// Runs one launch with the given extents and the memory as it is.
Result<bool> Session::runAlone(uint32_t index, uint32_t launch,
                               const Extents &extents) {
  struct Task {
    Session &session;
    uint32_t entry, launch;
    const Extents &extents;
    Result<bool> ran;
  } task{*this, index, launch, extents, false};
  pool_->run(
      [](void *context) {
        Task &task = *static_cast<Task *>(context);
        task.ran = task.session.programs_[task.entry].runOne(
            task.launch, task.extents, *task.session.pool_);
      },
      &task);
  return task.ran;
}
