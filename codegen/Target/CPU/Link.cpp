//===- Link.cpp - linking object code with ld.lld ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The LLVM package has no linker library, so the linker is a subprocess.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/CPU/ObjectCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace cedar {

/// The linker: CEDAR_LLD, then the path, then the LLVM package's folder.
static Expected<std::string> findLinker() {
  if (auto given = sys::Process::GetEnv("CEDAR_LLD"))
    return *given;
  for (StringRef name : {"ld.lld-22", "ld.lld"})
    if (auto found = sys::findProgramByName(name))
      return *found;
  if (auto found = sys::findProgramByName("ld.lld", {"/usr/lib/llvm-22/bin"}))
    return *found;
  return createStringError(
      "ld.lld not found: tried $CEDAR_LLD, ld.lld-22 and ld.lld on "
      "the path, and /usr/lib/llvm-22/bin; install lld-22");
}

static Error writeFile(StringRef path, ArrayRef<char> bytes) {
  std::error_code error;
  raw_fd_ostream os(path, error);
  if (!error) {
    os.write(bytes.data(), bytes.size());
    os.close();
    error = os.error();
  }
  return error ? createFileError(path, error) : Error::success();
}

static Error runLinker(StringRef linker, ArrayRef<std::string> arguments,
                       StringRef log) {
  SmallVector<StringRef> refs(arguments.begin(), arguments.end());
  std::optional<StringRef> redirects[] = {StringRef(""), log, log};
  std::string error;
  int code =
      sys::ExecuteAndWait(linker, refs, std::nullopt, redirects, 0, 0, &error);
  if (code == 0)
    return Error::success();
  if (auto text = MemoryBuffer::getFile(log); error.empty() && text)
    error = (*text)->getBuffer().split('\n').first.str();
  return createStringError("'" + linker + "' failed with exit code " +
                           Twine(code) + ": " + error);
}

Expected<SmallVector<char, 0>>
linkSharedObject(ArrayRef<SmallVector<char, 0>> objects,
                 const CodeOptions &options) {
  auto linker = findLinker();
  if (!linker)
    return linker.takeError();
  SmallString<128> folder;
  if (std::error_code error =
          sys::fs::createUniqueDirectory("cedar-link", folder))
    return createFileError(folder, error);
  auto remove = scope_exit([&] { sys::fs::remove_directories(folder); });

  std::string output = (folder + "/code.so").str();
  std::vector<std::string> arguments = {*linker,
                                        "-shared",
                                        "--build-id=none",
                                        "--hash-style=gnu",
                                        "-soname",
                                        "cedar-kernels",
                                        "-o",
                                        output};
  if (!options.sanitizeAddress)
    arguments.insert(arguments.end(), {"-z", "defs"});
  for (auto [i, object] : enumerate(objects)) {
    arguments.push_back((folder + "/" + Twine(i) + ".o").str());
    if (Error error = writeFile(arguments.back(), object))
      return std::move(error);
  }
  if (Error error = runLinker(*linker, arguments, (folder + "/log").str()))
    return std::move(error);
  auto buffer = MemoryBuffer::getFile(output, /*IsText=*/false);
  if (!buffer)
    return createFileError(output, buffer.getError());
  StringRef bytes = (*buffer)->getBuffer();
  return SmallVector<char, 0>(bytes.begin(), bytes.end());
}

} // namespace cedar
