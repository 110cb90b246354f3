//===- AddedTokens.h - tokens found in raw text ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Added tokens are cut out of the text before anything else sees it: the
// leftmost match wins, among those that start together the longest.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_TEXT_ADDEDTOKENS_H
#define CEDAR_RUNTIME_TEXT_ADDEDTOKENS_H

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cedar::rt {

/// A stretch of text: an added token, or what lies between two of them.
struct TextSegment {
  static constexpr int32_t plain = -1;

  std::string_view text;
  int32_t id = plain; ///< of the added token
};

/// A set of strings to find, as a tree over their bytes.
class TokenTree {
public:
  void add(std::string_view token, int32_t id);

  /// Cuts the plain segments at the tokens of the tree.
  std::vector<TextSegment> cut(const std::vector<TextSegment> &segments) const;

private:
  struct Match {
    size_t length = 0; ///< 0: none
    int32_t id = TextSegment::plain;
  };

  Match longestAt(std::string_view text, size_t at) const;
  void cutPlain(std::string_view text, std::vector<TextSegment> &out) const;

  static uint64_t edge(uint32_t node, char byte) {
    return uint64_t(node) << 8 | static_cast<uint8_t>(byte);
  }

  std::unordered_map<uint64_t, uint32_t> children;      ///< edge to node
  std::vector<int32_t> idOfNode = {TextSegment::plain}; ///< node 0 is the root
};

/// The added tokens of a tokenizer. Those that match raw text go first, those
/// that match normalised text see what is left.
class AddedTokens {
public:
  void add(std::string_view token, int32_t id, bool normalized) {
    (normalized ? normalizedTree : rawTree).add(token, id);
  }

  std::vector<TextSegment> cut(std::string_view text) const {
    return normalizedTree.cut(rawTree.cut({{text}}));
  }

private:
  TokenTree rawTree;
  TokenTree normalizedTree;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_TEXT_ADDEDTOKENS_H
