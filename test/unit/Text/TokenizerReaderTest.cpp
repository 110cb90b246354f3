//===- TokenizerReaderTest.cpp - what tokenizer.json may say --------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test changes one field of the tiny tokenizer and expects it to be
// refused by name.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Text/Tokenizer.h"
#include "runtime/lib/Text/TokenizerConfig.h"
#include "test/unit/Support/TestFiles.h"

#include <nlohmann/json.hpp>

#include "gtest/gtest.h"

using namespace cedar::rt;
using namespace cedar::rt::test;
using nlohmann::json;

namespace {

/// The message for tiny's tokenizer with the value at `pointer` replaced.
std::string refusal(const char *pointer, const json &value) {
  json content =
      json::parse(readBytes(testPath("checkpoints/tiny/tokenizer.json")));
  content[json::json_pointer(pointer)] = value;
  Result<Tokenizer> tokenizer = Tokenizer::fromJson(content.dump(), "t.json");
  if (tokenizer.ok())
    return "accepted";
  std::string message = tokenizer.status().message();
  EXPECT_EQ(message.find("'t.json': "), 0u) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  return message;
}

#define EXPECT_REFUSED(pointer, value, part)                                   \
  do {                                                                         \
    std::string message = refusal(pointer, json::parse(value));                \
    EXPECT_NE(message.find(part), std::string::npos) << message;               \
  } while (false)

TEST(TokenizerReader, RefusesUnsupportedParts) {
  EXPECT_REFUSED("/normalizer", R"({"type": "NFC"})",
                 "normalizer = 'NFC' is not supported");
  EXPECT_REFUSED("/normalizer",
                 R"({"type": "Sequence", "normalizers": [{"type": "NFC"}]})",
                 "normalizer = 'Sequence' is not supported");
  EXPECT_REFUSED("/truncation", R"({"max_length": 5})", "truncation = ");
  EXPECT_REFUSED("/padding", R"({"strategy": "Fixed"})", "padding = ");
  EXPECT_REFUSED("/decoder", R"({"type": "WordPiece"})",
                 "decoder = 'WordPiece' is not supported");
  EXPECT_REFUSED("/decoder", "null", "decoder = 'null'");
  EXPECT_REFUSED("/post_processor", R"({"type": "BertProcessing"})",
                 "post_processor = 'BertProcessing'");
  EXPECT_REFUSED("/model/type", R"("Unigram")", "model.type = '\"Unigram\"'");
  EXPECT_REFUSED("/model/dropout", "0.1", "model.dropout = '0.1'");
  EXPECT_REFUSED("/model/byte_fallback", "true", "model.byte_fallback");
  EXPECT_REFUSED("/model/end_of_word_suffix", R"("</w>")",
                 "model.end_of_word_suffix");
  EXPECT_REFUSED("/model/continuing_subword_prefix", R"("##")",
                 "model.continuing_subword_prefix");
}

TEST(TokenizerReader, RefusesUnsupportedPreTokenizers) {
  EXPECT_REFUSED("/pre_tokenizer", "null", "pre_tokenizer = 'null'");
  EXPECT_REFUSED("/pre_tokenizer", R"({"type": "Whitespace"})",
                 "pre_tokenizer = 'Whitespace'");
  EXPECT_REFUSED("/pre_tokenizer/pretokenizers/0/behavior", R"("Removed")",
                 "pre_tokenizer.behavior = '\"Removed\"'");
  EXPECT_REFUSED("/pre_tokenizer/pretokenizers/0/pattern", "{}",
                 "pre_tokenizer.pattern");
  EXPECT_REFUSED("/pre_tokenizer/pretokenizers", "[]",
                 "pre_tokenizer without a byte-level step");
  EXPECT_REFUSED("/pre_tokenizer/pretokenizers/0", R"({"type": "ByteLevel"})",
                 "pre_tokenizer: a step behind = 'ByteLevel'");
}

TEST(TokenizerReader, RefusesExpressionsThatMeanSomethingElse) {
  for (const char *pattern : {R"("\\w+")", R"("\\b")", R"("\\h")", R"("^a")",
                              R"("a$")", R"("a{1,3}+")", R"("(a)\\1")",
                              R"("[]a]")", R"("[[:alpha:]]")", R"("a\\")"})
    EXPECT_REFUSED("/pre_tokenizer/pretokenizers/0/pattern/Regex", pattern,
                   "is not supported");
  EXPECT_REFUSED("/pre_tokenizer/pretokenizers/0/pattern/Regex", R"("(a")",
                 "does not compile");
  for (const char *pattern : {R"("[^$]\\p{N}+\\s{2}")", R"("\\x{41}[}+]")"})
    EXPECT_EQ(refusal("/pre_tokenizer/pretokenizers/0/pattern/Regex",
                      json::parse(pattern)),
              "accepted");
}

TEST(TokenizerReader, RefusesBrokenVocabulary) {
  EXPECT_REFUSED("/model", "null", "expected an object field 'model'");
  EXPECT_REFUSED("/model/vocab", "[]",
                 "expected an object field 'model.vocab'");
  for (const char *id :
       {"-1", "1.5", "null", "300", "16777216", "18446744073709551615"})
    EXPECT_REFUSED("/model/vocab/｜new", id,
                   "model.vocab: token '｜new' has id '" + std::string(id) +
                       "'");
  EXPECT_REFUSED("/model/merges", "{}", "expected an array field");
  EXPECT_REFUSED("/model/merges/3", R"("a b c")",
                 "model.merges[3]: expected two tokens");
  EXPECT_REFUSED("/model/merges/3", R"(["a", 1])", "expected two tokens");
  EXPECT_REFUSED("/model/merges/3", R"(["q", "q"])",
                 "model.merges[3]: token 'qq' is not in model.vocab");
}

TEST(TokenizerReader, RefusesBrokenAddedTokens) {
  EXPECT_REFUSED("/added_tokens", "{}", "expected an array field");
  EXPECT_REFUSED("/added_tokens/0", "{}", "expected 'content' and 'id'");
  EXPECT_REFUSED("/added_tokens/0/content", R"("")", "expected 'content'");
  EXPECT_REFUSED("/added_tokens/0/id", "5", "in model.vocab it has 0");
  EXPECT_REFUSED("/added_tokens/7", R"({"id": 5, "content": "x y"})",
                 "'x y' has id '5', expected an unused id");
  EXPECT_REFUSED("/added_tokens/7", R"({"id": 4294967296, "content": "x y"})",
                 "expected an unused id");
  for (const char *flag : {"single_word", "lstrip", "rstrip"})
    EXPECT_REFUSED((std::string("/added_tokens/0/") + flag).c_str(), "true",
                   flag);
}

TEST(TokenizerReader, RefusesWhatIsNoTokenizer) {
  EXPECT_FALSE(Tokenizer::fromJson("", "t.json").ok());
  EXPECT_FALSE(Tokenizer::fromJson("[]", "t.json").ok());
  EXPECT_FALSE(Tokenizer::fromJson("{}", "t.json").ok());
  EXPECT_EQ(Tokenizer::fromFile("/nowhere/t.json").status().code(),
            Code::notFound);
}

class TokenizerConfigTest : public ::testing::Test {
protected:
  Result<TokenizerConfig> read(const std::string &text) {
    return TokenizerConfig::fromFile(folder.write("c.json", text), *tokenizer);
  }

  TempFolder folder;
  Result<Tokenizer> tokenizer =
      Tokenizer::fromFile(testPath("checkpoints/tiny/tokenizer.json"));
};

TEST_F(TokenizerConfigTest, ReadsTiny) {
  Result<TokenizerConfig> config = TokenizerConfig::fromFile(
      testPath("checkpoints/tiny/tokenizer_config.json"), *tokenizer);
  ASSERT_TRUE(config.ok()) << config.status().message();
  EXPECT_EQ(config->bos, 0);
  EXPECT_EQ(config->eos, 1);
  EXPECT_EQ(config->pad, 2);
  EXPECT_TRUE(config->addBos);
  EXPECT_FALSE(config->addEos);
}

TEST_F(TokenizerConfigTest, ReadsTokenObjects) {
  Result<TokenizerConfig> config =
      read(R"({"bos_token": {"content": "<｜User｜>"}, "eos_token": null})");
  ASSERT_TRUE(config.ok()) << config.status().message();
  EXPECT_EQ(config->bos, 3);
  EXPECT_FALSE(config->eos);
}

TEST_F(TokenizerConfigTest, RefusesWhatDoesNotFit) {
  for (const char *text : {R"({"bos_token": "unknown"})", R"({"bos_token": 1})",
                           R"({"bos_token": {}})", R"({"add_bos_token": 1})",
                           R"({"add_bos_token": true})", "[]", "{"})
    EXPECT_FALSE(read(text).ok()) << text;
}

} // namespace
