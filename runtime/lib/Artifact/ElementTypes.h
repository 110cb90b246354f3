//===- ElementTypes.h - element types of a manifest -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes and spellings of the manifest's element types.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ARTIFACT_ELEMENTTYPES_H
#define CEDAR_RUNTIME_ARTIFACT_ELEMENTTYPES_H

#include "runtime/lib/Artifact/Manifest.pb.h"

#include <cstdint>
#include <string_view>

namespace cedar::rt {

/// Bytes of one stored element; two packed FP4 codes are one element (SPEC
/// 2.4).
uint64_t elementBytes(artifact::ElementType type);

/// Bytes of `count` values of a cache row: FP4 codes take half a byte.
uint64_t packedBytes(artifact::ElementType type, uint64_t count);

/// Lower-case spelling, such as "bf16".
std::string_view elementName(artifact::ElementType type);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ARTIFACT_ELEMENTTYPES_H
