//===- Phases.cpp - the phases of a compilation ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Pipelines/Phases.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace cedar {

static constexpr PhaseInfo phases[] = {
#define CEDAR_PHASE(Id, name, summary, invariant)                              \
  {Phase::Id, name, summary, invariant},
#include "passes/Pipelines/Phases.def"
};

ArrayRef<PhaseInfo> getPhases() { return phases; }

const PhaseInfo &getPhaseInfo(Phase phase) {
  return phases[static_cast<size_t>(phase)];
}

std::optional<Phase> parsePhase(StringRef name) {
  const PhaseInfo *found = llvm::find_if(
      phases, [&](const PhaseInfo &info) { return info.name == name; });
  if (found == std::end(phases))
    return std::nullopt;
  return found->phase;
}

std::string joinPhaseNames() {
  return llvm::join(llvm::map_range(phases, [](auto &it) { return it.name; }),
                    ", ");
}

} // namespace cedar
