//===- ThreadPool.h - threads that run kernels ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fixed set of threads with large stacks. A caller hands a whole entry to the
// first one, the driver; the driver splits launches over all of them. Blocks
// are independent, so the number of threads and the split never change a
// result.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_THREADPOOL_H
#define CEDAR_RUNTIME_ENGINE_THREADPOOL_H

#include "runtime/lib/Engine/CodeObject.h"
#include "runtime/lib/Support/Align.h"
#include "runtime/lib/Support/Status.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <vector>

namespace cedar::rt {

/// Number of CPUs that this process may use, at least 1.
unsigned availableCpus();

/// Threads of one session.
class ThreadPool {
public:
  /// Starts `threads` threads, the driver included.
  static Result<std::unique_ptr<ThreadPool>> create(unsigned threads);
  ~ThreadPool();

  unsigned threads() const { return unsigned(threads_.size()); }

  /// Runs `task(context)` on the driver and returns when it has returned.
  void run(void (*task)(void *), void *context);

  /// Runs blocks [0, blocks) of a kernel; called on the driver. `blockWork`
  /// (about the operations of one block) decides how they are split.
  void parallelFor(KernelFunction kernel, const int64_t *words, int64_t blocks,
                   uint64_t blockWork);

private:
  ThreadPool() = default;

  bool start(void *(*body)(void *));
  void driverLoop();
  void workerLoop();
  bool takeChunk();
  void publish(uint32_t chunks);
  void sleepUntilPublished(uint32_t seen);

  std::vector<pthread_t> threads_;

  // Caller to driver.
  std::mutex mutex_;
  std::condition_variable changed_;
  void (*task_)(void *) = nullptr;
  void *context_ = nullptr;
  bool stop_ = false;

  // Driver to workers: the current launch. Written by the driver only while no
  // chunk of it can be taken.
  KernelFunction kernel_ = nullptr;
  const int64_t *words_ = nullptr;
  int64_t blocks_ = 0;
  int64_t chunkBlocks_ = 0;

  /// Launch number in the upper half, chunks not yet taken in the lower one.
  alignas(lineBytes) std::atomic<uint64_t> cursor_{0};
  alignas(lineBytes) std::atomic<uint32_t> unfinished_{0};
  alignas(lineBytes) std::atomic<uint32_t> signal_{
      0}; ///< futex; counts launches
  std::atomic<uint32_t> sleepers_{0};
  std::atomic<bool> quit_{false};
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_THREADPOOL_H
