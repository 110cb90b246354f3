//===- Passes.h - passes that predict costs -*- C++ -*-------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_COST_PASSES_H
#define CEDAR_PASSES_COST_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace cedar {

#define GEN_PASS_DECL
#include "passes/Cost/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Cost/Passes.h.inc"

} // namespace cedar

#endif // CEDAR_PASSES_COST_PASSES_H
