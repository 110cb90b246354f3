//===- Utf8.h - reading and writing UTF-8 ---------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// UTF-8 with exact knowledge of where broken text stops being text. A malformed
// sequence ends before the first byte that cannot continue it, and becomes one
// U+FFFD ("maximal subpart", Unicode 3.9).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SUPPORT_UTF8_H
#define CEDAR_RUNTIME_SUPPORT_UTF8_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cedar::rt {

/// What stands at one place of a byte string.
struct Utf8Char {
  enum Kind { valid, malformed, incomplete };
  Kind kind = malformed;
  uint32_t codePoint = 0; ///< when valid
  size_t length = 1;      ///< bytes; at least 1
};

/// Reads at `at`, which must be inside `bytes`. `incomplete`: the bytes up to
/// the end start a character that more bytes could finish.
Utf8Char readUtf8(std::string_view bytes, size_t at);

/// Appends the encoding of `codePoint`.
void appendUtf8(std::string &text, uint32_t codePoint);

/// `bytes` with U+FFFD for everything that is not UTF-8.
std::string lossyUtf8(std::string_view bytes);

/// Where `bytes` stops being UTF-8, or nothing if it never does.
std::optional<size_t> findInvalidUtf8(std::string_view bytes);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SUPPORT_UTF8_H
