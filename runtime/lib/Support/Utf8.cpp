//===- Utf8.cpp - reading and writing UTF-8 -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One decoder, byte by byte, after table 3-7 of the Unicode Standard;
// everything else is a loop around it.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/Utf8.h"

using namespace cedar::rt;

namespace {

/// What a first byte promises: length and the range of the second byte, which
/// excludes overlong forms, surrogates and values above U+10FFFF.
struct Lead {
  size_t length;
  uint8_t secondMin, secondMax;
};

} // namespace

static Lead lead(uint8_t byte) {
  if (byte < 0x80)
    return {1, 0, 0};
  if (byte < 0xc2)
    return {0, 0, 0};
  if (byte < 0xe0)
    return {2, 0x80, 0xbf};
  if (byte < 0xf0)
    return {3, uint8_t(byte == 0xe0 ? 0xa0 : 0x80),
            uint8_t(byte == 0xed ? 0x9f : 0xbf)};
  if (byte < 0xf5)
    return {4, uint8_t(byte == 0xf0 ? 0x90 : 0x80),
            uint8_t(byte == 0xf4 ? 0x8f : 0xbf)};
  return {0, 0, 0};
}

Utf8Char cedar::rt::readUtf8(std::string_view bytes, size_t at) {
  uint8_t first = static_cast<uint8_t>(bytes[at]);
  Lead form = lead(first);
  if (form.length == 0)
    return {Utf8Char::malformed, 0, 1};
  if (form.length == 1)
    return {Utf8Char::valid, first, 1};
  uint32_t codePoint = first & (0x7fu >> form.length);
  for (size_t i = 1; i < form.length; ++i) {
    if (at + i == bytes.size())
      return {Utf8Char::incomplete, 0, i};
    uint8_t byte = static_cast<uint8_t>(bytes[at + i]);
    uint8_t low = i == 1 ? form.secondMin : 0x80;
    uint8_t high = i == 1 ? form.secondMax : 0xbf;
    if (byte < low || byte > high)
      return {Utf8Char::malformed, 0, i};
    codePoint = codePoint << 6 | (byte & 0x3f);
  }
  return {Utf8Char::valid, codePoint, form.length};
}

void cedar::rt::appendUtf8(std::string &text, uint32_t codePoint) {
  auto continuation = [&](unsigned shift) {
    text += static_cast<char>(0x80 | ((codePoint >> shift) & 0x3f));
  };
  if (codePoint < 0x80) {
    text += static_cast<char>(codePoint);
    return;
  }
  if (codePoint < 0x800) {
    text += static_cast<char>(0xc0 | (codePoint >> 6));
  } else if (codePoint < 0x10000) {
    text += static_cast<char>(0xe0 | (codePoint >> 12));
    continuation(6);
  } else {
    text += static_cast<char>(0xf0 | (codePoint >> 18));
    continuation(12);
    continuation(6);
  }
  continuation(0);
}

std::string cedar::rt::lossyUtf8(std::string_view bytes) {
  std::string text;
  for (size_t at = 0; at < bytes.size();) {
    Utf8Char next = readUtf8(bytes, at);
    if (next.kind == Utf8Char::valid)
      text.append(bytes, at, next.length);
    else
      appendUtf8(text, 0xfffd);
    at += next.length;
  }
  return text;
}

std::optional<size_t> cedar::rt::findInvalidUtf8(std::string_view bytes) {
  for (size_t at = 0; at < bytes.size();) {
    Utf8Char next = readUtf8(bytes, at);
    if (next.kind != Utf8Char::valid)
      return at;
    at += next.length;
  }
  return std::nullopt;
}
