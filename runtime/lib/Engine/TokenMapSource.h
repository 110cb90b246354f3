//===- TokenMapSource.h - where the token map comes from ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compressed token map of Engram at load time (SPEC 3.12): from the
// artifact, from a given file, from engram_token_map.bin of the checkpoint
// folder, or from its tokenizer.json. Sources that exist must agree.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_TOKENMAPSOURCE_H
#define CEDAR_RUNTIME_ENGINE_TOKENMAPSOURCE_H

#include "runtime/lib/Artifact/ArtifactReader.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cedar::rt {

/// The map of `weight`, one id per token. `file` is a path given by the caller,
/// or empty.
Result<std::vector<int32_t>> findTokenMap(const ArtifactReader &artifact,
                                          const artifact::Weight &weight,
                                          const std::string &folder,
                                          const std::string &file);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_TOKENMAPSOURCE_H
