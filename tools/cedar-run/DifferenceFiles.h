//===- DifferenceFiles.h - tensors of a launch that differs ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory of one launch as safetensors, before it and behind it.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARRUN_DIFFERENCEFILES_H
#define CEDAR_TOOLS_CEDARRUN_DIFFERENCEFILES_H

#include "runtime/lib/Engine/TargetCheck.h"

namespace cedar {

/// Writes before.safetensors, and <target>.safetensors with what each target
/// has left, to `folder`, which is made if it is not there. Tensors
/// "argument.<i>" are [rows, elements]; rows of codes and scales are bytes.
/// Metadata names the launch and the arguments. Throws cedar::Error.
void writeDifference(const std::string &folder,
                     const rt::LaunchDifference &difference,
                     const artifact::Target &main, const std::string &other);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARRUN_DIFFERENCEFILES_H
