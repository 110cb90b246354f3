//===- TokenMapTest.cpp - compression of a vocabulary ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs/forms.json holds normal forms by HuggingFace's `tokenizers`
// (Inputs/make_forms.py).
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engram/TokenMap.h"
#include "runtime/lib/Engram/TokenText.h"
#include "runtime/lib/Support/Sha256.h"
#include "runtime/lib/Text/ByteAlphabet.h"
#include "runtime/lib/Text/Tokenizer.h"
#include "test/unit/Support/TestFiles.h"

#include <nlohmann/json.hpp>

#include "gtest/gtest.h"

using namespace cedar::rt;
using namespace cedar::rt::test;
using nlohmann::json;

namespace {

TEST(TokenText, NormalFormsOfTheReference) {
  json forms =
      json::parse(readBytes(testPath("unit/Engram/Inputs/forms.json")));
  EXPECT_GE(forms.size(), 280u);
  for (const json &form : forms)
    EXPECT_EQ(normalizeTokenText(form[0].get<std::string>()),
              form[1].get<std::string>())
        << form;
}

/// The map of tokens given by their bytes.
TokenMap mapOf(const std::vector<std::string> &texts) {
  std::vector<TokenText> tokens;
  for (const std::string &bytes : texts)
    tokens.push_back({spellBytes(bytes), bytes});
  return tokenMapFromTexts(tokens);
}

TEST(TokenMap, SpaceAndEmptyTokensStayApart) {
  TokenMap map = mapOf({" ", "", "A", "a", "á", "  ", "\t", "\xe4\xb8"});
  EXPECT_EQ(map.ids, (std::vector<int32_t>{0, 1, 2, 2, 2, 0, 0, 3}));
  EXPECT_EQ(map.count, 4);
}

TEST(TokenMap, BrokenCharactersKeepTheirSpelling) {
  // Two different halves decode to the same U+FFFD, and the character itself
  // counts as broken too.
  TokenMap map = mapOf({"\xe4\xb8", "\xe4\xb9", "\xef\xbf\xbd", "\xe4\xb8"});
  EXPECT_EQ(map.ids, (std::vector<int32_t>{0, 1, 2, 0}));
}

TEST(TokenMap, TinyEqualsItsFile) {
  auto tokenizer =
      Tokenizer::fromFile(testPath("checkpoints/tiny/tokenizer.json"));
  ASSERT_TRUE(tokenizer.ok());
  Result<TokenMap> map = tokenMapFromTokenizer(*tokenizer);
  ASSERT_TRUE(map.ok());
  EXPECT_EQ(map->count, 437);
  std::string path = testPath("checkpoints/tiny/engram_token_map.bin");
  Result<TokenMap> loaded = loadTokenMap(path, 512, 437);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  EXPECT_EQ(loaded->ids, map->ids);
  std::string bytes = readBytes(path);
  EXPECT_EQ(map->sha256(), sha256Hex(bytes.data(), bytes.size()));
}

TEST(TokenMap, RefusesVocabularyWithGaps) {
  json content =
      json::parse(readBytes(testPath("checkpoints/tiny/tokenizer.json")));
  content["model"]["vocab"]["new"] = 513;
  auto tokenizer = Tokenizer::fromJson(content.dump(), "t.json");
  ASSERT_TRUE(tokenizer.ok());
  EXPECT_EQ(tokenMapFromTokenizer(*tokenizer).status().message(),
            "tokenizer: id 512 of 513 is unused, expected ids without gaps");
}

/// Little-endian int32 values.
std::string int32s(const std::vector<int32_t> &values) {
  std::string bytes;
  for (int32_t value : values)
    for (unsigned i = 0; i < 4; ++i)
      bytes += static_cast<char>(static_cast<uint32_t>(value) >> (8 * i));
  return bytes;
}

TEST(TokenMap, LoadsAndChecksFiles) {
  TempFolder folder;
  std::string path = folder.path() + "/map.bin";
  auto message = [&](const std::string &bytes, int64_t tokens, int64_t count) {
    folder.write("map.bin", bytes);
    Result<TokenMap> map = loadTokenMap(path, tokens, count);
    return map.ok() ? "accepted" : map.status().message();
  };
  std::string good = int32s({0, 1, 0, 2});
  EXPECT_EQ(message(good, 4, 3), "accepted");
  EXPECT_EQ(message(good.substr(1), 4, 3),
            "'" + path + "' holds 15 bytes, expected 16 for 4 tokens");
  EXPECT_EQ(message(good + "x", 4, 3),
            "'" + path + "' holds 17 bytes, expected at most 16");
  EXPECT_EQ(message(good, 4, 2),
            "'" + path + "': token 3 has compressed id 2, expected 0 to 1");
  EXPECT_EQ(message(int32s({0, -1, 0, 2}), 4, 3),
            "'" + path + "': token 1 has compressed id -1, expected 0 to 2");
  EXPECT_EQ(message(good, 4, 4),
            "'" + path + "' uses 3 compressed ids, expected 4");
  for (auto [tokens, count] : {std::pair<int64_t, int64_t>{4, 5},
                               {4, 0},
                               {0, 0},
                               {-1, 1},
                               {INT64_MAX, 1}})
    EXPECT_NE(message(good, tokens, count), "accepted");
  EXPECT_EQ(loadTokenMap(folder.path() + "/none", 4, 3).status().code(),
            Code::notFound);
}

TEST(TokenMap, MicroFilesFitTheirConfig) {
  for (const char *name : {"micro-a", "micro-d", "micro-e"}) {
    std::string folder = testPath("checkpoints/") + name;
    json text = json::parse(readBytes(folder + "/config.json"))["text_config"];
    Result<TokenMap> map =
        loadTokenMap(folder + "/engram_token_map.bin", text["vocab_size"],
                     text["engram_compressed_vocab_size"]);
    EXPECT_TRUE(map.ok()) << map.status().message();
  }
}

TEST(TokenMap, RefusesTokensOutsideTheMap) {
  TokenMap map = mapOf({"a", "b", "A"});
  EXPECT_EQ(*map.compress({2, 1}), (std::vector<int32_t>{0, 1}));
  EXPECT_TRUE(map.compress({})->empty());
  for (int32_t id : {-1, 3, INT32_MIN, INT32_MAX})
    EXPECT_EQ(map.compress({0, id}).status().message(),
              "token id " + std::to_string(id) +
                  " is outside the token map of 3 entries");
}

} // namespace
