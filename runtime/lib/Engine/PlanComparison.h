//===- PlanComparison.h - whether two targets have one plan ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plans of an artifact's targets are the same but for their kernels' code.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_PLANCOMPARISON_H
#define CEDAR_RUNTIME_ENGINE_PLANCOMPARISON_H

#include "runtime/lib/Artifact/Manifest.pb.h"
#include "runtime/lib/Support/Status.h"

namespace cedar::rt {

/// Success if both targets launch kernels of the same ops on the same memory in
/// the same order, else the first entry or launch that differs.
Status checkSamePlan(const artifact::Target &one,
                     const artifact::Target &other);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_PLANCOMPARISON_H
