//===- Vocabulary.h - tokens and their ids --------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two-way table of tokens and ids. Ids may leave gaps, but stay below a bound,
// so that no file can ask for an endless table.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_TEXT_VOCABULARY_H
#define CEDAR_RUNTIME_TEXT_VOCABULARY_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cedar::rt {

class Vocabulary {
public:
  Vocabulary() = default;
  Vocabulary(Vocabulary &&) = default;
  Vocabulary &operator=(Vocabulary &&) = default;

  /// Ids are below this.
  static constexpr int64_t maxId = int64_t(1) << 24;

  /// Adds a token; false when its id or its spelling is taken or the id is out
  /// of range.
  bool add(const std::string &token, int64_t id);

  /// Marks a token of the table as special.
  void markSpecial(int32_t id) { entries[id].special = true; }

  bool contains(int64_t id) const {
    return id >= 0 && id < int64_t(entries.size()) && entries[id].token;
  }
  bool isSpecial(int64_t id) const {
    return contains(id) && entries[id].special;
  }

  /// Spelling and bytes of a token that is in the table.
  const std::string &token(int32_t id) const { return *entries[id].token; }
  const std::string &bytes(int32_t id) const { return entries[id].bytes; }

  std::optional<int32_t> find(const std::string &token) const;

  /// Number of tokens.
  int32_t size() const { return static_cast<int32_t>(ids.size()); }

private:
  struct Entry {
    const std::string *token = nullptr; ///< key of `ids`; null in a gap
    std::string bytes;
    bool special = false;
  };

  std::unordered_map<std::string, int32_t> ids;
  std::vector<Entry> entries;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_TEXT_VOCABULARY_H
