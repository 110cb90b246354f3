//===- Quote.h - names inside messages ------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names that come from files may hold anything; in a message they must stay one
// readable line.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SUPPORT_QUOTE_H
#define CEDAR_RUNTIME_SUPPORT_QUOTE_H

#include <string>
#include <string_view>

namespace cedar::rt {

/// `name` in single quotes, control bytes as \xNN, long names shortened.
std::string quoteName(std::string_view name);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SUPPORT_QUOTE_H
