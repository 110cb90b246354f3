//===- Quote.cpp - names inside messages ----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/Quote.h"

using namespace cedar::rt;

/// Bytes of a name that are shown; real tensor names are far shorter.
static constexpr size_t maxShown = 160;

std::string cedar::rt::quoteName(std::string_view name) {
  static const char digits[] = "0123456789abcdef";
  std::string text = "'";
  for (unsigned char byte : name.substr(0, maxShown)) {
    if (byte >= 0x20 && byte != 0x7f) {
      text += static_cast<char>(byte);
      continue;
    }
    text += "\\x";
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text + (name.size() > maxShown ? "...'" : "'");
}
