//===- File.h - reading files ---------------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading a small text file whole, and ranges of large files, with errors that
// name the file. Nothing is allocated before the size is known and allowed.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SUPPORT_FILE_H
#define CEDAR_RUNTIME_SUPPORT_FILE_H

#include "runtime/lib/Support/Status.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace cedar::rt {

/// A file opened for reading; closed when the object dies.
class InputFile {
public:
  InputFile(InputFile &&other) noexcept;
  InputFile &operator=(InputFile &&) = delete;
  ~InputFile();

  /// Opens a regular file and learns its size.
  static Result<InputFile> open(const std::string &path);

  int descriptor() const { return descriptor_; }
  uint64_t size() const { return size_; }
  const std::string &path() const { return path_; }

  /// Reads exactly `size` bytes at `offset`.
  Status readAt(uint64_t offset, void *data, size_t size) const;

private:
  InputFile(std::string path, int descriptor, uint64_t size);

  std::string path_;
  int descriptor_ = -1;
  uint64_t size_ = 0;
};

/// The bytes of `path`, refused when it holds more than `limit`.
Result<std::string> readFile(const std::string &path, uint64_t limit);

/// True when `path` names something that exists.
bool fileExists(const std::string &path);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SUPPORT_FILE_H
