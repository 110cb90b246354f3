//===- ReductionPatterns.h - what to replace ops by -*- C++ -*-------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDAR_REDUCE_REDUCTIONPATTERNS_H
#define CEDAR_TOOLS_CEDAR_REDUCE_REDUCTIONPATTERNS_H

#include "mlir/IR/DialectRegistry.h"

namespace cedar {

/// Lets the reducer replace a cedar op by its operands of the same types.
void registerReductionPatterns(mlir::DialectRegistry &registry);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDAR_REDUCE_REDUCTIONPATTERNS_H
