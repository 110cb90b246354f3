//===- File.cpp - reading files -------------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// POSIX reads that survive interruption and short counts.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/File.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace cedar::rt;

/// The status of a failed system call on `path`.
static Status systemError(const char *what, const std::string &path) {
  Code code = errno == ENOENT ? Code::notFound : Code::io;
  return Status(code, std::string("cannot ") + what + " '" + path +
                          "': " + std::strerror(errno));
}

InputFile::InputFile(std::string path, int descriptor, uint64_t size)
    : path_(std::move(path)), descriptor_(descriptor), size_(size) {}

InputFile::InputFile(InputFile &&other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

InputFile::~InputFile() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

Result<InputFile> InputFile::open(const std::string &path) {
  // O_NONBLOCK: a named pipe must not hang before it is refused below.
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return systemError("open", path);
  InputFile file(path, descriptor, 0);
  struct stat info;
  if (fstat(descriptor, &info) != 0)
    return systemError("inspect", path);
  if (!S_ISREG(info.st_mode))
    return Status(Code::invalidArgument,
                  "expected a regular file at '" + path + "'");
  file.size_ = static_cast<uint64_t>(info.st_size);
  return file;
}

Status InputFile::readAt(uint64_t offset, void *data, size_t size) const {
  char *out = static_cast<char *>(data);
  while (size > 0) {
    // Linux reads at most 2 GiB - 4 KiB in one call.
    size_t step = std::min(size, size_t(1) << 30);
    ssize_t got = pread(descriptor_, out, step, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return systemError("read", path_);
    if (got == 0)
      return Status(Code::corrupt, "'" + path_ + "' ends at byte " +
                                       std::to_string(offset) + ", expected " +
                                       std::to_string(size) + " more bytes");
    out += got;
    offset += static_cast<uint64_t>(got);
    size -= static_cast<size_t>(got);
  }
  return Status();
}

Result<std::string> cedar::rt::readFile(const std::string &path,
                                        uint64_t limit) {
  Result<InputFile> file = InputFile::open(path);
  if (!file.ok())
    return file.status();
  if (file->size() > limit)
    return Status(Code::corrupt,
                  "'" + path + "' holds " + std::to_string(file->size()) +
                      " bytes, expected at most " + std::to_string(limit));
  std::string bytes(file->size(), '\0');
  if (Status status = file->readAt(0, bytes.data(), bytes.size()); !status.ok())
    return status;
  return bytes;
}

bool cedar::rt::fileExists(const std::string &path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0;
}
