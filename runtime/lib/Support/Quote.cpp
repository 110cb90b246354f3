//===- Quote.cpp - foreign text inside messages ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes at or above 0x80 are shown when they are valid UTF-8 and no control
// character; a cut never falls inside a character.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/Quote.h"

#include "runtime/lib/Support/Utf8.h"

using namespace cedar::rt;

/// Bytes of a name that are shown; real tensor names are far shorter.
static constexpr size_t maxNameBytes = 160;

static void appendEscaped(std::string &out, std::string_view bytes) {
  static const char digits[] = "0123456789abcdef";
  for (unsigned char byte : bytes) {
    out += "\\x";
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
}

std::string cedar::rt::printable(std::string_view text, size_t limit) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (at >= limit)
      return out + "...";
    Utf8Char next = readUtf8(text, at);
    std::string_view bytes = text.substr(at, next.length);
    bool control = next.codePoint < 0x20 ||
                   (next.codePoint >= 0x7f && next.codePoint < 0xa0);
    if (next.kind != Utf8Char::valid || control)
      appendEscaped(out, bytes);
    else
      out += bytes;
    at += next.length;
  }
  return out;
}

std::string cedar::rt::quoteName(std::string_view name) {
  return "'" + printable(name, maxNameBytes) + "'";
}
