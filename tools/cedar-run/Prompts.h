//===- Prompts.h - prompts of a run ---------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prompts from the command line and from a file of JSON lines.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARRUN_PROMPTS_H
#define CEDAR_TOOLS_CEDARRUN_PROMPTS_H

#include "tools/cedar-run/RunOptions.h"
#include "tools/cedar-run/Text.h"

#include <nlohmann/json.hpp>

namespace cedar {

/// A prompt ready to run.
struct Prompt {
  nlohmann::json id; ///< as the file gives it, else its number
  std::vector<int32_t> tokens;
};

/// All prompts of a run; throws cedar::Error.
std::vector<Prompt> readPrompts(const RunOptions &options, const Text &text);

/// What they go on from, empty if nothing; throws cedar::Error.
std::vector<int32_t> readPrefix(const RunOptions &options, const Text &text);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARRUN_PROMPTS_H
