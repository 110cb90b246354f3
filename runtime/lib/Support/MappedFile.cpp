//===- MappedFile.cpp - read-only memory mapping --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mmap with MAP_SHARED, so that several processes share the page cache.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/MappedFile.h"

#include "runtime/lib/Support/Align.h"
#include "runtime/lib/Support/File.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <utility>

using namespace cedar::rt;

MappedFile::MappedFile(MappedFile &&other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

MappedFile &MappedFile::operator=(MappedFile &&other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_)
    munmap(const_cast<std::byte *>(data_), size_);
}

Result<MappedFile> MappedFile::open(const std::string &path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file.ok())
    return file.status();
  MappedFile mapped;
  if (file->size() == 0)
    return mapped;
  void *data = mmap(nullptr, file->size(), PROT_READ, MAP_SHARED,
                    file->descriptor(), /*offset=*/0);
  if (data == MAP_FAILED)
    return Status(Code::io, "cannot map '" + path + "' (" +
                                std::to_string(file->size()) +
                                " bytes): " + std::strerror(errno));
  mapped.data_ = static_cast<const std::byte *>(data);
  mapped.size_ = file->size();
  return mapped;
}

void cedar::rt::adviseScatteredReads(const std::byte *data, uint64_t bytes) {
  auto begin = reinterpret_cast<uintptr_t>(data);
  uintptr_t first = alignDown(begin, mappedPageBytes);
  // Advice only: a system that does not know it reads more than it needs to.
  madvise(reinterpret_cast<void *>(first), begin + bytes - first, MADV_RANDOM);
}
