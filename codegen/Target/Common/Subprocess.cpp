//===- Subprocess.cpp - running assemblers and linkers ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/Common/Subprocess.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace cedar {

Expected<ScratchFolder> ScratchFolder::create() {
  SmallString<128> folder;
  if (std::error_code error = sys::fs::createUniqueDirectory("cedar", folder))
    return createFileError(folder, error);
  return ScratchFolder(std::move(folder));
}

ScratchFolder::~ScratchFolder() {
  if (!folder.empty())
    sys::fs::remove_directories(folder);
}

Error writeFile(StringRef path, ArrayRef<char> bytes) {
  std::error_code error;
  raw_fd_ostream os(path, error);
  if (!error) {
    os.write(bytes.data(), bytes.size());
    os.close();
    error = os.error();
  }
  return error ? createFileError(path, error) : Error::success();
}

Expected<SmallVector<char, 0>> readFile(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false);
  if (!buffer)
    return createFileError(path, buffer.getError());
  StringRef bytes = (*buffer)->getBuffer();
  return SmallVector<char, 0>(bytes.begin(), bytes.end());
}

Error runProgram(ArrayRef<std::string> command, const ScratchFolder &folder) {
  SmallVector<StringRef> arguments(command.begin(), command.end());
  std::string log = folder.path("log");
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(log),
                                          StringRef(log)};
  std::string error;
  int code = sys::ExecuteAndWait(command.front(), arguments, std::nullopt,
                                 redirects, 0, 0, &error);
  if (code == 0)
    return Error::success();
  if (auto text = MemoryBuffer::getFile(log); error.empty() && text)
    error = (*text)->getBuffer().split('\n').first.str();
  return createStringError("'" + command.front() + "' failed with exit code " +
                           Twine(code) + ": " + error);
}

} // namespace cedar
