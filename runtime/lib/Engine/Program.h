//===- Program.h - an entry ready to run ----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry of the plan bound to a session: the argument words of every launch
// with all addresses filled in. A call only fills in the extents.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_PROGRAM_H
#define CEDAR_RUNTIME_ENGINE_PROGRAM_H

#include "cedar.h"
#include "runtime/lib/Engine/Prefetcher.h"
#include "runtime/lib/Engine/SessionLayout.h"
#include "runtime/lib/Engine/TableCaches.h"
#include "runtime/lib/Engine/ThreadPool.h"
#include "runtime/lib/Engine/Weights.h"

#include <optional>
#include <vector>

namespace cedar::rt {

/// Who sees the launches, if anybody.
struct Profiler {
  cedar_launch_callback callback = nullptr;
  void *context = nullptr;
};

/// A list of launches.
class Program {
public:
  /// Binds entry `index` to addresses in `region`. Table rows come through
  /// `caches` where there is one.
  Program(const Weights &weights, uint32_t index, const SessionLayout &layout,
          const SessionOptions &options, uintptr_t region, TableCaches &caches);

  /// Runs all launches; called on the driver of `pool`. The prefetched ones run
  /// on `prefetcher` if that is not null, all others in order. Returns the
  /// number of kernels that had blocks to run.
  Result<uint64_t> run(const Extents &extents, ThreadPool &pool,
                       Prefetcher *prefetcher);

  /// Runs all in order, and shows each of these kernels with its time to
  /// `profiler`.
  Result<uint64_t> runProfiled(const Extents &extents, ThreadPool &pool,
                               const Profiler &profiler);

  /// Starts all launches in order on the module's GPU.
  Result<uint64_t> start(const Extents &extents, CudaDevice &device);

  /// Runs one launch and waits for it; called on the driver of `pool`. False if
  /// it had no blocks to run.
  Result<bool> runOne(uint32_t index, const Extents &extents, ThreadPool &pool);

private:
  struct Launch {
    KernelFunction kernel;
    const artifact::Kernel *record;
    const artifact::Launch *plan;
    uint32_t firstWord;
    std::optional<CachedGather> cached;
  };
  struct ExtentWord {
    uint32_t word;
    artifact::Dim dim;
  };

  void bindLaunch(const artifact::Launch &launch, TableCaches &caches);
  std::optional<CachedGather> bindCache(const artifact::Launch &launch,
                                        TableCaches &caches) const;
  int64_t address(const artifact::Argument &argument) const;
  int64_t blocks(const Launch &launch) const;
  void setExtents(const Extents &extents);
  Result<uint64_t> runInOrder(ThreadPool &pool);
  Status runLaunch(Launch &launch, int64_t size, ThreadPool *pool);
  Status runOneOnDevice(uint32_t index, int64_t size, CudaDevice &device);
  Status runEach(bool prefetched, ThreadPool *pool, Prefetcher &prefetcher,
                 uint64_t &count);

  const Weights &weights_;
  const artifact::Entry &entry_;
  const SessionLayout &layout_;
  const SessionOptions &options_;
  const EntryLayout &places_;
  uintptr_t region_;
  Extents capacity_;

  std::vector<Launch> launches_;
  std::vector<int64_t> words_;
  std::vector<ExtentWord> extentWords_;
  bool prefetches_ = false;
  CudaAddress deviceWords_ = 0; ///< of a GPU: copy of words_
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_PROGRAM_H
