//===- RegisterAll.h - what every compiler tool knows -*- C++ -*-----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialects and passes of Cedar and of MLIR. A new dialect, pass or pipeline
// is registered here once, for all tools.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_LIB_REGISTERALL_H
#define CEDAR_TOOLS_LIB_REGISTERALL_H

#include "mlir/IR/DialectRegistry.h"

namespace cedar {

/// Cedar's dialects.
void registerAllCedarDialects(mlir::DialectRegistry &registry);

/// Cedar's passes and pipelines.
void registerAllCedarPasses();

/// Cedar's and MLIR's dialects with their extensions.
void registerEveryDialect(mlir::DialectRegistry &registry);

/// Cedar's and MLIR's passes.
void registerEveryPass();

} // namespace cedar

#endif // CEDAR_TOOLS_LIB_REGISTERALL_H
