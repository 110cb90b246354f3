//===- PreTokenizer.h - text into pieces ----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pre-tokenisation: each step splits the pieces of the step before at the
// matches of an expression, so that no merge crosses a boundary. Bytes are
// never changed, except that a step may put a space in front of a piece.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_TEXT_PRETOKENIZER_H
#define CEDAR_RUNTIME_TEXT_PRETOKENIZER_H

#include "runtime/lib/Support/Status.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cedar::rt {

class PreTokenizer {
public:
  PreTokenizer();
  PreTokenizer(PreTokenizer &&) noexcept;
  PreTokenizer &operator=(PreTokenizer &&) noexcept;
  ~PreTokenizer();

  /// Every match of `pattern`, and every stretch between two, is a piece.
  Status addSplit(std::string_view pattern);
  /// The same for a plain string.
  Status addLiteralSplit(std::string_view text);
  /// Pieces that do not start with a space get one.
  void addPrefixSpace();

  /// The pieces of valid UTF-8 `text`, in order, none empty.
  Result<std::vector<std::string>> split(std::string_view text) const;

private:
  struct Step;

  Status addExpression(std::string_view pattern, uint32_t flags);

  std::vector<std::unique_ptr<Step>> steps;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_TEXT_PRETOKENIZER_H
