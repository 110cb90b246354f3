//===- GpuSession.h - what a session has on a GPU -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The session's region in device memory, and its entries. The host's region has
// the same offsets; inputs are copied from there, outputs to there.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_GPUSESSION_H
#define CEDAR_RUNTIME_ENGINE_GPUSESSION_H

#include "runtime/lib/Engine/GpuEntry.h"
#include "runtime/lib/Engine/Region.h"

#include <deque>

namespace cedar::rt {

class GpuSession {
public:
  static Result<std::unique_ptr<GpuSession>>
  create(CudaDevice &device, const Weights &weights,
         const SessionLayout &layout, const SessionOptions &options,
         const Region &host);

  /// Runs an entry and then, if there is one, the commit of its rows; copies
  /// the outputs of the entry to the host. Returns the number of kernels.
  Result<uint64_t> run(uint32_t entry, std::optional<uint32_t> commit,
                       const Extents &extents, const Profiler &profiler);

  // The same in pieces; single launches are waited for.
  Status bringInputs(uint32_t entry, const Extents &extents);
  Result<bool> runOne(uint32_t entry, uint32_t launch, const Extents &extents);
  Status bringOutputs(uint32_t entry, const Extents &extents);

  // Ranges of the region; all wait for the copy.
  Status readRange(void *to, uint64_t offset, uint64_t bytes);
  Status writeRange(uint64_t offset, const void *from, uint64_t bytes);
  Status copyRange(uint64_t to, uint64_t from, uint64_t bytes);
  Status clearRange(uint64_t offset, uint64_t bytes);

  /// Bytes of device memory that this session has.
  uint64_t deviceBytes() const;

private:
  GpuSession(CudaDevice &device, const SessionLayout &layout,
             const SessionOptions &options, const Region &host)
      : device_(device), layout_(layout), options_(options), host_(host),
        points_(device) {}

  Status allocate();
  Status pinHost();
  Status makeEntries(const Weights &weights);
  Status recordEntries();
  GpuQueues queues() { return {*main_, *side_}; }
  Result<uint64_t> queueCall(uint32_t entry, std::optional<uint32_t> commit,
                             const Extents &extents, const Profiler &profiler);
  Result<uint64_t> queueEntry(uint32_t index, const Extents &extents,
                              const Profiler &profiler);
  Result<uint64_t> runTimed(GpuEntry &entry, const Extents &extents,
                            const Profiler &profiler);
  Status copyInputs(uint32_t index, const Extents &extents);
  Status copyOutputs(uint32_t index, const Extents &extents);
  Status finish(const Status &status);

  CudaDevice &device_;
  const SessionLayout &layout_;
  const SessionOptions &options_;
  const Region &host_;
  CudaMemory region_, words_;
  std::vector<PinnedRange> pinned_; ///< inputs and outputs in `host_`
  std::unique_ptr<CudaQueue> main_, side_;
  std::deque<GpuEntry> entries_; ///< by entry of the target
  CudaEvents points_;            ///< of a profiled call
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_GPUSESSION_H
