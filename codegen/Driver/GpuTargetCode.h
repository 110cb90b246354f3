//===- GpuTargetCode.h - the code of a GPU target ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_DRIVER_GPUTARGETCODE_H
#define CEDAR_CODEGEN_DRIVER_GPUTARGETCODE_H

#include "codegen/Driver/Compiler.h"
#include "codegen/Target/NVVM/Chips.h"
#include "runtime/lib/Artifact/ArtifactWriter.h"

namespace cedar {

/// Generates PTX and, if ptxas is found, machine code for the kernels of a
/// module in the form of the kernels phase, and adds them to the artifact.
llvm::LogicalResult addGpuTarget(mlir::ModuleOp module, const Chip &chip,
                                 const CompileOptions &options,
                                 rt::ArtifactWriter &writer);

} // namespace cedar

#endif // CEDAR_CODEGEN_DRIVER_GPUTARGETCODE_H
