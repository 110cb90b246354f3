//===- CpuFeatures.h - what the CPU can do --------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether this CPU, under this operating system, has the instruction sets that
// an artifact's code names (LLVM's spellings, such as "avx512f").
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_CPUFEATURES_H
#define CEDAR_RUNTIME_ENGINE_CPUFEATURES_H

#include <string>
#include <string_view>
#include <vector>

namespace cedar::rt {

/// True when `feature` may be used; false also for a name that is not known.
bool cpuHas(std::string_view feature);

/// Those of `features` that the CPU lacks, joined by commas; empty if none.
std::string missingCpuFeatures(const std::vector<std::string> &features);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_CPUFEATURES_H
