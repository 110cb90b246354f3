//===- ArtifactReader.h - reading a .cedar file ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps a .cedar file and hands out its manifest and blobs. What opens is whole:
// header, manifest checksum, blob ranges, zero padding and every index inside
// the manifest have been checked; blob checksums are checked on request.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ARTIFACT_ARTIFACTREADER_H
#define CEDAR_RUNTIME_ARTIFACT_ARTIFACTREADER_H

#include "runtime/lib/Artifact/Manifest.pb.h"
#include "runtime/lib/Support/MappedFile.h"
#include "runtime/lib/Support/Status.h"

#include <memory>
#include <string>
#include <string_view>

namespace cedar::rt {

/// An open artifact. Blobs live as long as the reader.
class ArtifactReader {
public:
  /// Maps and checks `path`.
  static Result<ArtifactReader> open(const std::string &path);

  const std::string &path() const { return path_; }
  const artifact::Manifest &manifest() const { return *manifest_; }
  uint64_t fileSize() const { return file_.size(); }

  /// Bytes of blob `index`, 4096-aligned. The index must be in range.
  std::string_view blob(uint32_t index) const;

  /// Compares blob `index` with its checksum.
  Status verifyBlob(uint32_t index) const;

  /// Compares every blob with its checksum.
  Status verifyBlobs() const;

private:
  ArtifactReader(std::string path, MappedFile file)
      : path_(std::move(path)), file_(std::move(file)) {}

  Status readManifest();
  Status checkVersion(uint32_t version, uint32_t latest,
                      const char *what) const;
  Status checkBlobs(uint64_t manifestEnd) const;
  Status checkPadding(uint64_t begin, uint64_t end) const;
  Status corrupt(const std::string &reason) const;

  std::string path_;
  MappedFile file_;
  std::unique_ptr<artifact::Manifest> manifest_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ARTIFACT_ARTIFACTREADER_H
