//===- StreamDecoder.h - text from a token stream -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns tokens into text as they are produced. Bytes of a character that is not
// complete yet are held back; what can never become a character turns into
// U+FFFD, so the output is valid UTF-8 at every step.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_TEXT_STREAMDECODER_H
#define CEDAR_RUNTIME_TEXT_STREAMDECODER_H

#include "runtime/lib/Text/Tokenizer.h"

namespace cedar::rt {

/// Text of one token stream; the tokenizer must outlive it.
class StreamDecoder {
public:
  explicit StreamDecoder(const Tokenizer &tokenizer, bool skipSpecial = true)
      : tokenizer_(tokenizer), skipSpecial_(skipSpecial) {}

  /// Text that became certain with this token; may be empty.
  Result<std::string> push(int32_t id);

  /// Text of the bytes still held back; the stream may then start anew.
  std::string finish();

private:
  const Tokenizer &tokenizer_;
  bool skipSpecial_;
  std::string pending_; ///< start of a character, at most three bytes
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_TEXT_STREAMDECODER_H
