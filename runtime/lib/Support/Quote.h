//===- Quote.h - foreign text inside messages -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names and excerpts that come from files may hold anything; in a message they
// must stay one readable line of UTF-8.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SUPPORT_QUOTE_H
#define CEDAR_RUNTIME_SUPPORT_QUOTE_H

#include <string>
#include <string_view>

namespace cedar::rt {

/// `text` with control characters and bytes that are not UTF-8 as \xNN, cut
/// with
/// "..." behind `limit` bytes.
std::string printable(std::string_view text, size_t limit);

/// `name`, printable and shortened if it is long, in single quotes.
std::string quoteName(std::string_view name);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SUPPORT_QUOTE_H
