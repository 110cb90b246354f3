//===- TokenMap.cpp - compressed token map --------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The map is computed from a tokenizer or read from a file; both are checked to
// be complete, so a lookup needs one range test and no fallback.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engram/TokenMap.h"

#include "runtime/lib/Engram/TokenText.h"
#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Sha256.h"
#include "runtime/lib/Support/Utf8.h"
#include "runtime/lib/Text/Tokenizer.h"

#include <algorithm>
#include <unordered_map>

using namespace cedar::rt;

static constexpr size_t idBytes = 4;

std::string TokenMap::sha256() const {
  Sha256 hash;
  for (int32_t id : ids) {
    uint32_t bits = static_cast<uint32_t>(id);
    uint8_t raw[idBytes];
    for (size_t i = 0; i < idBytes; ++i)
      raw[i] = static_cast<uint8_t>(bits >> (8 * i));
    hash.update(raw, idBytes);
  }
  return toHex(hash.finish());
}

Result<std::vector<int32_t>>
TokenMap::compress(const std::vector<int32_t> &tokens) const {
  std::vector<int32_t> result;
  for (int32_t token : tokens) {
    if (token < 0 || static_cast<size_t>(token) >= ids.size())
      return Status(Code::invalidArgument, "token id " + std::to_string(token) +
                                               " is outside the token map of " +
                                               std::to_string(ids.size()) +
                                               " entries");
    result.push_back(ids[token]);
  }
  return result;
}

/// What two tokens must share to get one id.
static std::string compressionKey(const TokenText &token) {
  static const std::string replacement = "\xef\xbf\xbd"; // U+FFFD
  std::string text = lossyUtf8(token.bytes);
  if (text.find(replacement) != std::string::npos)
    return token.spelling;
  std::string key = normalizeTokenText(text);
  return key.empty() ? text : key;
}

TokenMap cedar::rt::tokenMapFromTexts(const std::vector<TokenText> &tokens) {
  TokenMap map;
  std::unordered_map<std::string, int32_t> idOfKey;
  for (const TokenText &token : tokens) {
    auto [place, isNew] = idOfKey.emplace(compressionKey(token), map.count);
    map.count += isNew;
    map.ids.push_back(place->second);
  }
  return map;
}

Result<TokenMap> cedar::rt::tokenMapFromTokenizer(const Tokenizer &tokenizer) {
  std::vector<TokenText> tokens;
  for (int32_t id = 0; id < tokenizer.vocabSize(); ++id) {
    std::optional<std::string> spelling = tokenizer.idToToken(id);
    if (!spelling)
      return Status(Code::incompatible,
                    "tokenizer: id " + std::to_string(id) + " of " +
                        std::to_string(tokenizer.vocabSize()) +
                        " is unused, expected ids without gaps");
    tokens.push_back({std::move(*spelling), *tokenizer.decodeToken(id)});
  }
  return tokenMapFromTexts(tokens);
}

static int32_t loadId(const std::string &bytes, size_t index) {
  uint32_t bits = 0;
  for (size_t i = 0; i < idBytes; ++i)
    bits |= uint32_t(static_cast<uint8_t>(bytes[index * idBytes + i]))
            << (8 * i);
  return static_cast<int32_t>(bits);
}

/// A refusal unless the ids of `map` are exactly 0 .. count - 1.
static Status checkIds(const TokenMap &map, const std::string &path) {
  std::vector<bool> used(static_cast<size_t>(map.count));
  for (size_t token = 0; token < map.ids.size(); ++token) {
    int32_t id = map.ids[token];
    if (id < 0 || id >= map.count)
      return Status(Code::corrupt,
                    "'" + path + "': token " + std::to_string(token) +
                        " has compressed id " + std::to_string(id) +
                        ", expected 0 to " + std::to_string(map.count - 1));
    used[id] = true;
  }
  auto distinct = std::count(used.begin(), used.end(), true);
  if (distinct != map.count)
    return Status(Code::corrupt,
                  "'" + path + "' uses " + std::to_string(distinct) +
                      " compressed ids, expected " + std::to_string(map.count));
  return Status();
}

Result<TokenMap> cedar::rt::loadTokenMap(const std::string &path,
                                         int64_t tokens, int64_t count) {
  if (tokens < 1 || tokens > INT32_MAX || count < 1 || count > tokens)
    return Status(Code::invalidArgument,
                  "token map of " + std::to_string(tokens) + " tokens and " +
                      std::to_string(count) +
                      " compressed ids, expected 1 <= ids <= tokens < 2^31");
  size_t expected = static_cast<size_t>(tokens) * idBytes;
  Result<std::string> bytes = readFile(path, expected);
  if (!bytes.ok())
    return bytes.status();
  if (bytes->size() != expected)
    return Status(Code::corrupt,
                  "'" + path + "' holds " + std::to_string(bytes->size()) +
                      " bytes, expected " + std::to_string(expected) + " for " +
                      std::to_string(tokens) + " tokens");
  TokenMap map;
  map.count = static_cast<int32_t>(count);
  for (size_t token = 0; token < expected / idBytes; ++token)
    map.ids.push_back(loadId(*bytes, token));
  if (Status status = checkIds(map, path); !status.ok())
    return status;
  return map;
}
