//===- TokenMap.h - compressed token map ----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compressed token map of Engram (SPEC 3.12): tokens whose text is equal
// after normalisation share an id, ids are numbered by first appearance.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGRAM_TOKENMAP_H
#define CEDAR_RUNTIME_ENGRAM_TOKENMAP_H

#include "runtime/lib/Support/Status.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cedar::rt {

class Tokenizer;

/// Token id to compressed id.
struct TokenMap {
  std::vector<int32_t> ids;
  int32_t count = 0; ///< compressed ids are below this

  /// SHA-256 of the ids as little-endian int32, in hexadecimal.
  std::string sha256() const;

  /// Compressed ids of `tokens`; refuses a token outside the map.
  Result<std::vector<int32_t>>
  compress(const std::vector<int32_t> &tokens) const;
};

/// One token for compression: its spelling and its decoded bytes.
struct TokenText {
  std::string spelling;
  std::string bytes;
};

/// The map of a vocabulary given in id order.
TokenMap tokenMapFromTexts(const std::vector<TokenText> &tokens);

/// The map of a tokenizer's vocabulary.
Result<TokenMap> tokenMapFromTokenizer(const Tokenizer &tokenizer);

/// Reads little-endian int32 ids. Requires exactly `tokens` of them, which are
/// exactly the numbers 0 .. count - 1.
Result<TokenMap> loadTokenMap(const std::string &path, int64_t tokens,
                              int64_t count);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGRAM_TOKENMAP_H
