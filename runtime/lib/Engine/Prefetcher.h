//===- Prefetcher.h - a thread beside the layers --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the prefetched launches of an entry, one after the other, while the
// driver runs the others. It mostly waits for rows of tables on disk, so it is
// a thread of its own and takes none from the kernels.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_PREFETCHER_H
#define CEDAR_RUNTIME_ENGINE_PREFETCHER_H

#include "runtime/lib/Support/Status.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <pthread.h>

namespace cedar::rt {

/// One thread that works through one list of steps at a time.
class Prefetcher {
public:
  /// More steps than any list has: the end of the list.
  static constexpr uint32_t allSteps = UINT32_MAX;

  static Result<std::unique_ptr<Prefetcher>> create();
  ~Prefetcher();

  /// Begins `task(context)`; the one before has ended.
  void start(void (*task)(void *), void *context);

  /// Called by the task after each step.
  void finishStep();

  /// Returns when the task has finished `steps` steps or has ended; what these
  /// steps wrote can then be read.
  void wait(uint32_t steps);

private:
  Prefetcher() = default;

  void loop();
  void publish(uint32_t finished);

  pthread_t thread_{};
  bool started_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  void (*task_)(void *) = nullptr;
  void *context_ = nullptr;
  bool stop_ = false;
  std::atomic<uint32_t> finished_{allSteps};
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_PREFETCHER_H
