//===- TargetCode.h - the phases target and artifact ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_DRIVER_TARGETCODE_H
#define CEDAR_CODEGEN_DRIVER_TARGETCODE_H

#include "codegen/Driver/Compiler.h"

namespace cedar {

/// Generates the code of every target of a module in the form of the kernels
/// phase and, unless the last phase is `target`, writes the artifact.
llvm::LogicalResult emitTargets(mlir::ModuleOp module,
                                const CompileOptions &options);

} // namespace cedar

#endif // CEDAR_CODEGEN_DRIVER_TARGETCODE_H
