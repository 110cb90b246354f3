//===- StreamDecoder.cpp - text from a token stream -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is held back is at most the start of one character, so a step costs the
// length of its token.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Text/StreamDecoder.h"

#include "runtime/lib/Support/Utf8.h"

#include <utility>

using namespace cedar::rt;

/// Bytes at the end that start a character without finishing it.
static size_t incompleteTail(std::string_view bytes) {
  for (size_t at = 0; at < bytes.size();) {
    Utf8Char next = readUtf8(bytes, at);
    if (next.kind == Utf8Char::incomplete)
      return bytes.size() - at;
    at += next.length;
  }
  return 0;
}

Result<std::string> StreamDecoder::push(int32_t id) {
  Result<std::string> bytes = tokenizer_.decodeToken(id);
  if (!bytes.ok() || (skipSpecial_ && tokenizer_.isSpecial(id)))
    return bytes.ok() ? Result<std::string>(std::string()) : bytes;
  pending_ += *bytes;
  size_t certain = pending_.size() - incompleteTail(pending_);
  std::string text = lossyUtf8(std::string_view(pending_).substr(0, certain));
  pending_.erase(0, certain);
  return text;
}

std::string StreamDecoder::finish() {
  return lossyUtf8(std::exchange(pending_, std::string()));
}
