//===- Json.h - strict JSON parsing ---------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strict JSON: one document, bounded depth, no key twice in one object. Uses
// exceptions of the JSON library inside and none across the border.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SUPPORT_JSON_H
#define CEDAR_RUNTIME_SUPPORT_JSON_H

#include "runtime/lib/Support/Status.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace cedar::rt {

/// Parses `text`; `where` (a file name) opens every message. Refuses nesting
/// beyond `maxDepth` and duplicate keys, which the format leaves undefined.
Result<nlohmann::json> parseJson(std::string_view text,
                                 const std::string &where,
                                 unsigned maxDepth = 64);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SUPPORT_JSON_H
