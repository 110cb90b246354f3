//===- ThreadPool.cpp - threads that run kernels --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch is published as a number of chunks in one atomic word; a thread that
// lowers it owns a chunk. The launch's fields stay as they are until the last
// owner has reported, so a late thread can never mix two launches: its exchange
// fails because the launch number in the word has changed.
//
// Workers spin for a short while, then sleep on a futex; the driver pays for a
// wake-up only when somebody sleeps.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/ThreadPool.h"

#include "runtime/lib/Engine/KernelThread.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <immintrin.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace cedar::rt;

/// Work below which handing a part to another thread costs more than it gains.
static constexpr uint64_t chunkWork = 1 << 15;

/// Chunks per thread of a large launch, so that uneven blocks even out.
static constexpr int64_t chunksPerThread = 8;

unsigned cedar::rt::availableCpus() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return unsigned(std::max(CPU_COUNT(&set), 1));
  return unsigned(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
}

bool ThreadPool::start(void *(*body)(void *)) {
  pthread_t thread;
  errno = startKernelThread(body, this, thread);
  if (errno == 0)
    threads_.push_back(thread);
  return errno == 0;
}

Result<std::unique_ptr<ThreadPool>> ThreadPool::create(unsigned threads) {
  std::unique_ptr<ThreadPool> pool(new ThreadPool());
  pool->threads_.reserve(threads);
  auto driver = [](void *self) -> void * {
    static_cast<ThreadPool *>(self)->driverLoop();
    return nullptr;
  };
  auto worker = [](void *self) -> void * {
    static_cast<ThreadPool *>(self)->workerLoop();
    return nullptr;
  };
  for (unsigned i = 0; i < threads; ++i)
    if (!(i == 0 ? pool->start(driver) : pool->start(worker)))
      return Status(Code::exhausted,
                    "cannot start thread " + std::to_string(i + 1) + " of " +
                        std::to_string(threads) + ": " + std::strerror(errno));
  return Result<std::unique_ptr<ThreadPool>>(std::move(pool));
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  quit_.store(true);
  publish(/*chunks=*/0);
  for (pthread_t thread : threads_)
    pthread_join(thread, nullptr);
}

void ThreadPool::run(void (*task)(void *), void *context) {
  std::unique_lock<std::mutex> lock(mutex_);
  task_ = task;
  context_ = context;
  changed_.notify_all();
  changed_.wait(lock, [&] { return task_ == nullptr; });
}

void ThreadPool::driverLoop() {
  prepareKernelThread();
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return task_ || stop_; });
    if (stop_)
      return;
    lock.unlock();
    task_(context_);
    lock.lock();
    task_ = nullptr;
    changed_.notify_all();
  }
}

void ThreadPool::parallelFor(KernelFunction kernel, const int64_t *words,
                             int64_t blocks, uint64_t blockWork) {
  if (blocks <= 0)
    return;
  int64_t even = (blocks - 1) / (chunksPerThread * int64_t(threads())) + 1;
  int64_t enough = int64_t(chunkWork / std::max<uint64_t>(blockWork, 1));
  int64_t size = std::max(even, enough);
  if (threads() == 1 || size >= blocks)
    return kernel(words, 0, blocks);
  kernel_ = kernel;
  words_ = words;
  blocks_ = blocks;
  chunkBlocks_ = size;
  uint32_t chunks = uint32_t((blocks - 1) / size + 1);
  unfinished_.store(chunks, std::memory_order_relaxed);
  publish(chunks);
  while (takeChunk()) {
  }
  for (int spins = 0; unfinished_.load(std::memory_order_acquire) != 0; ++spins)
    spins < spinRounds ? _mm_pause() : void(sched_yield());
}

void ThreadPool::publish(uint32_t chunks) {
  uint64_t launch = (cursor_.load(std::memory_order_relaxed) >> 32) + 1;
  cursor_.store(launch << 32 | chunks);
  signal_.fetch_add(1);
  if (sleepers_.load() > 0)
    syscall(SYS_futex, &signal_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr,
            0);
}

bool ThreadPool::takeChunk() {
  uint64_t cursor = cursor_.load(std::memory_order_acquire);
  do {
    if (uint32_t(cursor) == 0)
      return false;
  } while (!cursor_.compare_exchange_weak(cursor, cursor - 1,
                                          std::memory_order_acq_rel));
  int64_t begin = int64_t(uint32_t(cursor) - 1) * chunkBlocks_;
  kernel_(words_, begin, std::min(begin + chunkBlocks_, blocks_));
  unfinished_.fetch_sub(1, std::memory_order_release);
  return true;
}

void ThreadPool::sleepUntilPublished(uint32_t seen) {
  sleepers_.fetch_add(1);
  syscall(SYS_futex, &signal_, FUTEX_WAIT_PRIVATE, seen, nullptr, nullptr, 0);
  sleepers_.fetch_sub(1);
}

void ThreadPool::workerLoop() {
  prepareKernelThread();
  int idle = 0;
  while (true) {
    uint32_t seen = signal_.load(); // before the checks that it guards
    if (quit_.load())
      return;
    if (takeChunk()) {
      idle = 0;
    } else if (++idle < spinRounds) {
      _mm_pause();
    } else {
      sleepUntilPublished(seen);
      idle = 0;
    }
  }
}
