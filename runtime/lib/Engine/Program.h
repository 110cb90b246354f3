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
#include "runtime/lib/Engine/SessionLayout.h"
#include "runtime/lib/Engine/ThreadPool.h"
#include "runtime/lib/Engine/Weights.h"

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
  /// Binds entry `index` to addresses in `region`.
  Program(const Weights &weights, uint32_t index, const SessionLayout &layout,
          const SessionOptions &options, uintptr_t region);

  /// Runs all launches in order; called on the driver of `pool`. Returns the
  /// number of kernels that had blocks to run.
  uint64_t run(const Extents &extents, ThreadPool &pool);

  /// The same, and shows each of these kernels with its time to `profiler`.
  uint64_t runProfiled(const Extents &extents, ThreadPool &pool,
                       const Profiler &profiler);

  /// The same on the module's GPU: starts all launches.
  Result<uint64_t> start(const Extents &extents, CudaDevice &device);

private:
  struct Launch {
    KernelFunction kernel;
    const artifact::Kernel *record;
    const artifact::Launch *plan;
    uint32_t firstWord;
  };
  struct ExtentWord {
    uint32_t word;
    artifact::Dim dim;
  };

  void bindLaunch(const artifact::Launch &launch);
  int64_t address(const artifact::Argument &argument) const;
  int64_t blocks(const Launch &launch) const;
  void setExtents(const Extents &extents);

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
  CudaAddress deviceWords_ = 0; ///< of a GPU: copy of words_
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_PROGRAM_H
