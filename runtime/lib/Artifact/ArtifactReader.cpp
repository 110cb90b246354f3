//===- ArtifactReader.cpp - reading a .cedar file -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks run from the outside in, so that each message names the outermost
// thing that is wrong: size, magic, version, manifest, blob ranges, manifest
// contents.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ArtifactReader.h"

#include "runtime/lib/Artifact/Format.h"
#include "runtime/lib/Artifact/ManifestCheck.h"
#include "runtime/lib/Support/Sha256.h"

#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <climits>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

/// True when the SHA-256 of `bytes` is `expected`.
static bool digestMatches(std::string_view bytes, std::string_view expected) {
  Sha256 hash;
  hash.update(bytes.data(), bytes.size());
  Sha256::Digest digest = hash.finish();
  return expected.size() == digest.size() &&
         std::memcmp(digest.data(), expected.data(), digest.size()) == 0;
}

static std::string_view asText(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

Status ArtifactReader::corrupt(const std::string &reason) const {
  return Status(Code::corrupt, "'" + path_ + "': " + reason +
                                   "; copy the file again or rebuild it with "
                                   "cedar-compile");
}

Status ArtifactReader::checkVersion(uint32_t version, uint32_t latest,
                                    const char *what) const {
  if (version == 0)
    return corrupt(std::string(what) + " version is 0");
  if (version <= latest)
    return Status();
  return Status(Code::incompatible,
                "'" + path_ + "' has " + what + " version " +
                    std::to_string(version) + ", this runtime reads up to " +
                    std::to_string(latest) +
                    "; use a newer runtime or rebuild the file with this "
                    "version's cedar-compile");
}

Result<ArtifactReader> ArtifactReader::open(const std::string &path) {
  Result<MappedFile> file = MappedFile::open(path);
  if (!file.ok())
    return file.status();
  ArtifactReader reader(path, std::move(*file));
  if (Status status = reader.readManifest(); !status.ok())
    return status;
  if (Status status = checkManifest(*reader.manifest_); !status.ok())
    return reader.corrupt(status.message());
  return Result<ArtifactReader>(std::move(reader));
}

Status ArtifactReader::readManifest() {
  ArtifactHeader header;
  if (file_.size() < sizeof(header))
    return corrupt("expected a header of 64 bytes, the file has " +
                   std::to_string(file_.size()));
  std::memcpy(&header, file_.data(), sizeof(header));
  if (std::memcmp(header.magic, artifactMagic, sizeof(artifactMagic)) != 0)
    return corrupt("not a .cedar file (wrong first bytes)");
  if (Status status =
          checkVersion(header.formatVersion, artifactFormatVersion, "format");
      !status.ok())
    return status;
  if (header.headerBytes != sizeof(header) ||
      header.manifestOffset != sizeof(header))
    return corrupt("header is damaged");
  if (header.manifestBytes > file_.size() - sizeof(header) ||
      header.manifestBytes > INT_MAX)
    return corrupt("truncated: manifest of " +
                   std::to_string(header.manifestBytes) +
                   " bytes, the file has " + std::to_string(file_.size()));

  std::string_view bytes(reinterpret_cast<const char *>(file_.data()) +
                             sizeof(header),
                         header.manifestBytes);
  if (!digestMatches(bytes, asText(header.manifestSha256, 32)))
    return corrupt("manifest does not match its checksum");
  // The status says what is wrong; the library would print it too.
  google::protobuf::LogSilencer silencer;
  manifest_ = std::make_unique<artifact::Manifest>();
  if (!manifest_->ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return corrupt("manifest is not a valid message");
  if (Status status =
          checkVersion(manifest_->version(), manifestVersion, "manifest");
      !status.ok())
    return status;
  return checkBlobs(sizeof(header) + header.manifestBytes);
}

Status ArtifactReader::checkBlobs(uint64_t end) const {
  for (const artifact::Blob &blob : manifest_->blobs()) {
    if (blob.offset() != alignUp(end, blobAlignment))
      return corrupt("blob '" + blob.name() + "' starts at byte " +
                     std::to_string(blob.offset()) + ", expected " +
                     std::to_string(alignUp(end, blobAlignment)));
    if (blob.offset() > file_.size() ||
        blob.size() > file_.size() - blob.offset())
      return corrupt("truncated: blob '" + blob.name() + "' of " +
                     std::to_string(blob.size()) + " bytes at byte " +
                     std::to_string(blob.offset()) + ", the file has " +
                     std::to_string(file_.size()));
    if (Status status = checkPadding(end, blob.offset()); !status.ok())
      return status;
    end = blob.offset() + blob.size();
  }
  if (end != file_.size())
    return corrupt("expected " + std::to_string(end) + " bytes, the file has " +
                   std::to_string(file_.size()));
  return Status();
}

Status ArtifactReader::checkPadding(uint64_t begin, uint64_t end) const {
  const std::byte *data = file_.data();
  if (std::any_of(data + begin, data + end,
                  [](std::byte byte) { return byte != std::byte(0); }))
    return corrupt("padding before byte " + std::to_string(end) +
                   " is not zero");
  return Status();
}

std::string_view ArtifactReader::blob(uint32_t index) const {
  const artifact::Blob &blob = manifest_->blobs(static_cast<int>(index));
  return {reinterpret_cast<const char *>(file_.data()) + blob.offset(),
          blob.size()};
}

Status ArtifactReader::verifyBlob(uint32_t index) const {
  const artifact::Blob &record = manifest_->blobs(static_cast<int>(index));
  if (!digestMatches(blob(index), record.sha256()))
    return corrupt("blob '" + record.name() + "' does not match its checksum");
  return Status();
}

Status ArtifactReader::verifyBlobs() const {
  for (int i = 0; i < manifest_->blobs_size(); ++i)
    if (Status status = verifyBlob(static_cast<uint32_t>(i)); !status.ok())
      return status;
  return Status();
}
