//===- TokenizerConfig.h - begin and end tokens ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `tokenizer_config.json` says about the ends of a prompt: the tokens for
// beginning, end and padding, and whether they are put around a text.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_TEXT_TOKENIZERCONFIG_H
#define CEDAR_RUNTIME_TEXT_TOKENIZERCONFIG_H

#include "runtime/lib/Text/Tokenizer.h"

namespace cedar::rt {

/// Ids are those of the tokenizer; absent ones were not named.
struct TokenizerConfig {
  std::optional<int32_t> bos, eos, pad;
  bool addBos = false;
  bool addEos = false;

  /// Reads `path`; every token it names must be known to `tokenizer`.
  static Result<TokenizerConfig> fromFile(const std::string &path,
                                          const Tokenizer &tokenizer);
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_TEXT_TOKENIZERCONFIG_H
