//===- Subprocess.h - running assemblers and linkers ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files in a folder that vanishes, and a program whose first line of output
// becomes the error if it fails.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_TARGET_COMMON_SUBPROCESS_H
#define CEDAR_CODEGEN_TARGET_COMMON_SUBPROCESS_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace cedar {

/// A temporary folder, removed with its contents.
class ScratchFolder {
public:
  static llvm::Expected<ScratchFolder> create();
  ScratchFolder(ScratchFolder &&other) : folder(std::move(other.folder)) {
    other.folder.clear();
  }
  ~ScratchFolder();

  std::string path(const llvm::Twine &name) const {
    return (folder + "/" + name).str();
  }

private:
  explicit ScratchFolder(llvm::SmallString<128> folder)
      : folder(std::move(folder)) {}
  llvm::SmallString<128> folder;
};

llvm::Error writeFile(llvm::StringRef path, llvm::ArrayRef<char> bytes);
llvm::Expected<llvm::SmallVector<char, 0>> readFile(llvm::StringRef path);

/// Runs `command` (program first) and waits for it.
llvm::Error runProgram(llvm::ArrayRef<std::string> command,
                       const ScratchFolder &folder);

} // namespace cedar

#endif // CEDAR_CODEGEN_TARGET_COMMON_SUBPROCESS_H
