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

#include "codegen/Target/Common/Subprocess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace cedar {

/// The linker: CEDAR_LLD, then the path, then the LLVM package's folder.
static Expected<std::string> findLinker() {
  if (auto given = sys::Process::GetEnv("CEDAR_LLD")) {
    if (sys::fs::can_execute(*given))
      return *given;
    return createStringError("CEDAR_LLD: expected the path of ld.lld, found '" +
                             *given + "', which is no program");
  }
  for (StringRef name : {"ld.lld-22", "ld.lld"})
    if (auto found = sys::findProgramByName(name))
      return *found;
  if (auto found = sys::findProgramByName("ld.lld", {"/usr/lib/llvm-22/bin"}))
    return *found;
  return createStringError(
      "ld.lld not found: tried $CEDAR_LLD, ld.lld-22 and ld.lld on "
      "the path, and /usr/lib/llvm-22/bin; install lld-22");
}

Expected<SmallVector<char, 0>>
linkSharedObject(ArrayRef<SmallVector<char, 0>> objects,
                 const CodeOptions &options) {
  auto linker = findLinker();
  if (!linker)
    return linker.takeError();
  auto folder = ScratchFolder::create();
  if (!folder)
    return folder.takeError();
  std::string output = folder->path("code.so");
  std::vector<std::string> command = {*linker,
                                      "-shared",
                                      "--build-id=none",
                                      "--hash-style=gnu",
                                      "-soname",
                                      "cedar-kernels",
                                      "-o",
                                      output};
  if (!options.sanitizeAddress)
    command.insert(command.end(), {"-z", "defs"});
  for (auto [i, object] : enumerate(objects)) {
    command.push_back(folder->path(Twine(i) + ".o"));
    if (Error error = writeFile(command.back(), object))
      return std::move(error);
  }
  if (Error error = runProgram(command, *folder))
    return std::move(error);
  return readFile(output);
}

} // namespace cedar
