//===- GpuTarget.h - which code a GPU runs --------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The best target of an artifact for a GPU, by what is in the artifact and what
// the GPU is.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_GPUTARGET_H
#define CEDAR_RUNTIME_ENGINE_GPUTARGET_H

#include "runtime/lib/Artifact/Manifest.pb.h"
#include "runtime/lib/Support/Status.h"

namespace cedar::rt {

/// Stands for the best target of the machine's GPU where a target is named.
inline constexpr const char *anyGpuTarget = "cuda";

/// Names of all targets, for messages.
std::string targetNames(const artifact::Manifest &manifest);

/// The best target for a GPU of compute capability `major`.`minor`: machine
/// code rather than PTX, then code for exactly that chip, then the latest.
Result<const artifact::Target *>
bestGpuTarget(const artifact::Manifest &manifest, int major, int minor);

/// The best target for the first GPU of this machine.
Result<const artifact::Target *>
selectGpuTarget(const artifact::Manifest &manifest);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_GPUTARGET_H
