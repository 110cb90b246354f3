//===- Prefetcher.cpp - a thread beside the layers ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number of finished steps is written under the lock and read without it,
// because most waits find their steps finished.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Prefetcher.h"

#include "runtime/lib/Engine/KernelThread.h"

#include <cstring>
#include <immintrin.h>

using namespace cedar::rt;

Result<std::unique_ptr<Prefetcher>> Prefetcher::create() {
  std::unique_ptr<Prefetcher> prefetcher(new Prefetcher());
  auto body = [](void *self) -> void * {
    static_cast<Prefetcher *>(self)->loop();
    return nullptr;
  };
  if (int error =
          startKernelThread(body, prefetcher.get(), prefetcher->thread_))
    return Status(Code::exhausted,
                  std::string("cannot start the thread that prefetches: ") +
                      std::strerror(error));
  prefetcher->started_ = true;
  return Result<std::unique_ptr<Prefetcher>>(std::move(prefetcher));
}

Prefetcher::~Prefetcher() {
  if (!started_)
    return;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  pthread_join(thread_, nullptr);
}

void Prefetcher::publish(uint32_t finished) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    finished_.store(finished, std::memory_order_release);
  }
  changed_.notify_all();
}

void Prefetcher::start(void (*task)(void *), void *context) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    task_ = task;
    context_ = context;
    finished_.store(0, std::memory_order_relaxed);
  }
  changed_.notify_all();
}

void Prefetcher::finishStep() {
  publish(finished_.load(std::memory_order_relaxed) + 1);
}

void Prefetcher::wait(uint32_t steps) {
  for (int spins = 0; spins < spinRounds; ++spins) {
    if (finished_.load(std::memory_order_acquire) >= steps)
      return;
    _mm_pause();
  }
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(
      lock, [&] { return finished_.load(std::memory_order_acquire) >= steps; });
}

void Prefetcher::loop() {
  prepareKernelThread();
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return task_ || stop_; });
    if (stop_)
      return;
    void (*task)(void *) = std::exchange(task_, nullptr);
    lock.unlock();
    task(context_);
    publish(allSteps);
    lock.lock();
  }
}
