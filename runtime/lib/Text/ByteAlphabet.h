//===- ByteAlphabet.h - bytes spelled as letters --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Byte-level vocabularies spell every byte as one printable character:
// printable Latin-1 stands for itself, the other 68 bytes for U+0100 onwards.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_TEXT_BYTEALPHABET_H
#define CEDAR_RUNTIME_TEXT_BYTEALPHABET_H

#include <cstdint>
#include <string>
#include <string_view>

namespace cedar::rt {

/// How a vocabulary spells `byte`.
std::string spellByte(uint8_t byte);

/// How a vocabulary spells `bytes`.
std::string spellBytes(std::string_view bytes);

/// The bytes that `token` spells. A token with a character outside the alphabet
/// spells none and stands for its own UTF-8.
std::string bytesOfSpelling(std::string_view token);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_TEXT_BYTEALPHABET_H
