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

#include <string>
#include <string_view>

namespace cedar::rt {

/// Writes `bytes` under a temporary name next to `path`, flushes them to the
/// disk and renames the file. On failure nothing is left behind and an existing
/// file is untouched.
Status publishFile(const std::string &path, std::string_view bytes);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ARTIFACT_PUBLISHFILE_H
