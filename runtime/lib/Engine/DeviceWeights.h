//===- DeviceWeights.h - weights where a GPU reads them -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights are copied to device memory once. Tables from which launches gather
// rows stay in the host's memory, pinned, and the GPU reads rows there.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_DEVICEWEIGHTS_H
#define CEDAR_RUNTIME_ENGINE_DEVICEWEIGHTS_H

#include "cedar.h"
#include "runtime/lib/Cuda/CudaMemory.h"
#include "runtime/lib/Support/Ranges.h"

namespace cedar::rt {

/// Which weights of `manifest` launches of `target` gather rows from.
std::vector<bool> gatheredWeights(const artifact::Manifest &manifest,
                                  const artifact::Target &target);

/// Bytes of device memory that the weights take.
uint64_t deviceWeightBytes(const artifact::Manifest &manifest,
                           const artifact::Target &target);

class DeviceWeights {
public:
  /// Reserves the memory. `progress` may be null.
  static Result<std::unique_ptr<DeviceWeights>>
  create(CudaDevice &device, const artifact::Manifest &manifest,
         cedar_progress_callback progress, void *context);

  uint64_t bytes() const { return memory_.size(); }

  /// Whether weight `index` is a table.
  bool isTable(uint32_t index) const { return tables_[index]; }

  /// A place for the next `bytes` bytes.
  Result<CudaAddress> reserve(uint64_t bytes);
  /// Copies `bytes` to the device and returns where they are.
  Result<const void *> upload(const void *data, uint64_t bytes);

  /// Pins tables that lie at these addresses; once.
  Status pin(std::vector<Range> addresses);
  /// Where the GPU sees pinned data.
  const void *pinned(const void *data) const;

private:
  struct Pinned {
    Range addresses;
    PinnedRange range;
  };

  explicit DeviceWeights(CudaDevice &device) : device_(device) {}

  CudaDevice &device_;
  std::vector<bool> tables_; ///< by weight
  CudaMemory memory_;
  uint64_t used_ = 0;
  std::vector<Pinned> pinned_;
  cedar_progress_callback progress_ = nullptr;
  void *context_ = nullptr;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_DEVICEWEIGHTS_H
