//===- PreTokenizer.cpp - text into pieces --------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ICU matches UTF-16, so the text is converted once and pieces are ranges of
// it. A piece is a region with opaque bounds: look-ahead ends where the piece
// ends.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Text/PreTokenizer.h"

#include "runtime/lib/Support/Quote.h"
#include "runtime/lib/Text/RegexSyntax.h"

#include <unicode/regex.h>
#include <unicode/unistr.h>

using namespace cedar::rt;

/// Longest text; ICU counts UTF-16 units in 32 bits.
static constexpr size_t maxTextBytes = size_t(1) << 30;

/// Steps of ICU's matching engine per match, in its own unit (about 10 ms): an
/// expression that explodes ends in an error instead of never.
static constexpr int32_t matchTimeLimit = 3000;

namespace {

/// A range of the UTF-16 text.
struct Range {
  int32_t begin, end;
};

/// A text and the pieces it is cut into.
struct PieceText {
  icu::UnicodeString text;
  std::vector<Range> pieces;
};

} // namespace

struct PreTokenizer::Step {
  std::unique_ptr<icu::RegexPattern> pattern; ///< null: put a space in front
};

PreTokenizer::PreTokenizer() = default;
PreTokenizer::PreTokenizer(PreTokenizer &&) noexcept = default;
PreTokenizer &PreTokenizer::operator=(PreTokenizer &&) noexcept = default;
PreTokenizer::~PreTokenizer() = default;

static icu::UnicodeString fromUtf8(std::string_view text) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
}

Status PreTokenizer::addExpression(std::string_view pattern, uint32_t flags) {
  UErrorCode error = U_ZERO_ERROR;
  UParseError where;
  auto step = std::make_unique<Step>();
  step->pattern.reset(
      icu::RegexPattern::compile(fromUtf8(pattern), flags, where, error));
  if (U_FAILURE(error))
    return Status(Code::incompatible,
                  "expression " + quoteName(pattern) +
                      " does not compile: " + u_errorName(error));
  steps.push_back(std::move(step));
  return Status();
}

Status PreTokenizer::addSplit(std::string_view pattern) {
  Result<std::string> icuPattern = regexForIcu(pattern);
  if (!icuPattern.ok())
    return icuPattern.status();
  return addExpression(*icuPattern, UREGEX_UNIX_LINES);
}

Status PreTokenizer::addLiteralSplit(std::string_view text) {
  return addExpression(text, UREGEX_LITERAL);
}

void PreTokenizer::addPrefixSpace() {
  steps.push_back(std::make_unique<Step>());
}

static Status matchError(UErrorCode error) {
  return Status(Code::exhausted,
                std::string("cannot split the text: matching gave up with ") +
                    u_errorName(error));
}

/// Cuts one piece at the matches inside it.
static void splitPiece(icu::RegexMatcher &matcher, Range piece,
                       std::vector<Range> &out, UErrorCode &error) {
  auto push = [&](int32_t begin, int32_t end) {
    if (begin < end)
      out.push_back({begin, end});
  };
  matcher.region(piece.begin, piece.end, error);
  int32_t begin = piece.begin;
  while (U_SUCCESS(error) && matcher.find(error)) {
    push(begin, matcher.start(error));
    push(matcher.start(error), matcher.end(error));
    begin = matcher.end(error);
  }
  push(begin, piece.end);
}

static Status splitPieces(const icu::RegexPattern &pattern, PieceText &text) {
  UErrorCode error = U_ZERO_ERROR;
  std::unique_ptr<icu::RegexMatcher> matcher(pattern.matcher(text.text, error));
  if (U_SUCCESS(error))
    matcher->setTimeLimit(matchTimeLimit, error);
  std::vector<Range> out;
  for (Range piece : text.pieces) {
    if (U_FAILURE(error))
      return matchError(error);
    splitPiece(*matcher, piece, out, error);
  }
  if (U_FAILURE(error))
    return matchError(error);
  text.pieces = std::move(out);
  return Status();
}

/// Rebuilds the text with a space in front of every piece that lacks one.
static void prefixPieces(PieceText &text) {
  PieceText out;
  for (Range piece : text.pieces) {
    int32_t begin = out.text.length();
    if (text.text[piece.begin] != u' ')
      out.text.append(u' ');
    out.text.append(text.text, piece.begin, piece.end - piece.begin);
    out.pieces.push_back({begin, out.text.length()});
  }
  text = std::move(out);
}

Result<std::vector<std::string>>
PreTokenizer::split(std::string_view text) const {
  if (text.size() > maxTextBytes)
    return Status(Code::invalidArgument, "text of " +
                                             std::to_string(text.size()) +
                                             " bytes, expected at most " +
                                             std::to_string(maxTextBytes));
  PieceText pieces{fromUtf8(text), {}};
  if (!text.empty())
    pieces.pieces.push_back({0, pieces.text.length()});
  for (const std::unique_ptr<Step> &step : steps) {
    if (!step->pattern)
      prefixPieces(pieces);
    else if (Status status = splitPieces(*step->pattern, pieces); !status.ok())
      return status;
  }
  std::vector<std::string> out(pieces.pieces.size());
  for (size_t i = 0; i < out.size(); ++i) {
    Range piece = pieces.pieces[i];
    pieces.text.tempSubStringBetween(piece.begin, piece.end)
        .toUTF8String(out[i]);
  }
  return out;
}
