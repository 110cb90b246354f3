//===- MappedFile.h - read-only memory mapping ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file mapped read-only into memory, shared with every other process that
// maps it, unmapped when the object dies.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SUPPORT_MAPPEDFILE_H
#define CEDAR_RUNTIME_SUPPORT_MAPPEDFILE_H

#include "runtime/lib/Support/Status.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace cedar::rt {

/// Owns one read-only mapping; movable, not copyable.
class MappedFile {
public:
  MappedFile() = default;
  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;
  ~MappedFile();

  /// Maps all of `path`. An empty file gives a valid mapping of size 0.
  static Result<MappedFile> open(const std::string &path);

  const std::byte *data() const { return data_; }
  uint64_t size() const { return size_; }

private:
  const std::byte *data_ = nullptr;
  uint64_t size_ = 0;
};

/// Tells the system that `bytes` of a mapping from `data` on are read in small
/// pieces far apart: it then reads no more than the pages of these pieces.
void adviseScatteredReads(const std::byte *data, uint64_t bytes);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SUPPORT_MAPPEDFILE_H
