//===- PublishFile.cpp - writing a file whole or not at all ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mkstemp in the folder of the target, so that the rename stays in one file
// system.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/PublishFile.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace cedar::rt;

/// False with errno set on failure.
static bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t step = write(descriptor, bytes.data(), bytes.size());
    if (step < 0 && errno != EINTR)
      return false;
    bytes.remove_prefix(step > 0 ? size_t(step) : 0);
  }
  return true;
}

static Status cannotWrite(const std::string &path) {
  return Status(Code::io,
                "cannot write '" + path + "': " + std::strerror(errno));
}

Status FileSink::append(std::string_view bytes) {
  return writeAll(descriptor_, bytes) ? Status() : cannotWrite(path_);
}

namespace {

/// A file under a temporary name, removed unless it is published.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &path)
      : path_(path), name_(path + ".XXXXXX"), descriptor_(mkstemp(&name_[0])) {}

  ~TemporaryFile() {
    if (descriptor_ < 0)
      return;
    close(descriptor_);
    if (!published_)
      unlink(name_.c_str());
  }

  /// Lets `write` fill the file, flushes it and gives it its name.
  Status publish(const FileWriter &write) {
    if (descriptor_ < 0)
      return cannotWrite(path_);
    FileSink sink(path_, descriptor_);
    if (Status status = write(sink); !status.ok())
      return status;
    published_ = setMode() && fsync(descriptor_) == 0 &&
                 rename(name_.c_str(), path_.c_str()) == 0;
    return published_ ? Status() : cannotWrite(path_);
  }

private:
  /// mkstemp makes files private; published ones follow the user's mask.
  bool setMode() {
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(descriptor_, 0666 & ~mask) == 0;
  }

  std::string path_, name_;
  int descriptor_;
  bool published_ = false;
};

} // namespace

/// True for something like /dev/stdout, which is written to, not replaced.
static bool isSpecialFile(const std::string &path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) &&
         !S_ISDIR(info.st_mode);
}

/// Makes a rename in the folder of `path` durable. Folders that cannot be
/// flushed are left to the operating system.
static void flushFolder(const std::string &path) {
  size_t slash = path.rfind('/');
  std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
  int descriptor = open(folder.empty() ? "/" : folder.c_str(),
                        O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return;
  fsync(descriptor);
  close(descriptor);
}

static Status writeSpecialFile(const std::string &path,
                               const FileWriter &write) {
  int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0)
    return cannotWrite(path);
  FileSink sink(path, descriptor);
  Status status = write(sink);
  close(descriptor);
  return status;
}

Status cedar::rt::publishFile(const std::string &path,
                              const FileWriter &write) {
  if (isSpecialFile(path))
    return writeSpecialFile(path, write);
  Status status = TemporaryFile(path).publish(write);
  if (status.ok())
    flushFolder(path);
  return status;
}

Status cedar::rt::publishFile(const std::string &path, std::string_view bytes) {
  return publishFile(path, [&](FileSink &sink) { return sink.append(bytes); });
}
