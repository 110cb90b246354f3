//===- CudaQueue.cpp - work of a GPU in order -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Cuda/CudaQueue.h"

#include "runtime/lib/Cuda/LaunchShape.h"

#include <utility>

using namespace cedar;
using namespace cedar::rt;

CudaEvents::~CudaEvents() {
  if (!events_.empty() && device_.use().ok())
    for (CudaEvent event : events_)
      device_.driver().eventDestroy(event);
}

Status CudaEvents::reserve(size_t count) {
  if (Status status = device_.use(); !status.ok())
    return status;
  while (events_.size() < count) {
    CudaEvent event = nullptr;
    if (Status status =
            device_.driver().check(device_.driver().eventCreate(&event, 0),
                                   "create an event of the GPU");
        !status.ok())
      return status;
    events_.push_back(event);
  }
  return Status();
}

Result<uint64_t> CudaEvents::nanoseconds(size_t from, size_t to) const {
  float milliseconds = 0;
  if (Status status =
          device_.driver().check(device_.driver().eventElapsedTime(
                                     &milliseconds, events_[from], events_[to]),
                                 "read the time of the GPU");
      !status.ok())
    return status;
  return uint64_t(double(milliseconds) * 1e6);
}

RecordedWork::RecordedWork(RecordedWork &&other) noexcept
    : device_(other.device_), exec_(std::exchange(other.exec_, nullptr)) {}

RecordedWork::~RecordedWork() {
  if (exec_ && device_->use().ok())
    device_->driver().graphExecDestroy(exec_);
}

Result<std::unique_ptr<CudaQueue>> CudaQueue::create(CudaDevice &device,
                                                     uint64_t scratch) {
  if (Status status = device.use(); !status.ok())
    return status;
  std::unique_ptr<CudaQueue> queue(new CudaQueue(device));
  if (Status status = queue->check(
          device.driver().streamCreate(&queue->stream_, cudaStreamNonBlocking),
          "create a stream of the GPU");
      !status.ok())
    return status;
  Result<CudaMemory> memory =
      CudaMemory::allocate(device, scratch, "block-local values");
  if (!memory.ok())
    return memory.status();
  queue->scratch_ = std::move(*memory);
  return Result<std::unique_ptr<CudaQueue>>(std::move(queue));
}

CudaQueue::~CudaQueue() {
  if (stream_ && device_.use().ok())
    device_.driver().streamDestroy(stream_);
}

Status CudaQueue::copyIn(CudaAddress to, const void *from, uint64_t bytes) {
  if (bytes == 0)
    return Status();
  return check(device_.driver().copyInAsync(to, from, bytes, stream_),
               "copy to the GPU");
}

Status CudaQueue::copyOut(void *to, CudaAddress from, uint64_t bytes) {
  if (bytes == 0)
    return Status();
  return check(device_.driver().copyOutAsync(to, from, bytes, stream_),
               "copy from the GPU");
}

Status CudaQueue::copy(CudaAddress to, CudaAddress from, uint64_t bytes) {
  if (bytes == 0)
    return Status();
  return check(device_.driver().copyAsync(to, from, bytes, stream_),
               "copy in the GPU's memory");
}

Status CudaQueue::clear(CudaAddress address, uint64_t bytes) {
  if (bytes == 0)
    return Status();
  return check(device_.driver().memsetAsync(address, 0, bytes, stream_),
               "clear the GPU's memory");
}

Status CudaQueue::launch(uint32_t kernel, CudaAddress words, int64_t blocks) {
  const artifact::Kernel &record = device_.target().kernels(int(kernel));
  unsigned grid = gridSize(device_.target(), record, blocks, scratch_.size());
  CudaAddress scratch = scratch_.address();
  void *arguments[] = {&words, &scratch};
  return check(device_.driver().launchKernel(device_.function(kernel), grid, 1,
                                             1, blockThreads, 1, 1, 0, stream_,
                                             arguments, nullptr),
               "launch the kernel");
}

Status CudaQueue::record(CudaEvent event) {
  return check(device_.driver().eventRecord(event, stream_),
               "record an event of the GPU");
}

Status CudaQueue::wait(CudaEvent event) {
  return check(device_.driver().streamWaitEvent(stream_, event, 0),
               "wait for an event of the GPU");
}

Status CudaQueue::beginRecording() {
  return check(
      device_.driver().streamBeginCapture(stream_, cudaCaptureThreadLocal),
      "record work of the GPU");
}

Result<RecordedWork> CudaQueue::finishRecording() {
  const CudaDriver &driver = device_.driver();
  CudaGraph graph = nullptr;
  if (Status status = check(driver.streamEndCapture(stream_, &graph),
                            "record work of the GPU");
      !status.ok())
    return status;
  CudaGraphExec exec = nullptr;
  Status status = check(driver.graphInstantiate(&exec, graph, 0),
                        "make recorded work ready on the GPU");
  driver.graphDestroy(graph);
  if (!status.ok())
    return status;
  return RecordedWork(device_, exec);
}

Status CudaQueue::replay(const RecordedWork &work) {
  return check(device_.driver().graphLaunch(work.get(), stream_),
               "run recorded work on the GPU");
}

Status CudaQueue::synchronize() {
  return check(device_.driver().streamSynchronize(stream_),
               "finish work on the GPU");
}
