//===- SafetensorsHeaderTest.cpp - legal and broken files -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are written byte by byte; each refusal must name the file, the tensor
// and what was found.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Checkpoint/SafetensorsHeader.h"
#include "test/unit/Checkpoint/SafetensorsText.h"
#include "test/unit/Support/TestFiles.h"

#include "gtest/gtest.h"

#include <filesystem>

using namespace cedar::rt;
using namespace cedar::rt::test;

namespace {

class SafetensorsHeaderTest : public ::testing::Test {
protected:
  Result<SafetensorsHeader> read(const std::string &bytes) {
    return SafetensorsHeader::read(folder.write("f.safetensors", bytes));
  }

  /// The message for `bytes`, which must be refused as corrupt.
  std::string refusal(const std::string &bytes) {
    Result<SafetensorsHeader> header = read(bytes);
    if (header.ok())
      return "accepted";
    EXPECT_EQ(header.status().code(), Code::corrupt);
    std::string message = header.status().message();
    EXPECT_NE(message.find("f.safetensors'"), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }

  /// The message for a header with a payload of `payload` bytes.
  std::string refusal(const std::string &json, size_t payload) {
    return refusal(safetensors(json, payload));
  }

  TempFolder folder;
};

#define EXPECT_HAS(text, part)                                                 \
  EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

TEST_F(SafetensorsHeaderTest, ReadsTensorsInFileOrder) {
  Result<SafetensorsHeader> header = read(safetensors(
      R"({"__metadata__": {"format": "pt"},
          "b": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [4, 16]},
          "a": {"dtype": "F8_E8M0", "shape": [3], "data_offsets": [16, 19]},
          "c": {"dtype": "F32", "shape": [], "data_offsets": [0, 4]}})",
      19));
  ASSERT_TRUE(header.ok()) << header.status().message();
  ASSERT_EQ(header->tensors.size(), 3u);
  EXPECT_EQ(header->tensors[0].name, "c");
  EXPECT_EQ(header->tensors[1].name, "b");
  EXPECT_EQ(header->tensors[1].shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(header->tensors[1].dtype, DType::bf16);
  EXPECT_EQ(header->tensors[1].bytes, 12u);
  EXPECT_EQ(header->tensors[2].offset + header->tensors[2].bytes,
            header->fileSize);
}

TEST_F(SafetensorsHeaderTest, AcceptsEveryDType) {
  for (const char *name :
       {"BOOL", "U8", "I8", "F8_E4M3", "F8_E5M2", "F8_E8M0", "I16", "U16",
        "F16", "BF16", "I32", "U32", "F32", "I64", "U64", "F64"}) {
    std::optional<DType> dtype = parseDType(name);
    ASSERT_TRUE(dtype) << name;
    size_t bytes = 5 * dtypeBytes(*dtype);
    EXPECT_TRUE(
        read(safetensors("{" + tensor("t", name, "[5]", 0, bytes) + "}", bytes))
            .ok())
        << name;
  }
}

TEST_F(SafetensorsHeaderTest, AcceptsUnalignedPayload) {
  std::string json = "{" + tensor("t", "F32", "[1]", 0, 4) + "}";
  for (size_t pad = 0; pad < 8; ++pad) {
    Result<SafetensorsHeader> header =
        read(safetensors(json + std::string(pad, ' '), 4));
    ASSERT_TRUE(header.ok());
    EXPECT_EQ(header->tensors[0].offset, 8 + json.size() + pad);
  }
}

TEST_F(SafetensorsHeaderTest, AcceptsEmptyTensorsAndMetadataOnly) {
  EXPECT_TRUE(read(safetensors(R"({"__metadata__": {}})", 0)).ok());
  EXPECT_TRUE(read(safetensors("{" + tensor("z", "F32", "[0, 4]", 4, 4) + "," +
                                   tensor("y", "F32", "[1]", 4, 8) + "," +
                                   tensor("x", "F32", "[1]", 0, 4) + "}",
                               8))
                  .ok());
}

TEST_F(SafetensorsHeaderTest, RefusesBadLengths) {
  EXPECT_HAS(refusal(std::string()), "expected a safetensors file");
  EXPECT_HAS(refusal(std::string("\2\0\0\0\0\0\0", 7)), "found 7 bytes");
  EXPECT_HAS(refusal(lengthField(0)), "is not JSON");
  EXPECT_HAS(refusal(lengthField(3) + "{}"),
             "header of 3 bytes in a file of 10 bytes");
  EXPECT_HAS(refusal(lengthField(100'000'001) + "{}"),
             "header of 100000001 bytes, expected at most 100000000");
  EXPECT_HAS(refusal(lengthField(uint64_t(1) << 63) + "{}"),
             "header of 9223372036854775808 bytes");
  EXPECT_HAS(refusal(lengthField(~uint64_t(0)) + "{}"), "expected at most");
}

TEST_F(SafetensorsHeaderTest, RefusesWhatIsNoHeader) {
  EXPECT_HAS(refusal("not json", 0), "is not JSON");
  EXPECT_HAS(refusal("[]", 0), "expected a JSON object");
  EXPECT_HAS(refusal(R"({"a": 1})", 0), "tensor 'a': expected an object");
  EXPECT_HAS(refusal(R"({"a": [[[]]]})", 0), "nested deeper");
  std::string entry = tensor("a", "U8", "[1]", 0, 1);
  EXPECT_HAS(refusal("{" + entry + "," + entry + "}", 1),
             "key 'a' occurs twice");
}

TEST_F(SafetensorsHeaderTest, RefusesBadFields) {
  EXPECT_HAS(refusal(R"({"a": {"shape": [], "data_offsets": [0, 1]}})", 1),
             "tensor 'a': expected a string field 'dtype'");
  EXPECT_HAS(refusal("{" + tensor("a", "F8_E4M4", "[1]", 0, 1) + "}", 1),
             "tensor 'a': unknown dtype 'F8_E4M4'");
  for (const char *shape : {"[-1]", "[1.0]", "[\"1\"]", "[9223372036854775808]",
                            "[18446744073709551616]", "[null]"})
    EXPECT_HAS(refusal("{" + tensor("a", "U8", shape, 0, 1) + "}", 1),
               "expected non-negative integers in 'shape'");
  EXPECT_HAS(refusal("{" + tensor("a", "U8", "1", 0, 1) + "}", 1),
             "expected an array field 'shape'");
  for (const char *offsets : {"[0]", "[0, 1, 1]", "[-1, 0]", "[0, 1.0]", "7"})
    EXPECT_HAS(refusal(std::string(R"({"a": {"dtype": "U8", "shape": [1], )") +
                           R"("data_offsets": )" + offsets + "}}",
                       1),
               "expected two non-negative integers in 'data_offsets'");
}

TEST_F(SafetensorsHeaderTest, RefusesSizesThatDoNotAddUp) {
  EXPECT_HAS(refusal("{" + tensor("a", "F32", "[2]", 0, 4) + "}", 4),
             "F32 [2] needs 8 bytes, data_offsets give 4");
  EXPECT_HAS(
      refusal("{" + tensor("a", "F32", "[4294967296, 4294967296]", 0, 0) + "}",
              0),
      "overflows 64 bits");
  EXPECT_HAS(
      refusal("{" + tensor("a", "F32", "[4611686018427387904]", 0, 0) + "}", 0),
      "overflows 64 bits");
}

TEST_F(SafetensorsHeaderTest, RefusesBadPlacement) {
  std::string first = tensor("a", "U8", "[4]", 0, 4);
  EXPECT_HAS(refusal("{" + tensor("a", "U8", "[4]", 4, 0) + "}", 4),
             "run backwards");
  EXPECT_HAS(refusal("{" + tensor("a", "U8", "[5]", 0, 5) + "}", 4),
             "run past the end, the payload has 4 bytes");
  EXPECT_HAS(refusal("{" +
                         tensor("a", "U8", "[1]", 18446744073709551614u,
                                18446744073709551615u) +
                         "}",
                     4),
             "run past the end");
  EXPECT_HAS(
      refusal("{" + first + "," + tensor("b", "U8", "[4]", 2, 6) + "}", 6),
      "tensor 'b': overlaps the tensor before it");
  EXPECT_HAS(
      refusal("{" + first + "," + tensor("b", "U8", "[4]", 5, 9) + "}", 9),
      "tensor 'b': leaves a gap before it");
  EXPECT_HAS(refusal("{" + tensor("a", "U8", "[4]", 1, 5) + "}", 5),
             "leaves a gap");
  EXPECT_HAS(refusal("{" + first + "}", 5), "its tensors end at byte");
}

TEST_F(SafetensorsHeaderTest, RefusesEveryTruncation) {
  std::string whole =
      safetensors("{" + tensor("a", "U8", "[40]", 0, 40) + "}", 40);
  ASSERT_TRUE(read(whole).ok());
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(refusal(whole.substr(0, size)), "accepted") << size;
}

// Damage anywhere in the header is refused or harmless, never a crash.
TEST_F(SafetensorsHeaderTest, SurvivesEveryFlippedBit) {
  std::string whole =
      safetensors("{" + tensor("a", "I8", "[2, 3]", 0, 6) + "}", 6);
  for (size_t bit = 0; bit < (whole.size() - 6) * 8; ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] ^= char(1 << (bit % 8));
    Result<SafetensorsHeader> header = read(damaged);
    if (header.ok()) {
      ASSERT_EQ(header->tensors.size(), 1u);
      EXPECT_EQ(header->tensors[0].bytes, 6u);
    }
  }
}

// A table of 100 GB costs its header only: the file has no blocks behind it.
TEST_F(SafetensorsHeaderTest, ReadsHugeSparseFile) {
  uint64_t bytes = uint64_t(384006168) * 256;
  std::string head = safetensors(
      "{" + tensor("t", "F8_E4M3", "[384006168, 256]", 0, bytes) + "}", 0);
  std::string path = folder.write("huge.safetensors", head);
  std::error_code error;
  std::filesystem::resize_file(path, head.size() + bytes, error);
  if (error)
    GTEST_SKIP() << "the file system has no file of " << bytes << " bytes";
  Result<SafetensorsHeader> header = SafetensorsHeader::read(path);
  ASSERT_TRUE(header.ok()) << header.status().message();
  EXPECT_EQ(header->tensors[0].bytes, bytes);
}

} // namespace
