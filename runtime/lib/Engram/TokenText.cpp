//===- TokenText.cpp - normal form of a token -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps and their order are those of HuggingFace's `tokenizers`: NFKC, NFD,
// StripAccents, Lowercase, runs of [ \t\r\n] to one space, exactly one space
// kept aside, Strip, and the space put back. Lower case is per character, so a
// final sigma is not special.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engram/TokenText.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>

#include <cassert>

using namespace cedar::rt;
using icu::UnicodeString;

/// The set of a fixed expression.
static icu::UnicodeSet fixedSet(const char16_t *expression) {
  UErrorCode error = U_ZERO_ERROR;
  icu::UnicodeSet set(expression, error);
  assert(U_SUCCESS(error) && "the expression is fixed");
  set.freeze();
  return set;
}

/// Characters that `tokenizers` knows when it normalises.
static const icu::UnicodeSet &knownCharacters() {
  static const icu::UnicodeSet set = fixedSet(u"[:age=9.0:]");
  return set;
}

/// What counts as an accent: the combining marks of Unicode 9. Three characters
/// have changed their category since.
static const icu::UnicodeSet &accents() {
  static const icu::UnicodeSet set =
      fixedSet(u"[[[:M:]&[:age=9.0:]]-[\\U000111C9]\\u1CF2\\u1CF3]");
  return set;
}

static UnicodeString normalized(const icu::Normalizer2 &form,
                                const UnicodeString &text) {
  UErrorCode error = U_ZERO_ERROR;
  UnicodeString result;
  icu::FilteredNormalizer2(form, knownCharacters())
      .normalize(text, result, error);
  assert(U_SUCCESS(error) && "normalising fails only without memory");
  return result;
}

static UnicodeString decompose(const UnicodeString &text) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2 *nfkc = icu::Normalizer2::getNFKCInstance(error);
  const icu::Normalizer2 *nfd = icu::Normalizer2::getNFDInstance(error);
  assert(U_SUCCESS(error) && "the data is linked in");
  return normalized(*nfd, normalized(*nfkc, text));
}

/// Without accents, every character in lower case.
static UnicodeString stripAndLower(const UnicodeString &text) {
  UnicodeString out;
  for (int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
    UChar32 c = text.char32At(at);
    if (!accents().contains(c))
      out.append(u_tolower(c));
  }
  return out;
}

static bool isFoldedSpace(char16_t c) {
  return c == u' ' || c == u'\t' || c == u'\r' || c == u'\n';
}

static UnicodeString foldSpaces(const UnicodeString &text) {
  UnicodeString out;
  for (int32_t at = 0; at < text.length(); ++at) {
    if (!isFoldedSpace(text[at]))
      out.append(text[at]);
    else if (at == 0 || !isFoldedSpace(text[at - 1]))
      out.append(u' ');
  }
  return out;
}

/// Without White_Space at both ends. All of it lies in the basic plane.
static UnicodeString strip(const UnicodeString &text) {
  int32_t begin = 0, end = text.length();
  while (begin < end && u_isUWhiteSpace(text[begin]))
    ++begin;
  while (begin < end && u_isUWhiteSpace(text[end - 1]))
    --end;
  return UnicodeString(text, begin, end - begin);
}

std::string cedar::rt::normalizeTokenText(const std::string &text) {
  const char16_t space = u' ', sentinel = u'\ue000';
  UnicodeString out =
      foldSpaces(stripAndLower(decompose(UnicodeString::fromUTF8(text))));
  if (out == UnicodeString(space))
    out = UnicodeString(sentinel);
  out = strip(out);
  out.findAndReplace(UnicodeString(sentinel), UnicodeString(space));
  std::string result;
  out.toUTF8String(result);
  return result;
}
