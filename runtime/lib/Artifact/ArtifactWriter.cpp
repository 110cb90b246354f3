//===- ArtifactWriter.cpp - writing a .cedar file -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manifest holds the offsets of the blobs and comes before them, and the
// size of a protobuf number depends on its value, so offsets are computed until
// they stand still (at most a few rounds: sizes only grow).
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ArtifactWriter.h"

#include "runtime/lib/Artifact/Format.h"
#include "runtime/lib/Artifact/ManifestCheck.h"
#include "runtime/lib/Artifact/PublishFile.h"
#include "runtime/lib/Support/Sha256.h"

#include <climits>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

ArtifactWriter::ArtifactWriter() { manifest_.set_version(manifestVersion); }

static Sha256::Digest digestOf(const std::string &bytes) {
  Sha256 hash;
  hash.update(bytes.data(), bytes.size());
  return hash.finish();
}

uint32_t ArtifactWriter::addBlob(std::string name, std::string bytes) {
  artifact::Blob &blob = *manifest_.add_blobs();
  blob.set_name(std::move(name));
  blob.set_size(bytes.size());
  Sha256::Digest digest = digestOf(bytes);
  blob.set_sha256(digest.data(), digest.size());
  blobs_.push_back(std::move(bytes));
  return static_cast<uint32_t>(blobs_.size() - 1);
}

/// Gives every blob its offset; false when they were right already.
static bool placeBlobs(artifact::Manifest &manifest) {
  bool moved = false;
  uint64_t end = sizeof(ArtifactHeader) + manifest.ByteSizeLong();
  for (artifact::Blob &blob : *manifest.mutable_blobs()) {
    uint64_t offset = alignUp(end, blobAlignment);
    moved |= blob.offset() != offset;
    blob.set_offset(offset);
    end = offset + blob.size();
  }
  return moved;
}

/// The 64 bytes that lead to `manifest`.
static std::string headerFor(const std::string &manifest) {
  ArtifactHeader header{};
  std::memcpy(header.magic, artifactMagic, sizeof(artifactMagic));
  header.formatVersion = artifactFormatVersion;
  header.headerBytes = sizeof(header);
  header.manifestOffset = sizeof(header);
  header.manifestBytes = manifest.size();
  Sha256::Digest digest = digestOf(manifest);
  std::memcpy(header.manifestSha256, digest.data(), digest.size());
  return std::string(reinterpret_cast<const char *>(&header), sizeof(header));
}

Result<std::string> ArtifactWriter::bytes() const {
  if (Status status = checkManifest(manifest_); !status.ok())
    return Status(Code::internal, "manifest: " + status.message());
  artifact::Manifest placed = manifest_;
  while (placeBlobs(placed)) {
  }
  if (placed.ByteSizeLong() > INT_MAX)
    return Status(Code::exhausted, "manifest is larger than 2 GiB");
  std::string manifest = placed.SerializeAsString();
  std::string file = headerFor(manifest) + manifest;
  for (size_t i = 0; i < blobs_.size(); ++i) {
    file.resize(placed.blobs(static_cast<int>(i)).offset(), '\0');
    file += blobs_[i];
  }
  return file;
}

Status ArtifactWriter::write(const std::string &path) const {
  Result<std::string> file = bytes();
  if (!file.ok())
    return file.status();
  return publishFile(path, *file);
}
