//===- Ptxas.cpp - machine code by ptxas ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas is a subprocess and optional: without it an artifact holds PTX only.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/Common/Subprocess.h"
#include "codegen/Target/NVVM/PtxCode.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace cedar {

std::optional<std::string> findPtxas() {
  if (auto given = sys::Process::GetEnv("CEDAR_PTXAS"))
    return given;
  if (auto found = sys::findProgramByName("ptxas"))
    return *found;
  if (auto found = sys::findProgramByName("ptxas", {"/usr/local/cuda/bin"}))
    return *found;
  return std::nullopt;
}

Expected<std::string> assemblePtx(StringRef ptxas, StringRef ptx,
                                  const Chip &chip) {
  auto folder = ScratchFolder::create();
  if (!folder)
    return folder.takeError();
  std::string input = folder->path("kernels.ptx"),
              output = folder->path("kernels.cubin");
  if (Error error = writeFile(input, ArrayRef<char>(ptx.data(), ptx.size())))
    return std::move(error);
  std::string arch = ("-arch=" + chip.name).str();
  if (Error error =
          runProgram({ptxas.str(), arch, "-o", output, input}, *folder))
    return std::move(error);
  auto bytes = readFile(output);
  if (!bytes)
    return bytes.takeError();
  return std::string(bytes->begin(), bytes->end());
}

} // namespace cedar
