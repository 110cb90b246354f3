//===- CudaQueue.h - work of a GPU in order -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A queue is a stream with block-local memory for its kernels. Functions return
// when the work is queued, and an error may be one of earlier work;
// synchronize() waits for all of it.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_CUDA_CUDAQUEUE_H
#define CEDAR_RUNTIME_CUDA_CUDAQUEUE_H

#include "runtime/lib/Cuda/CudaMemory.h"

namespace cedar::rt {

/// Points in queues, for other queues to wait for and for times.
class CudaEvents {
public:
  explicit CudaEvents(CudaDevice &device) : device_(device) {}
  CudaEvents(const CudaEvents &) = delete;
  ~CudaEvents();

  /// Makes `count` events at least.
  Status reserve(size_t count);
  CudaEvent operator[](size_t index) const { return events_[index]; }
  /// Time between two events that have been passed.
  Result<uint64_t> nanoseconds(size_t from, size_t to) const;

private:
  CudaDevice &device_;
  std::vector<CudaEvent> events_;
};

/// Work that was recorded, to be queued as a whole.
class RecordedWork {
public:
  RecordedWork(const CudaDevice &device, CudaGraphExec exec)
      : device_(&device), exec_(exec) {}
  RecordedWork(RecordedWork &&other) noexcept;
  ~RecordedWork();

  CudaGraphExec get() const { return exec_; }

private:
  const CudaDevice *device_;
  CudaGraphExec exec_;
};

class CudaQueue {
public:
  /// `scratch` bytes of block-local memory.
  static Result<std::unique_ptr<CudaQueue>> create(CudaDevice &device,
                                                   uint64_t scratch);
  ~CudaQueue();

  Status copyIn(CudaAddress to, const void *from, uint64_t bytes);
  Status copyOut(void *to, CudaAddress from, uint64_t bytes);
  Status copy(CudaAddress to, CudaAddress from, uint64_t bytes);
  Status clear(CudaAddress address, uint64_t bytes);

  /// Runs `blocks` blocks of kernel `kernel` with its words at `words`.
  Status launch(uint32_t kernel, CudaAddress words, int64_t blocks);

  /// Puts a point, or waits for one of another queue.
  Status record(CudaEvent event);
  Status wait(CudaEvent event);

  /// Records what is queued from here to finishRecording, in this queue and in
  /// those that wait for its events, instead of running it.
  Status beginRecording();
  Result<RecordedWork> finishRecording();
  Status replay(const RecordedWork &work);

  uint64_t scratchSize() const { return scratch_.size(); }

  /// Waits until all work has run.
  Status synchronize();

private:
  explicit CudaQueue(CudaDevice &device) : device_(device) {}
  Status check(CudaResult result, const char *action) const {
    return device_.driver().check(result, action);
  }

  CudaDevice &device_;
  CudaStream stream_ = nullptr;
  CudaMemory scratch_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CUDA_CUDAQUEUE_H
