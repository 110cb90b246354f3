//===- Targets.h - all targets by name ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_DRIVER_TARGETS_H
#define CEDAR_CODEGEN_DRIVER_TARGETS_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace cedar {

struct TargetSummary {
  std::string name, summary;
};

/// Every target, CPUs first.
std::vector<TargetSummary> knownTargets();

/// An error that lists the known names, unless `name` is one.
llvm::Error checkTarget(llvm::StringRef name);

} // namespace cedar

#endif // CEDAR_CODEGEN_DRIVER_TARGETS_H
