//===- ManifestFuzzTest.cpp - random damage behind a right checksum -------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A manifest whose checksum holds may still say anything. Reading it, choosing
// a target and planning a session must end in a value or a message, never in a
// crash or an endless allocation.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ArtifactReader.h"
#include "runtime/lib/Artifact/Format.h"
#include "runtime/lib/Engine/Module.h"
#include "runtime/lib/Engine/SessionLayout.h"
#include "runtime/lib/Support/Sha256.h"
#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

using namespace cedar;
using namespace cedar::rt;

/// Puts the right checksum of the manifest into the header.
static void sealManifest(std::string &file) {
  ArtifactHeader header;
  std::memcpy(&header, file.data(), sizeof(header));
  Sha256 hash;
  hash.update(file.data() + sizeof(header), header.manifestBytes);
  Sha256::Digest digest = hash.finish();
  std::memcpy(file.data() + offsetof(ArtifactHeader, manifestSha256),
              digest.data(), digest.size());
}

/// True when the damaged file opened and a session of it could be planned.
static bool useFile(const std::string &path) {
  Result<ArtifactReader> reader = ArtifactReader::open(path);
  if (!reader.ok())
    return false;
  Result<const artifact::Target *> target =
      selectTarget(reader->manifest(), "");
  if (!target.ok())
    return false;
  cedar_session_options given{};
  given.engram_cache = 1 << 20;
  Result<SessionOptions> options =
      SessionOptions::resolve(reader->manifest().model(), **target, given);
  return options.ok() &&
         SessionLayout::plan(reader->manifest(), **target, *options).ok();
}

TEST(ManifestFuzzTest, DamageIsSurvived) {
  test::TempFolder folder;
  // Small blobs keep the file small; the code is not loaded here.
  ArtifactWriter toy = test::toyArtifact(), writer;
  test::addToyRows(toy);
  writer.manifest() = toy.manifest();
  writer.manifest().clear_blobs();
  writer.addBlob("cpu", "code");
  Result<std::string> bytes = writer.bytes();
  ASSERT_TRUE(bytes.ok()) << bytes.status().message();
  ArtifactHeader header;
  std::memcpy(&header, bytes->data(), sizeof(header));

  std::mt19937 random(1);
  int usable = 0;
  constexpr int rounds = 500;
  for (int round = 0; round < rounds; ++round) {
    std::string damaged = *bytes;
    for (uint32_t i = 0; i <= random() % 3; ++i)
      damaged[sizeof(header) + random() % header.manifestBytes] =
          char(random());
    sealManifest(damaged);
    usable += useFile(folder.write("fuzz.cedar", damaged));
  }
  // Names and symbols may change freely; most other damage must be refused.
  EXPECT_GT(usable, 0);
  EXPECT_LT(usable, rounds);
}
