//===- SupportTest.cpp - files, JSON, digests -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The building blocks of the readers: what they accept, and their refusals.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Json.h"
#include "runtime/lib/Support/MappedFile.h"
#include "runtime/lib/Support/Quote.h"
#include "runtime/lib/Support/Sha256.h"
#include "test/unit/Support/TestFiles.h"

#include <nlohmann/json.hpp>

#include "gtest/gtest.h"

#include <sys/stat.h>
#include <utility>

using namespace cedar::rt;
using namespace cedar::rt::test;

namespace {

// Vectors of FIPS 180-4 and NIST's examples.
TEST(Sha256, KnownDigests) {
  EXPECT_EQ(sha256Hex("", 0), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934c"
                              "a495991b7852b855");
  EXPECT_EQ(sha256Hex("abc", 3), "ba7816bf8f01cfea414140de5dae2223b00361a396177"
                                 "a9cb410ff61f20015ad");
  std::string two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  EXPECT_EQ(sha256Hex(two.data(), two.size()),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  std::string million(1000000, 'a');
  EXPECT_EQ(sha256Hex(million.data(), million.size()),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesGiveTheSameDigest) {
  std::string text(517, 'x');
  for (size_t step : {1, 55, 56, 63, 64, 65, 129}) {
    Sha256 hash;
    for (size_t at = 0; at < text.size(); at += step)
      hash.update(text.data() + at, std::min(step, text.size() - at));
    EXPECT_EQ(toHex(hash.finish()), sha256Hex(text.data(), text.size()));
  }
}

TEST(MappedFile, ShowsTheBytes) {
  TempFolder folder;
  Result<MappedFile> file = MappedFile::open(folder.write("a", "hello"));
  ASSERT_TRUE(file.ok());
  MappedFile moved = std::move(*file);
  ASSERT_EQ(moved.size(), 5u);
  EXPECT_EQ(std::string(reinterpret_cast<const char *>(moved.data()), 5),
            "hello");
  EXPECT_EQ(file->size(), 0u);
}

TEST(MappedFile, EmptyFileIsValid) {
  TempFolder folder;
  Result<MappedFile> file = MappedFile::open(folder.write("a", ""));
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->size(), 0u);
}

TEST(MappedFile, MissingFileIsNamed) {
  Result<MappedFile> file = MappedFile::open("/nowhere/at/all");
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.status().code(), Code::notFound);
  EXPECT_NE(file.status().message().find("'/nowhere/at/all'"),
            std::string::npos);
}

TEST(File, RefusesWhatIsNotARegularFile) {
  TempFolder folder;
  EXPECT_FALSE(readFile(folder.path(), 100).ok());
  std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(readFile(pipe, 100).ok()); // and does not wait for a writer
}

TEST(File, RefusesMoreThanTheLimit) {
  TempFolder folder;
  std::string path = folder.write("a", "12345");
  EXPECT_TRUE(readFile(path, 5).ok());
  Result<std::string> bytes = readFile(path, 4);
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.status().message(),
            "'" + path + "' holds 5 bytes, expected at most 4");
}

TEST(File, ReadPastTheEndIsAnError) {
  TempFolder folder;
  Result<InputFile> file = InputFile::open(folder.write("a", "12345"));
  ASSERT_TRUE(file.ok());
  char bytes[4];
  EXPECT_TRUE(file->readAt(1, bytes, 4).ok());
  EXPECT_EQ(file->readAt(2, bytes, 4).code(), Code::corrupt);
}

TEST(Json, RefusesDuplicateKeys) {
  EXPECT_TRUE(
      parseJson(R"({"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]})", "f").ok());
  Result<nlohmann::json> value = parseJson(R"({"a": {"b": 1, "b": 1}})", "f");
  ASSERT_FALSE(value.ok());
  EXPECT_EQ(value.status().message(),
            "'f': JSON key 'b' occurs twice in one object");
}

TEST(Json, RefusesDeepNesting) {
  EXPECT_TRUE(parseJson("[[[1]]]", "f", 3).ok());
  EXPECT_FALSE(parseJson("[[[[1]]]]", "f", 3).ok());
  EXPECT_FALSE(parseJson(std::string(10'000'000, '['), "f").ok());
}

TEST(Json, RefusesWhatIsNotJson) {
  for (const char *text :
       {"", "{", "{} x", "{\"a\": \"\xff\"}", "nul", "{\"a\": 01}"}) {
    Result<nlohmann::json> value = parseJson(text, "f");
    ASSERT_FALSE(value.ok()) << text;
    EXPECT_EQ(value.status().message().find("'f' is not JSON: "), 0u);
    EXPECT_EQ(value.status().message().find('\n'), std::string::npos);
  }
  std::string unfinished = "\"" + std::string(1'000'000, 'a');
  EXPECT_LT(parseJson(unfinished, "f").status().message().size(), 300u);
}

TEST(Quote, StaysOneReadableLine) {
  EXPECT_EQ(quoteName("a b"), "'a b'");
  EXPECT_EQ(quoteName("a\n\x7f"), "'a\\x0a\\x7f'");
  EXPECT_EQ(quoteName("é漢\xff\xe6\xbc"), "'é漢\\xff\\xe6\\xbc'");
  EXPECT_EQ(quoteName("\xc2\x85"), "'\\xc2\\x85'"); // a line end to some
  EXPECT_EQ(quoteName(std::string(1000, 'a')).size(), 165u);
  EXPECT_EQ(printable("äöü", 3), "äö...");
}

} // namespace
