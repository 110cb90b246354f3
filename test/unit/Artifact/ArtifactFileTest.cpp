//===- ArtifactFileTest.cpp - damaged and whole .cedar files --------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every damage to a file is noticed, and a failed write leaves nothing behind.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ArtifactReader.h"
#include "runtime/lib/Artifact/Format.h"
#include "test/unit/Artifact/SmallArtifact.h"
#include "test/unit/Support/TestFiles.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sys/stat.h>

using namespace cedar;
using namespace cedar::rt;
namespace fs = std::filesystem;

namespace {

class ArtifactFile : public ::testing::Test {
protected:
  std::string write(const std::string &bytes) {
    return folder.write("model.cedar", bytes);
  }

  /// Opens and verifies a file of these bytes.
  Status open(const std::string &bytes) {
    Result<ArtifactReader> reader = ArtifactReader::open(write(bytes));
    return reader.ok() ? reader->verifyBlobs() : reader.status();
  }

  std::string good() {
    Result<std::string> bytes = smallArtifact().bytes();
    EXPECT_TRUE(bytes.ok()) << bytes.status().message();
    return *bytes;
  }

  void expectRefused(const Status &status, Code code, const char *part) {
    EXPECT_EQ(status.code(), code) << status.message();
    EXPECT_NE(status.message().find(part), std::string::npos)
        << status.message();
    EXPECT_EQ(status.message().find('\n'), std::string::npos);
  }

  std::string path(const char *name) const {
    return folder.path() + "/" + name;
  }

  /// Every byte of header and manifest, then some of padding and blobs.
  static size_t next(size_t place) { return place + (place < 1024 ? 1 : 59); }

  test::TempFolder folder;
};

} // namespace

TEST_F(ArtifactFile, GivesBackWhatWasWritten) {
  std::string file = path("model.cedar");
  ASSERT_TRUE(smallArtifact().write(file).ok());
  Result<ArtifactReader> reader = ArtifactReader::open(file);
  ASSERT_TRUE(reader.ok()) << reader.status().message();
  EXPECT_TRUE(reader->verifyBlobs().ok());
  EXPECT_EQ(reader->manifest().model().name(), "small");
  EXPECT_EQ(reader->blob(0), std::string(100, 'c'));
  EXPECT_EQ(reader->blob(1), std::string(64, '\1'));
  for (const artifact::Blob &blob : reader->manifest().blobs())
    EXPECT_EQ(blob.offset() % blobAlignment, 0u);
}

TEST_F(ArtifactFile, EqualInputsGiveEqualBytes) {
  EXPECT_EQ(good(), good());
  std::string a = path("a.cedar"), b = path("b.cedar");
  ASSERT_TRUE(smallArtifact().write(a).ok());
  ASSERT_TRUE(smallArtifact().write(b).ok());
  EXPECT_EQ(test::readBytes(a), test::readBytes(b));
  EXPECT_EQ(test::readBytes(a), good());
}

TEST_F(ArtifactFile, RefusesEveryTruncation) {
  std::string bytes = good();
  for (size_t size = 0; size < bytes.size(); size = next(size)) {
    Status status = open(bytes.substr(0, size));
    ASSERT_EQ(status.code(), Code::corrupt) << "cut at " << size;
  }
}

TEST_F(ArtifactFile, RefusesBytesBehindTheEnd) {
  expectRefused(open(good() + "x"), Code::corrupt, "expected");
}

TEST_F(ArtifactFile, NoticesAFlippedBitInEveryByte) {
  std::string bytes = good();
  for (size_t i = 0; i < bytes.size(); i = next(i)) {
    std::string damaged = bytes;
    damaged[i] = char(damaged[i] ^ (1 << (i * 5 % 8)));
    ASSERT_FALSE(open(damaged).ok()) << "byte " << i;
  }
}

TEST_F(ArtifactFile, RefusesAFutureFormat) {
  std::string bytes = good();
  bytes[8] = 2;
  Status status = open(bytes);
  expectRefused(status, Code::incompatible, "format version 2");
  expectRefused(status, Code::incompatible, "newer runtime");
}

TEST_F(ArtifactFile, RefusesAFutureManifest) {
  ArtifactWriter writer = smallArtifact();
  writer.manifest().set_version(7);
  expectRefused(open(*writer.bytes()), Code::incompatible,
                "manifest version 7");
}

TEST_F(ArtifactFile, RefusesAnotherKindOfFile) {
  expectRefused(open("\x7f"
                     "ELF" +
                     std::string(200, '\0')),
                Code::corrupt, "not a .cedar file");
  expectRefused(open(""), Code::corrupt, "the file has 0");
}

TEST_F(ArtifactFile, RefusesWhatIsNoRegularFile) {
  EXPECT_FALSE(ArtifactReader::open(folder.path()).ok());
  EXPECT_EQ(ArtifactReader::open(path("absent")).status().code(),
            Code::notFound);
  std::string pipe = path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(ArtifactReader::open(pipe).ok());
}

TEST_F(ArtifactFile, LeavesNothingAfterAFailedWrite) {
  std::string target = path("model.cedar");
  ASSERT_TRUE(fs::create_directories(target + "/inside"));
  Status status = smallArtifact().write(target);
  expectRefused(status, Code::io, "cannot write");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
  expectRefused(smallArtifact().write(path("no/such/folder.cedar")), Code::io,
                "No such file");
}

TEST_F(ArtifactFile, KeepsTheOldFileWhenTheNewOneIsRefused) {
  std::string file = path("model.cedar");
  ASSERT_TRUE(smallArtifact().write(file).ok());
  ArtifactWriter broken = smallArtifact();
  broken.manifest().mutable_model()->set_vocab_size(0);
  EXPECT_EQ(broken.write(file).code(), Code::internal);
  EXPECT_TRUE(ArtifactReader::open(file).ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST_F(ArtifactFile, PlacesManyBlobs) {
  ArtifactWriter writer = smallArtifact();
  for (size_t i = 0; i < 300; ++i)
    writer.addBlob("blob" + std::to_string(i), std::string(i * 37, char(i)));
  Result<ArtifactReader> reader = ArtifactReader::open(write(*writer.bytes()));
  ASSERT_TRUE(reader.ok()) << reader.status().message();
  EXPECT_TRUE(reader->verifyBlobs().ok());
  EXPECT_EQ(reader->blob(301).size(), 299u * 37);
}
