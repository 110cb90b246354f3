//===- CudaMemory.cpp - memory that a GPU uses ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Cuda/CudaMemory.h"

#include <utility>

using namespace cedar;
using namespace cedar::rt;

CudaMemory::CudaMemory(CudaMemory &&other) noexcept {
  *this = std::move(other);
}

CudaMemory &CudaMemory::operator=(CudaMemory &&other) noexcept {
  std::swap(device_, other.device_);
  std::swap(address_, other.address_);
  std::swap(size_, other.size_);
  return *this;
}

CudaMemory::~CudaMemory() {
  if (!device_ || !device_->use().ok())
    return;
  device_->driver().memFree(address_);
}

Result<CudaMemory> CudaMemory::allocate(CudaDevice &device, uint64_t bytes,
                                        const std::string &purpose) {
  if (bytes == 0)
    return CudaMemory();
  if (Status status = device.use(); !status.ok())
    return status;
  CudaMemory memory;
  Status status = device.driver().check(
      device.driver().memAlloc(&memory.address_, bytes),
      "allocate " + std::to_string(bytes) + " bytes on the GPU for " + purpose);
  if (!status.ok()) {
    size_t unused = 0, all = 0;
    device.driver().memGetInfo(&unused, &all);
    return Status(Code::exhausted, status.message() + "; " +
                                       std::to_string(unused) + " of " +
                                       std::to_string(all) + " bytes are free");
  }
  memory.device_ = &device;
  memory.size_ = bytes;
  return Result<CudaMemory>(std::move(memory));
}

PinnedRange::PinnedRange(PinnedRange &&other) noexcept {
  *this = std::move(other);
}

PinnedRange &PinnedRange::operator=(PinnedRange &&other) noexcept {
  std::swap(device_, other.device_);
  std::swap(data_, other.data_);
  std::swap(address_, other.address_);
  return *this;
}

PinnedRange::~PinnedRange() {
  if (data_ && device_->use().ok())
    device_->driver().hostUnregister(data_);
}

Result<PinnedRange> PinnedRange::pin(CudaDevice &device, const void *data,
                                     uint64_t bytes, bool readOnly) {
  if (Status status = device.use(); !status.ok())
    return status;
  const CudaDriver &driver = device.driver();
  void *begin = const_cast<void *>(data);
  unsigned flags = cudaHostRegisterPortableMapped |
                   (readOnly ? cudaHostRegisterReadOnly : 0u);
  if (Status status = driver.check(driver.hostRegister(begin, bytes, flags),
                                   "pin " + std::to_string(bytes) +
                                       " bytes of host memory");
      !status.ok())
    return status;
  PinnedRange range;
  range.device_ = &device;
  range.data_ = begin;
  if (Status status =
          driver.check(driver.hostGetDevicePointer(&range.address_, begin, 0),
                       "map host memory on the GPU");
      !status.ok())
    return status;
  return Result<PinnedRange>(std::move(range));
}
