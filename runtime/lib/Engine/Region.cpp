//===- Region.cpp - reserved memory ---------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Anonymous mappings without reserved swap; a file in memory where parts of one
// are the same.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Region.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

using namespace cedar::rt;

Region::Region(Region &&other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

Region &Region::operator=(Region &&other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

Region::~Region() {
  if (data_)
    munmap(data_, size_);
}

static Status cannotReserve(uint64_t bytes, const char *purpose) {
  return Status(Code::exhausted, "cannot reserve " + std::to_string(bytes) +
                                     " bytes for " + purpose + ": " +
                                     std::strerror(errno));
}

Result<Region> Region::reserve(uint64_t bytes, const char *purpose) {
  Region region;
  if (bytes == 0)
    return Result<Region>(std::move(region));
  void *data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED)
    return cannotReserve(bytes, purpose);
  region.data_ = static_cast<std::byte *>(data);
  region.size_ = bytes;
  return Result<Region>(std::move(region));
}

/// Maps `file` again and again over `bytes` bytes from `data` on.
static bool mapRepeatedly(int file, uint64_t period, std::byte *data,
                          uint64_t bytes) {
  for (uint64_t begin = 0; begin < bytes; begin += period)
    if (mmap(data + begin, std::min(period, bytes - begin),
             PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
             0) == MAP_FAILED)
      return false;
  return true;
}

Result<Region> Region::repeat(uint64_t period, uint64_t bytes,
                              const char *purpose) {
  Result<Region> region = reserve(bytes, purpose);
  if (!region.ok() || bytes == 0)
    return region;
  int file = memfd_create("cedar", MFD_CLOEXEC);
  if (file < 0)
    return cannotReserve(period, purpose);
  bool mapped = ftruncate(file, off_t(std::min(period, bytes))) == 0 &&
                mapRepeatedly(file, period, region->data(), bytes);
  Status status = mapped ? Status() : cannotReserve(period, purpose);
  close(file);
  return mapped ? std::move(region) : Result<Region>(status);
}
