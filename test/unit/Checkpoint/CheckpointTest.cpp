//===- CheckpointTest.cpp - folders, shards, payload ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder of two small shards, damaged in one way per test, and the tiny
// checkpoint.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Checkpoint/Checkpoint.h"
#include "test/unit/Checkpoint/SafetensorsText.h"
#include "test/unit/Support/TestFiles.h"

#include "gtest/gtest.h"

#include <cstring>
#include <filesystem>

using namespace cedar::rt;
using namespace cedar::rt::test;

namespace {

/// A folder with two shards of one tensor each: "a" and "b".
class CheckpointTest : public ::testing::Test {
protected:
  CheckpointTest() {
    folder.write("1.safetensors",
                 safetensors("{" + tensor("a", "U8", "[3]", 0, 3) + "}", 3));
    folder.write("2.safetensors",
                 safetensors("{" + tensor("b", "I16", "[2]", 0, 4) + "}", 4));
  }

  void writeIndex(const std::string &weightMap) {
    folder.write("model.safetensors.index.json",
                 R"({"metadata": {}, "weight_map": )" + weightMap + "}");
  }

  /// The message for the folder, which must be refused.
  std::string refusal() {
    Result<CheckpointIndex> index = CheckpointIndex::open(folder.path());
    return index.ok() ? "accepted" : index.status().message();
  }

  TempFolder folder;
};

#define EXPECT_HAS(text, part)                                                 \
  EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

TEST_F(CheckpointTest, ReadsShards) {
  writeIndex(R"({"a": "1.safetensors", "b": "2.safetensors"})");
  auto checkpoint = Checkpoint::open(folder.path());
  ASSERT_TRUE(checkpoint.ok()) << checkpoint.status().message();
  const CheckpointIndex &index = (*checkpoint)->index();
  EXPECT_EQ(index.shards().size(), 2u);
  ASSERT_NE(index.find("b"), nullptr);
  EXPECT_EQ(index.find("b")->shape, std::vector<int64_t>{2});
  EXPECT_EQ(index.find("c"), nullptr);
  Result<const std::byte *> data = (*checkpoint)->data("b");
  ASSERT_TRUE(data.ok());
  EXPECT_EQ(std::memcmp(*data, "\0\1\2\3", 4), 0);
  EXPECT_EQ((*checkpoint)->data("c").status().code(), Code::notFound);
}

TEST_F(CheckpointTest, ReadsSingleFile) {
  folder.write("model.safetensors",
               safetensors("{" + tensor("a", "U8", "[3]", 0, 3) + "}", 3));
  Result<CheckpointIndex> index = CheckpointIndex::open(folder.path());
  ASSERT_TRUE(index.ok());
  EXPECT_EQ(index->tensors().size(), 1u);
}

TEST_F(CheckpointTest, RefusesFolderWithoutCheckpoint) {
  EXPECT_HAS(refusal(),
             "expected model.safetensors or model.safetensors.index.json");
}

TEST_F(CheckpointTest, RefusesTwoCheckpointsInOneFolder) {
  folder.write("model.safetensors", safetensors("{}", 0));
  writeIndex(R"({"a": "1.safetensors", "b": "2.safetensors"})");
  EXPECT_HAS(refusal(), "holds model.safetensors, which "
                        "model.safetensors.index.json does not list");
}

TEST_F(CheckpointTest, RefusesMissingShard) {
  writeIndex(R"({"a": "1.safetensors", "b": "3.safetensors"})");
  EXPECT_HAS(refusal(), "missing shard '3.safetensors'");
}

TEST_F(CheckpointTest, RefusesTensorMissingFromItsShard) {
  writeIndex(R"({"a": "1.safetensors", "b": "2.safetensors",
                 "c": "2.safetensors", "d": "2.safetensors"})");
  EXPECT_HAS(refusal(), "tensor 'c' is not in its shard '2.safetensors' (and 1 "
                        "more tensors)");
}

TEST_F(CheckpointTest, RefusesTensorMissingFromTheIndex) {
  folder.write("1.safetensors",
               safetensors("{" + tensor("a", "U8", "[1]", 0, 1) + "," +
                               tensor("z", "U8", "[2]", 1, 3) + "}",
                           3));
  writeIndex(R"({"a": "1.safetensors", "b": "2.safetensors"})");
  EXPECT_HAS(refusal(), "1.safetensors': tensor 'z' is not listed in "
                        "model.safetensors.index.json");
}

TEST_F(CheckpointTest, RefusesTensorInAnotherShard) {
  writeIndex(R"({"a": "1.safetensors", "b": "1.safetensors"})");
  EXPECT_HAS(refusal(), "tensor 'b' is not in its shard '1.safetensors'");
  folder.write("2.safetensors",
               safetensors("{" + tensor("a", "U8", "[1]", 0, 1) + "," +
                               tensor("b", "U8", "[2]", 1, 3) + "}",
                           3));
  writeIndex(R"({"a": "1.safetensors", "b": "2.safetensors"})");
  EXPECT_HAS(refusal(), "2.safetensors': tensor 'a' should be in "
                        "'1.safetensors'");
}

TEST_F(CheckpointTest, RefusesShardsOutsideTheFolder) {
  for (const char *name : {"../1.safetensors", "/etc/passwd", "..", ".", "",
                           "x/1.safetensors", "x\\\\1", "1\\u0000"}) {
    writeIndex(std::string(R"({"a": ")") + name + "\"}");
    EXPECT_HAS(refusal(), "is not a file name inside the folder");
  }
}

TEST_F(CheckpointTest, RefusesMalformedIndex) {
  writeIndex("[]");
  EXPECT_HAS(refusal(), "expected an object field 'weight_map'");
  writeIndex(R"({"a": 1})");
  EXPECT_HAS(refusal(), "tensor 'a': expected the name of its shard");
  writeIndex(R"({"a": "1.safetensors", "a": "2.safetensors"})");
  EXPECT_HAS(refusal(), "key 'a' occurs twice");
  writeIndex("{");
  EXPECT_HAS(refusal(), "is not JSON");
}

TEST_F(CheckpointTest, RefusesShardThatShrankAfterOpening) {
  writeIndex(R"({"a": "1.safetensors", "b": "2.safetensors"})");
  auto checkpoint = Checkpoint::open(folder.path());
  ASSERT_TRUE(checkpoint.ok());
  std::filesystem::resize_file(folder.path() + "/1.safetensors", 9);
  EXPECT_HAS((*checkpoint)->data("a").status().message(),
             "changed while in use");
}

TEST(TinyCheckpoint, IndexAgreesWithItsShards) {
  Result<CheckpointIndex> index =
      CheckpointIndex::open(testPath("checkpoints/tiny"));
  ASSERT_TRUE(index.ok()) << index.status().message();
  EXPECT_EQ(index->shards().size(), 2u);
  const TensorInfo *embed = index->find("embed.weight");
  ASSERT_NE(embed, nullptr);
  EXPECT_EQ(embed->dtype, DType::bf16);
  EXPECT_EQ(embed->shape, (std::vector<int64_t>{512, 256}));
  EXPECT_EQ(embed->bytes, 512u * 256 * 2);
}

} // namespace
