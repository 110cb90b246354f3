//===- RunOptions.h - command line of cedar-run ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the user of cedar-run asked for.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARRUN_RUNOPTIONS_H
#define CEDAR_TOOLS_CEDARRUN_RUNOPTIONS_H

#include "runtime/lib/Support/Status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cedar {

/// A prompt on the command line, in the order given.
struct GivenPrompt {
  std::string value;
  bool isIds; ///< --prompt-ids
};

/// All options with their defaults.
struct RunOptions {
  std::string artifact, weights, promptFile, answers, logits, tokenMap, target,
      device, loadState, saveState, checkAgainst, checkDir;
  std::string checkUlps = "0";
  std::string prefill = "exact";
  std::vector<GivenPrompt> prompts;
  std::optional<GivenPrompt> prefix; ///< what all prompts go on from
  uint64_t maxTokens = 128;
  uint64_t seed = 0, threads = 0, chunk = 0, rows = 512, batch = 8, context = 0,
           engramCache = 0;
  double temperature = 0, topP = 1;
  bool stats = false, profile = false, noBos = false, json = false,
       echo = false, sync = false, noGraphs = false, perKernel = false;
  bool stopAtEos = true;
};

/// Parses the command line; false when there is nothing to run.
rt::Result<bool> parseRunOptions(int argc, const char *const *argv,
                                 RunOptions &options);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARRUN_RUNOPTIONS_H
