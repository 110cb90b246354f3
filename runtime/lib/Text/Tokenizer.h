//===- Tokenizer.h - byte-level BPE tokenizer -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Byte-level BPE as `tokenizer.json` describes it. The text is cut at added
// tokens, the rest is split by the pre-tokenizers' expressions, and the bytes
// of each piece are merged by rank. What the file asks for beyond that is
// refused by name at load, never ignored.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_TEXT_TOKENIZER_H
#define CEDAR_RUNTIME_TEXT_TOKENIZER_H

#include "runtime/lib/Support/Status.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cedar::rt {

/// Immutable after load; every method may be called from any thread.
class Tokenizer {
public:
  struct Impl;

  Tokenizer(Tokenizer &&) noexcept;
  Tokenizer &operator=(Tokenizer &&) noexcept;
  ~Tokenizer();

  /// Reads `path`, a tokenizer.json.
  static Result<Tokenizer> fromFile(const std::string &path);

  /// The same from memory; `where` opens every message.
  static Result<Tokenizer> fromJson(std::string_view json,
                                    const std::string &where);

  /// Ids of UTF-8 `text`. Added tokens inside the text are recognised; nothing
  /// is put in front or behind (see TokenizerConfig for that).
  Result<std::vector<int32_t>> encode(std::string_view text) const;

  /// Bytes of `ids`, joined. Special tokens are left out on request.
  Result<std::string> decode(const std::vector<int32_t> &ids,
                             bool skipSpecial = false) const;

  /// Raw bytes of one token, which need not be whole characters.
  Result<std::string> decodeToken(int32_t id) const;

  /// The token as the vocabulary spells it, or nothing for an unused id.
  std::optional<std::string> idToToken(int32_t id) const;

  /// The id of a token in the vocabulary's spelling, or nothing.
  std::optional<int32_t> tokenToId(std::string_view token) const;

  /// True for an added token that is marked special.
  bool isSpecial(int32_t id) const;

  /// Number of tokens, added ones included.
  int32_t vocabSize() const;

private:
  explicit Tokenizer(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_TEXT_TOKENIZER_H
