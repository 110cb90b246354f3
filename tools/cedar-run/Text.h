//===- Text.h - text of a checkpoint folder -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tokenizer of a checkpoint folder, if it has one, and what goes in front
// of a prompt.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARRUN_TEXT_H
#define CEDAR_TOOLS_CEDARRUN_TEXT_H

#include "cedar.h"
#include "runtime/lib/Text/Tokenizer.h"

#include <optional>
#include <string>
#include <vector>

namespace cedar {

/// Turns prompts into tokens and tokens into text.
class Text {
public:
  /// Reads tokenizer.json and tokenizer_config.json of `folder`. Without the
  /// former only token ids can be used.
  Text(const std::string &folder, const cedar_module_info &info);

  bool available() const { return tokenizer_.has_value(); }
  const rt::Tokenizer &tokenizer() const { return *tokenizer_; }

  /// Tokens of a prompt, with the begin-of-text token if the folder asks for
  /// it and `bos` allows it.
  std::vector<int32_t> encode(const std::string &text, bool bos) const;

  /// Text of tokens without special ones; empty without a tokenizer.
  std::string decode(const std::vector<int32_t> &tokens) const;

private:
  std::string folder_;
  std::optional<rt::Tokenizer> tokenizer_;
  std::optional<int32_t> bos_;
};

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARRUN_TEXT_H
