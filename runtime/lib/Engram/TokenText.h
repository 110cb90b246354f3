//===- TokenText.h - normal form of a token -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The normal form under which Engram counts two tokens as one (SPEC 3.12).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGRAM_TOKENTEXT_H
#define CEDAR_RUNTIME_ENGRAM_TOKENTEXT_H

#include <string>

namespace cedar::rt {

/// Valid UTF-8 `text` in NFKC, then NFD without accents, in lower case, white
/// space folded and stripped; a text of white space only becomes one space.
std::string normalizeTokenText(const std::string &text);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGRAM_TOKENTEXT_H
