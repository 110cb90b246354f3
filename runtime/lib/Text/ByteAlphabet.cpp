//===- ByteAlphabet.cpp - bytes spelled as letters ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The alphabet is computed once from its rule, not listed.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Text/ByteAlphabet.h"

#include "runtime/lib/Support/Utf8.h"

#include <array>
#include <optional>

using namespace cedar::rt;

/// Bytes that stand for themselves.
static bool isPrintable(unsigned byte) {
  return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) ||
         byte >= 0xae;
}

namespace {

/// Both directions of the alphabet.
struct Alphabet {
  static constexpr uint32_t firstExtra = 0x100;

  Alphabet() {
    uint32_t extra = firstExtra;
    for (unsigned byte = 0; byte < 256; ++byte) {
      uint32_t codePoint = isPrintable(byte) ? byte : extra++;
      appendUtf8(spelling[byte], codePoint);
      byteOf[codePoint] = static_cast<int16_t>(byte);
    }
  }

  std::optional<uint8_t> byte(uint32_t codePoint) const {
    if (codePoint >= byteOf.size() || byteOf[codePoint] < 0)
      return std::nullopt;
    return static_cast<uint8_t>(byteOf[codePoint]);
  }

  std::array<std::string, 256> spelling;
  std::array<int16_t, firstExtra + 68> byteOf = filledWith(-1);

private:
  static std::array<int16_t, firstExtra + 68> filledWith(int16_t value) {
    std::array<int16_t, firstExtra + 68> array;
    array.fill(value);
    return array;
  }
};

} // namespace

static const Alphabet &alphabet() {
  static const Alphabet instance;
  return instance;
}

std::string cedar::rt::spellByte(uint8_t byte) {
  return alphabet().spelling[byte];
}

std::string cedar::rt::spellBytes(std::string_view bytes) {
  std::string token;
  for (char byte : bytes)
    token += alphabet().spelling[static_cast<uint8_t>(byte)];
  return token;
}

std::string cedar::rt::bytesOfSpelling(std::string_view token) {
  std::string bytes;
  for (size_t at = 0; at < token.size();) {
    Utf8Char next = readUtf8(token, at);
    std::optional<uint8_t> byte;
    if (next.kind == Utf8Char::valid)
      byte = alphabet().byte(next.codePoint);
    if (!byte)
      return std::string(token);
    bytes += static_cast<char>(*byte);
    at += next.length;
  }
  return bytes;
}
