//===- Format.h - bytes of a .cedar file ----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A .cedar file is a header of 64 bytes, the manifest (a protobuf message), and
// blobs that start at multiples of 4096, in the order the manifest lists them.
// Bytes between them are zero, and the file ends with the last blob, so that
// every byte is covered by a check. Numbers are little-endian.
//
//   0   8  magic
//   8   4  format version
//   12  4  size of this header
//   16  8  offset of the manifest, 64
//   24  8  size of the manifest
//   32 32  SHA-256 of the manifest
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ARTIFACT_FORMAT_H
#define CEDAR_RUNTIME_ARTIFACT_FORMAT_H

#include "runtime/lib/Support/Align.h"

#include <cstdint>
#include <type_traits>

namespace cedar::rt {

/// The first bytes of every artifact. The line ends show a transfer in text
/// mode.
inline constexpr uint8_t artifactMagic[8] = {0x89, 'C', 'E',  'D',
                                             'A',  'R', '\r', '\n'};

/// Version of this layout, and the latest `Manifest.version` that is read.
inline constexpr uint32_t artifactFormatVersion = 1;
inline constexpr uint32_t manifestVersion = 2;

inline constexpr uint64_t blobAlignment = mappedPageBytes;

/// The header as it lies in the file (x86-64 is little-endian).
struct ArtifactHeader {
  uint8_t magic[8];
  uint32_t formatVersion;
  uint32_t headerBytes;
  uint64_t manifestOffset;
  uint64_t manifestBytes;
  uint8_t manifestSha256[32];
};
static_assert(sizeof(ArtifactHeader) == 64);
static_assert(std::is_trivially_copyable_v<ArtifactHeader>);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ARTIFACT_FORMAT_H
