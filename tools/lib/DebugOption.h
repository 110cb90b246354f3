//===- DebugOption.h - --cedar-debug=<type> -*- C++ -*---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_LIB_DEBUGOPTION_H
#define CEDAR_TOOLS_LIB_DEBUGOPTION_H

namespace cedar {

/// Adds `--cedar-debug=<type,...>`, which prints the debug output of passes
/// (`LDBG`). The packaged LLVM has no `--debug-only`. Does nothing in a build
/// without assertions.
void registerDebugOption();

} // namespace cedar

#endif // CEDAR_TOOLS_LIB_DEBUGOPTION_H
