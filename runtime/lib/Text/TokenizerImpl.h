//===- TokenizerImpl.h - parts of a tokenizer -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loaded tokenizer consists of, and the reader that fills it. Private to
// this folder.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_TEXT_TOKENIZERIMPL_H
#define CEDAR_RUNTIME_TEXT_TOKENIZERIMPL_H

#include "runtime/lib/Text/AddedTokens.h"
#include "runtime/lib/Text/Merges.h"
#include "runtime/lib/Text/PreTokenizer.h"
#include "runtime/lib/Text/Tokenizer.h"
#include "runtime/lib/Text/Vocabulary.h"

#include <array>

namespace cedar::rt {

struct Tokenizer::Impl {
  static constexpr int32_t noToken = -1;

  Vocabulary vocabulary;
  AddedTokens addedTokens;
  PreTokenizer preTokenizer;
  Merges merges;
  /// A piece that is a token as a whole is not merged.
  bool ignoreMerges = false;
  /// Token of each single byte, or `noToken`.
  std::array<int32_t, 256> byteTokens;

  /// Appends the tokens of text that holds no added token.
  Status encodePlain(std::string_view text, std::vector<int32_t> &ids) const;
  /// Appends the tokens of one piece.
  Status encodePiece(const std::string &piece, std::vector<int32_t> &ids) const;
};

/// Reads a tokenizer.json; `where` opens every message.
Result<std::unique_ptr<Tokenizer::Impl>>
readTokenizer(std::string_view json, const std::string &where);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_TEXT_TOKENIZERIMPL_H
