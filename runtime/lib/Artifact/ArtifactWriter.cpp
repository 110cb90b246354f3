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
#include "runtime/lib/Support/Sha256.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

namespace {

/// A file under a temporary name, removed unless it is published.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &path)
      : path_(path), name_(path + ".XXXXXX"), descriptor_(mkstemp(&name_[0])) {}

  ~TemporaryFile() {
    if (descriptor_ < 0)
      return;
    int error = errno; // of the failure that the caller reports
    close(descriptor_);
    if (!published_)
      unlink(name_.c_str());
    errno = error;
  }

  /// Writes `bytes`, flushes them and gives the file its name.
  bool publish(const std::string &bytes) {
    published_ = descriptor_ >= 0 && writeAll(bytes) && setMode() &&
                 fsync(descriptor_) == 0 &&
                 rename(name_.c_str(), path_.c_str()) == 0;
    return published_;
  }

private:
  bool writeAll(const std::string &bytes) {
    size_t done = 0;
    while (done < bytes.size()) {
      ssize_t step =
          ::write(descriptor_, bytes.data() + done, bytes.size() - done);
      if (step < 0 && errno != EINTR)
        return false;
      done += step > 0 ? static_cast<size_t>(step) : 0;
    }
    return true;
  }

  /// mkstemp makes files private; published ones follow the user's mask.
  bool setMode() {
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(descriptor_, 0666 & ~mask) == 0;
  }

  std::string path_, name_;
  int descriptor_;
  bool published_ = false;
};

} // namespace

/// Makes a rename in the folder of `path` durable. Folders that cannot be
/// flushed are left to the operating system.
static void flushFolder(const std::string &path) {
  size_t slash = path.rfind('/');
  std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
  int descriptor = open(folder.empty() ? "/" : folder.c_str(),
                        O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return;
  fsync(descriptor);
  close(descriptor);
}

Status ArtifactWriter::write(const std::string &path) const {
  Result<std::string> file = bytes();
  if (!file.ok())
    return file.status();
  if (!TemporaryFile(path).publish(*file))
    return Status(Code::io,
                  "cannot write '" + path + "': " + std::strerror(errno));
  flushFolder(path);
  return Status();
}
