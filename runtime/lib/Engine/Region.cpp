//===- Region.cpp - reserved memory ---------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An anonymous mapping without reserved swap.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Region.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
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

Result<Region> Region::reserve(uint64_t bytes, const char *purpose) {
  Region region;
  if (bytes == 0)
    return Result<Region>(std::move(region));
  void *data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED)
    return Status(Code::exhausted, "cannot reserve " + std::to_string(bytes) +
                                       " bytes for " + purpose + ": " +
                                       std::strerror(errno));
  region.data_ = static_cast<std::byte *>(data);
  region.size_ = bytes;
  return Result<Region>(std::move(region));
}
