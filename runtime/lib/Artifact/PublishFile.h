//===- PublishFile.h - writing a file whole or not at all -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files that readers only ever see complete.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ARTIFACT_PUBLISHFILE_H
#define CEDAR_RUNTIME_ARTIFACT_PUBLISHFILE_H

#include "runtime/lib/Support/Status.h"

#include <functional>
#include <string>
#include <string_view>

namespace cedar::rt {

/// Where the bytes of a file go, from its first to its last.
class FileSink {
public:
  /// `path` is for messages.
  FileSink(const std::string &path, int descriptor)
      : path_(path), descriptor_(descriptor) {}

  Status append(std::string_view bytes);

private:
  const std::string &path_;
  int descriptor_;
};

/// Writes a file piece by piece; its failure is that of the publication.
using FileWriter = std::function<Status(FileSink &)>;

/// Lets `write` fill a file under a temporary name next to `path`, flushes it
/// to the disk and renames it. On failure nothing is left behind and an
/// existing file is untouched.
Status publishFile(const std::string &path, const FileWriter &write);

/// The same with all bytes at once.
Status publishFile(const std::string &path, std::string_view bytes);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ARTIFACT_PUBLISHFILE_H
