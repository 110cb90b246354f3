//===- RegexSyntax.cpp - expressions of tokenizer.json --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Differences that matter, Oniguruma against ICU:
//   \s \S   White_Space; ICU's \s lacks U+000B and U+0085
//   \w \W   letters and only some of No; ICU differs in hundreds of characters
//   ^ $     ends of lines; in ICU ends of the text
//   {n,m}+  repetition of a repetition; in ICU possessive
//   \h etc. other meanings
// Categories such as \p{L} agree for every character that ICU's Unicode version
// knows; characters assigned later count as unassigned here.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Text/RegexSyntax.h"

#include "runtime/lib/Support/Quote.h"

using namespace cedar::rt;

namespace {

/// One walk over an expression.
class Rewriter {
public:
  explicit Rewriter(std::string_view pattern) : pattern(pattern) {}

  Result<std::string> run() {
    while (at < pattern.size())
      if (Status status = rewriteNext(); !status.ok())
        return status;
    return std::move(out);
  }

private:
  Status unsupported(std::string_view part) const {
    return Status(Code::incompatible, "expression " + quoteName(pattern) +
                                          ": " + quoteName(part) +
                                          " is not supported");
  }

  Status rewriteNext() {
    char c = pattern[at];
    if (c == '\\')
      return rewriteEscape();
    if (setDepth == 0 && (c == '^' || c == '$'))
      return unsupported(pattern.substr(at, 1));
    if (setDepth == 0 && c == '}' && pattern.substr(at + 1, 1) == "+")
      return unsupported(pattern.substr(at, 2));
    if (c == '[')
      return copySetStart();
    if (c == ']' && setDepth > 0)
      --setDepth;
    out += c;
    ++at;
    return Status();
  }

  /// Copies "[" or "[^"; a "]" right behind would be a member.
  Status copySetStart() {
    ++setDepth;
    out += pattern[at++];
    if (pattern.substr(at, 1) == "^")
      out += pattern[at++];
    if (pattern.substr(at, 1) == "]" || pattern.substr(at, 1) == ":")
      return unsupported(pattern.substr(at - 1, 2));
    return Status();
  }

  Status rewriteEscape() {
    if (at + 1 == pattern.size())
      return unsupported("\\");
    char c = pattern[at + 1];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    bool digit = c >= '0' && c <= '9';
    if (c == 's')
      out += "\\p{White_Space}";
    else if (c == 'S')
      out += "\\P{White_Space}";
    else if (digit || (letter && std::string_view("pPdDrntfux").find(c) ==
                                     std::string_view::npos))
      return unsupported(pattern.substr(at, 2));
    else
      (out += '\\') += c;
    at += 2;
    if (std::string_view("pPxu").find(c) != std::string_view::npos &&
        pattern.substr(at, 1) == "{")
      copyName();
    return Status();
  }

  /// Copies the braces of \p{L} or \x{41}.
  void copyName() {
    size_t end = pattern.find('}', at);
    size_t size = end == std::string_view::npos ? end : end + 1 - at;
    out += pattern.substr(at, size);
    at = size == std::string_view::npos ? pattern.size() : at + size;
  }

  std::string_view pattern;
  std::string out;
  size_t at = 0;
  unsigned setDepth = 0;
};

} // namespace

Result<std::string> cedar::rt::regexForIcu(std::string_view pattern) {
  return Rewriter(pattern).run();
}
