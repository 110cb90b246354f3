//===- ArtifactWriter.h - writing a .cedar file ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembles a .cedar file from a manifest and blobs. Equal inputs give equal
// bytes. A file appears under its name complete or not at all.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ARTIFACT_ARTIFACTWRITER_H
#define CEDAR_RUNTIME_ARTIFACT_ARTIFACTWRITER_H

#include "runtime/lib/Artifact/Manifest.pb.h"
#include "runtime/lib/Support/Status.h"

#include <string>
#include <vector>

namespace cedar::rt {

/// Collects the parts of one artifact.
class ArtifactWriter {
public:
  ArtifactWriter();

  /// The manifest to fill in. Its `version` is set; `blobs` belong to the
  /// writer.
  artifact::Manifest &manifest() { return manifest_; }

  /// Adds a blob and returns its index.
  uint32_t addBlob(std::string name, std::string bytes);

  /// The whole file. Refuses a manifest that a reader would refuse.
  Result<std::string> bytes() const;

  /// Writes the file next to `path` under a temporary name, flushes it to the
  /// disk and renames it. On failure nothing is left behind and an existing
  /// file is untouched.
  Status write(const std::string &path) const;

private:
  artifact::Manifest manifest_;
  std::vector<std::string> blobs_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ARTIFACT_ARTIFACTWRITER_H
