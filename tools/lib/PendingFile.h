//===- PendingFile.h - a file that appears when all is well -*- C++ -*-----===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A place that cannot be written is noticed when the work begins; a file of
// that name changes when the work is done, and not at all if it fails.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_LIB_PENDINGFILE_H
#define CEDAR_TOOLS_LIB_PENDINGFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace cedar {

class PendingFile {
public:
  PendingFile() : stream(text) {}
  ~PendingFile();

  /// Takes a place next to `path`; `option` is for the message.
  llvm::Error open(llvm::StringRef option, llvm::StringRef path);
  llvm::raw_ostream &os() { return stream; }
  /// Writes all and replaces what `path` was.
  llvm::Error publish();

private:
  llvm::Error failure(const llvm::Twine &what) const;

  std::string option, path, text;
  llvm::raw_string_ostream stream;
  std::optional<llvm::sys::fs::TempFile> temporary;
};

} // namespace cedar

#endif // CEDAR_TOOLS_LIB_PENDINGFILE_H
