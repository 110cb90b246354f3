//===- CPUTargets.h - the CPU targets ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table that help texts, checks and the artifact's feature list come from.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_TARGET_CPU_CPUTARGETS_H
#define CEDAR_CODEGEN_TARGET_CPU_CPUTARGETS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace cedar {

/// What code is generated for. All CPU targets give the same bits.
struct CPUTarget {
  std::string name;                  ///< "cpu", "cpu:v4", "cpu:native"
  std::string processor;             ///< LLVM's name, "x86-64-v3"
  std::vector<std::string> features; ///< that a machine must have, "avx2"
  std::string summary;
};

/// The target called `name`; the error lists the known names.
llvm::Expected<CPUTarget> lookupCPUTarget(llvm::StringRef name);

/// All of them, for --list-targets.
std::vector<CPUTarget> knownCPUTargets();

} // namespace cedar

#endif // CEDAR_CODEGEN_TARGET_CPU_CPUTARGETS_H
