//===- TokenizerTest.cpp - ids equal the reference's ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs/cases.json holds what HuggingFace's `tokenizers` makes of texts, for
// the tiny checkpoint's tokenizer and for variants of it
// (Inputs/make_cases.py).
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Text/Tokenizer.h"
#include "runtime/lib/Support/Utf8.h"
#include "runtime/lib/Text/StreamDecoder.h"
#include "test/unit/Support/TestFiles.h"

#include <nlohmann/json.hpp>

#include "gtest/gtest.h"

#include <fstream>

using namespace cedar::rt;
using namespace cedar::rt::test;
using nlohmann::json;

namespace {

std::string tinyPath() { return testPath("checkpoints/tiny/tokenizer.json"); }

json readJson(const std::string &path) { return json::parse(readBytes(path)); }

/// A tokenizer that must load.
Tokenizer load(const json &content) {
  Result<Tokenizer> tokenizer = Tokenizer::fromJson(content.dump(), "t.json");
  if (!tokenizer.ok())
    ADD_FAILURE() << tokenizer.status().message();
  return std::move(*tokenizer);
}

/// The tokenizer of one group of cases.
Tokenizer loadGroup(const json &group) {
  if (group.contains("file"))
    return load(readJson(testPath("unit/Text/Inputs/") +
                         group["file"].get<std::string>()));
  json content = readJson(tinyPath());
  content.merge_patch(group["patch"]);
  return load(content);
}

json groups() { return readJson(testPath("unit/Text/Inputs/cases.json")); }

std::string streamed(const Tokenizer &tokenizer,
                     const std::vector<int32_t> &ids) {
  StreamDecoder decoder(tokenizer, /*skipSpecial=*/false);
  std::string text;
  for (int32_t id : ids) {
    Result<std::string> part = decoder.push(id);
    EXPECT_TRUE(part.ok());
    EXPECT_FALSE(findInvalidUtf8(*part));
    text += *part;
  }
  return text + decoder.finish();
}

TEST(Tokenizer, EncodesLikeTheReference) {
  size_t checked = 0;
  for (const json &group : groups()) {
    Tokenizer tokenizer = loadGroup(group);
    for (const json &entry : group["cases"]) {
      auto ids = tokenizer.encode(entry["text"].get<std::string>());
      ASSERT_TRUE(ids.ok()) << ids.status().message();
      EXPECT_EQ(*ids, entry["ids"].get<std::vector<int32_t>>())
          << group["name"] << ": " << entry["text"];
      ++checked;
    }
  }
  EXPECT_GE(checked, 300u);
}

TEST(Tokenizer, DecodesLikeTheReference) {
  for (const json &group : groups()) {
    Tokenizer tokenizer = loadGroup(group);
    for (const char *kind : {"cases", "streams"})
      for (const json &entry : group[kind]) {
        auto ids = entry["ids"].get<std::vector<int32_t>>();
        std::string expected = entry["decoded"];
        Result<std::string> bytes = tokenizer.decode(ids);
        ASSERT_TRUE(bytes.ok());
        EXPECT_EQ(lossyUtf8(*bytes), expected) << group["name"];
        EXPECT_EQ(streamed(tokenizer, ids), expected) << group["name"];
      }
  }
}

TEST(Tokenizer, EncodesEveryRecallPrompt) {
  Result<Tokenizer> tokenizer = Tokenizer::fromFile(tinyPath());
  ASSERT_TRUE(tokenizer.ok());
  std::ifstream lines(testPath("golden/eval/recall.jsonl"));
  size_t prompts = 0;
  for (std::string line; std::getline(lines, line); ++prompts) {
    json entry = json::parse(line);
    auto expected = entry["prompt_ids"].get<std::vector<int32_t>>();
    expected.erase(expected.begin()); // the begin token is the caller's
    auto ids = tokenizer->encode(entry["prompt"].get<std::string>());
    ASSERT_TRUE(ids.ok());
    EXPECT_EQ(*ids, expected) << "line " << prompts;
  }
  EXPECT_EQ(prompts, 300u);
}

TEST(Tokenizer, LongRunsStayFast) {
  Result<Tokenizer> tokenizer = Tokenizer::fromFile(tinyPath());
  ASSERT_TRUE(tokenizer.ok());
  // One piece of a megabyte each: a quadratic step would take hours.
  for (const std::string &unit : {"the", " ", "\n", " \n", ".\n", "1", "一"}) {
    std::string text;
    while (text.size() < 1'000'000)
      text += unit;
    auto ids = tokenizer->encode(text);
    ASSERT_TRUE(ids.ok()) << ids.status().message();
    EXPECT_EQ(*tokenizer->decode(*ids), text);
  }
}

TEST(Tokenizer, KnowsItsTokens) {
  Result<Tokenizer> tokenizer = Tokenizer::fromFile(tinyPath());
  ASSERT_TRUE(tokenizer.ok());
  EXPECT_EQ(tokenizer->vocabSize(), 512);
  EXPECT_EQ(tokenizer->idToToken(0), "<｜begin▁of▁sentence｜>");
  EXPECT_EQ(tokenizer->tokenToId("Ġthe"), 265);
  EXPECT_EQ(*tokenizer->decodeToken(265), " the");
  EXPECT_TRUE(tokenizer->isSpecial(0));
  EXPECT_FALSE(tokenizer->isSpecial(265));
  EXPECT_EQ(*tokenizer->decode({0, 265, 1}, /*skipSpecial=*/true), " the");
  EXPECT_FALSE(tokenizer->tokenToId("no such token"));
}

TEST(Tokenizer, RefusesIdsOutsideTheVocabulary) {
  Result<Tokenizer> tokenizer = Tokenizer::fromFile(tinyPath());
  ASSERT_TRUE(tokenizer.ok());
  for (int32_t id : {-1, 512, INT32_MAX, INT32_MIN}) {
    EXPECT_FALSE(tokenizer->idToToken(id));
    EXPECT_FALSE(tokenizer->isSpecial(id));
    EXPECT_EQ(tokenizer->decode({265, id}).status().message(),
              "token id " + std::to_string(id) +
                  " is not in the vocabulary of 512 tokens");
  }
}

TEST(Tokenizer, RefusesTextThatIsNotUtf8) {
  Result<Tokenizer> tokenizer = Tokenizer::fromFile(tinyPath());
  ASSERT_TRUE(tokenizer.ok());
  EXPECT_EQ(tokenizer->encode("ab\xff").status().message(),
            "expected UTF-8 text, byte 2 of 3 is not");
  EXPECT_FALSE(tokenizer->encode("\xed\xa0\x80").ok()); // a surrogate
  EXPECT_FALSE(tokenizer->encode("\xe4\xb8").ok());     // cut short
}

TEST(Tokenizer, RefusesBytesWithoutToken) {
  json content = readJson(tinyPath());
  json &vocabulary = content["model"]["vocab"];
  vocabulary = {{"a", 0}, {"b", 1}};
  content["model"]["merges"] = json::array();
  content["added_tokens"] = json::array();
  Tokenizer tokenizer = load(content);
  EXPECT_TRUE(tokenizer.encode("abba").ok());
  EXPECT_EQ(tokenizer.encode("abc").status().message(),
            "the vocabulary has no token for byte 99");
}

TEST(StreamDecoder, HoldsBackIncompleteCharacters) {
  Result<Tokenizer> tokenizer = Tokenizer::fromFile(tinyPath());
  ASSERT_TRUE(tokenizer.ok());
  std::vector<int32_t> ids = *tokenizer->encode("é"); // two tokens of a byte
  ASSERT_EQ(ids.size(), 2u);
  StreamDecoder decoder(*tokenizer);
  EXPECT_EQ(*decoder.push(ids[0]), "");
  EXPECT_EQ(*decoder.push(ids[1]), "é");
  EXPECT_EQ(*decoder.push(ids[0]), "");
  EXPECT_EQ(*decoder.push(265), "\xef\xbf\xbd the");
  EXPECT_EQ(*decoder.push(ids[0]), "");
  EXPECT_EQ(*decoder.push(0), ""); // special: left out
  EXPECT_FALSE(decoder.push(512).ok());
  EXPECT_EQ(decoder.finish(), "\xef\xbf\xbd");
  EXPECT_EQ(decoder.finish(), "");
}

} // namespace
