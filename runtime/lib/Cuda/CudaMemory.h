//===- CudaMemory.h - memory that a GPU uses ------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device memory, and memory of the host that the device reads and writes at
// full speed because it stays where it is. The device must outlive both.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_CUDA_CUDAMEMORY_H
#define CEDAR_RUNTIME_CUDA_CUDAMEMORY_H

#include "runtime/lib/Cuda/CudaDevice.h"

namespace cedar::rt {

/// Device memory; empty, or of at least one byte.
class CudaMemory {
public:
  CudaMemory() = default;
  CudaMemory(CudaMemory &&other) noexcept;
  CudaMemory &operator=(CudaMemory &&other) noexcept;
  ~CudaMemory();

  /// `purpose` is named in the message of a failure.
  static Result<CudaMemory> allocate(CudaDevice &device, uint64_t bytes,
                                     const std::string &purpose);

  CudaAddress address() const { return address_; }
  uint64_t size() const { return size_; }

private:
  CudaDevice *device_ = nullptr;
  CudaAddress address_ = 0;
  uint64_t size_ = 0;
};

/// A range of host memory that is pinned for as long as this lives.
class PinnedRange {
public:
  PinnedRange() = default;
  PinnedRange(PinnedRange &&other) noexcept;
  PinnedRange &operator=(PinnedRange &&other) noexcept;
  ~PinnedRange();

  /// Pins [data, data + bytes), whole pages. With `readOnly` the device only
  /// reads, and the range may be a mapped file.
  static Result<PinnedRange> pin(CudaDevice &device, const void *data,
                                 uint64_t bytes, bool readOnly);

  /// Where the device sees the begin of the range.
  CudaAddress address() const { return address_; }

private:
  CudaDevice *device_ = nullptr;
  void *data_ = nullptr;
  CudaAddress address_ = 0;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CUDA_CUDAMEMORY_H
