//===- Utf8Test.cpp - UTF-8 and the byte alphabet -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every code point, the examples of the Unicode Standard, and all 256 bytes.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/Utf8.h"
#include "runtime/lib/Text/ByteAlphabet.h"

#include "gtest/gtest.h"

using namespace cedar::rt;

namespace {

const std::string replacement = "\xef\xbf\xbd";

TEST(Utf8, EveryCodePointSurvives) {
  for (uint32_t c = 0; c < 0x110000; ++c) {
    std::string text;
    appendUtf8(text, c);
    Utf8Char read = readUtf8(text, 0);
    if (c >= 0xd800 && c < 0xe000) {
      EXPECT_EQ(read.kind, Utf8Char::malformed);
      continue;
    }
    ASSERT_EQ(read.kind, Utf8Char::valid);
    ASSERT_EQ(read.codePoint, c);
    ASSERT_EQ(read.length, text.size());
  }
}

// Table 3-8 of the Unicode Standard and its neighbours.
TEST(Utf8, ReplacesMaximalSubparts) {
  EXPECT_EQ(lossyUtf8("\x61\xf1\x80\x80\xe1\x80\xc2\x62\x80\x63\x80\xbf\x64"),
            "a" + replacement + replacement + replacement + "b" + replacement +
                "c" + replacement + replacement + "d");
  EXPECT_EQ(lossyUtf8("\xc0\xaf"), replacement + replacement);
  EXPECT_EQ(lossyUtf8("\xed\xa0\x80"), replacement + replacement + replacement);
  EXPECT_EQ(lossyUtf8("\xf4\x91\x92\x93\xff\x41"),
            replacement + replacement + replacement + replacement +
                replacement + "A");
  EXPECT_EQ(lossyUtf8("\xe0\x80\x80"), replacement + replacement + replacement);
  EXPECT_EQ(lossyUtf8("a\xf0\x9f\x98"), "a" + replacement);
}

TEST(Utf8, TellsIncompleteFromMalformed) {
  EXPECT_EQ(readUtf8("\xf0\x9f\x98", 0).kind, Utf8Char::incomplete);
  EXPECT_EQ(readUtf8("\xf0\x9f\x98", 0).length, 3u);
  EXPECT_EQ(readUtf8("\xf0\x8f", 0).kind, Utf8Char::malformed);
  EXPECT_EQ(readUtf8("\xc3", 0).kind, Utf8Char::incomplete);
  EXPECT_EQ(readUtf8("\xff", 0).kind, Utf8Char::malformed);
}

TEST(Utf8, FindsTheFirstFault) {
  EXPECT_FALSE(findInvalidUtf8("aé漢😀"));
  EXPECT_EQ(findInvalidUtf8("aé\xff"), 3u);
  EXPECT_EQ(findInvalidUtf8("a\xe6\xbc"), 1u);
}

TEST(ByteAlphabet, EveryByteHasItsLetter) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    std::string bytes(1, static_cast<char>(byte));
    std::string letter = spellByte(static_cast<uint8_t>(byte));
    EXPECT_EQ(bytesOfSpelling(letter), bytes);
    EXPECT_EQ(spellBytes(bytes), letter);
    Utf8Char c = readUtf8(letter, 0);
    EXPECT_TRUE(c.codePoint > 0x20 && c.codePoint != 0x7f);
  }
  EXPECT_EQ(spellByte(' '), "Ġ");
  EXPECT_EQ(spellByte('\n'), "Ċ");
  EXPECT_EQ(spellByte(0xad), "Ń");
}

TEST(ByteAlphabet, OtherTokensStandForThemselves) {
  EXPECT_EQ(bytesOfSpelling("Ġ｜x"), "Ġ｜x");
  EXPECT_EQ(bytesOfSpelling("a b"), "a b"); // a space is no letter of it
}

} // namespace
