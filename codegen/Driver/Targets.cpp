//===- Targets.cpp - all targets by name ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Driver/Targets.h"

#include "codegen/Target/CPU/CPUTargets.h"
#include "codegen/Target/NVVM/Chips.h"

#include "llvm/ADT/StringExtras.h"

namespace cedar {

std::vector<TargetSummary> knownTargets() {
  std::vector<TargetSummary> targets;
  for (const CPUTarget &target : knownCPUTargets())
    targets.push_back({target.name, target.summary});
  for (const Chip &chip : knownChips())
    targets.push_back({chip.name.str(), ("NVIDIA " + chip.products).str()});
  return targets;
}

llvm::Error checkTarget(llvm::StringRef name) {
  std::vector<std::string> names;
  for (const TargetSummary &target : knownTargets()) {
    if (target.name == name)
      return llvm::Error::success();
    names.push_back(target.name);
  }
  return llvm::createStringError("unknown target '" + name +
                                 "', expected one of " +
                                 llvm::join(names, ", "));
}

} // namespace cedar
