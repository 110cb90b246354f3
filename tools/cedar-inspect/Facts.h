//===- Facts.h - what cedar-inspect tells ---------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts of an artifact as one JSON document; the text is printed from it,
// so the two never differ.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARINSPECT_FACTS_H
#define CEDAR_TOOLS_CEDARINSPECT_FACTS_H

#include "cedar.h"
#include "runtime/lib/Artifact/ArtifactReader.h"

#include <nlohmann/json.hpp>

namespace cedar {

/// All facts; `options` is the session whose memory is computed.
rt::Result<nlohmann::ordered_json>
collectFacts(const rt::ArtifactReader &artifact,
             const cedar_session_options &options);

/// Facts of one target with its kernels and entries.
nlohmann::ordered_json targetFacts(const artifact::Target &target);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARINSPECT_FACTS_H
