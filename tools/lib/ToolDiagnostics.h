//===- ToolDiagnostics.h - diagnostics of tools -*- C++ -*-----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tools that read checkpoints have no source text to point at: their
// diagnostics are one line each on standard error, `tool: error: layers.3.attn:
// message`.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_LIB_TOOLDIAGNOSTICS_H
#define CEDAR_TOOLS_LIB_TOOLDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"

namespace cedar {

/// Prints the diagnostics of `context` as long as it lives.
class ToolDiagnosticHandler : public mlir::ScopedDiagnosticHandler {
public:
  ToolDiagnosticHandler(mlir::MLIRContext *context, llvm::StringRef tool);
};

} // namespace cedar

#endif // CEDAR_TOOLS_LIB_TOOLDIAGNOSTICS_H
