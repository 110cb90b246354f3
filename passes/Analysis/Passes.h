//===- Passes.h - passes that show what analyses find ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_ANALYSIS_PASSES_H
#define CEDAR_PASSES_ANALYSIS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace cedar {

#define GEN_PASS_DECL
#include "passes/Analysis/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Analysis/Passes.h.inc"

} // namespace cedar

#endif // CEDAR_PASSES_ANALYSIS_PASSES_H
