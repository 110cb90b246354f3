//===- AddedTokens.cpp - tokens found in raw text -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tree over bytes, walked from every position of the text: most walks end at
// the root, since few characters start an added token.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Text/AddedTokens.h"

using namespace cedar::rt;

void TokenTree::add(std::string_view token, int32_t id) {
  uint32_t node = 0;
  for (char byte : token) {
    auto [place, added] = children.emplace(
        edge(node, byte), static_cast<uint32_t>(idOfNode.size()));
    if (added)
      idOfNode.push_back(TextSegment::plain);
    node = place->second;
  }
  idOfNode[node] = id;
}

TokenTree::Match TokenTree::longestAt(std::string_view text, size_t at) const {
  Match longest;
  uint32_t node = 0;
  for (size_t end = at; end < text.size(); ++end) {
    auto child = children.find(edge(node, text[end]));
    if (child == children.end())
      break;
    node = child->second;
    if (idOfNode[node] != TextSegment::plain)
      longest = {end + 1 - at, idOfNode[node]};
  }
  return longest;
}

void TokenTree::cutPlain(std::string_view text,
                         std::vector<TextSegment> &out) const {
  size_t begin = 0; // of the plain text before the next token
  for (size_t at = 0; at < text.size();) {
    Match match = longestAt(text, at);
    if (match.length == 0) {
      ++at;
      continue;
    }
    if (begin < at)
      out.push_back({text.substr(begin, at - begin)});
    out.push_back({text.substr(at, match.length), match.id});
    at += match.length;
    begin = at;
  }
  if (begin < text.size())
    out.push_back({text.substr(begin)});
}

std::vector<TextSegment>
TokenTree::cut(const std::vector<TextSegment> &segments) const {
  std::vector<TextSegment> out;
  for (const TextSegment &segment : segments) {
    if (segment.id == TextSegment::plain)
      cutPlain(segment.text, out);
    else
      out.push_back(segment);
  }
  return out;
}
