//===- Passes.h - entries become plans ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_CONVERSION_CEDARTOPLAN_PASSES_H
#define CEDAR_CODEGEN_CONVERSION_CEDARTOPLAN_PASSES_H

#include "dialect/Plan/IR/PlanDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace cedar {

#define GEN_PASS_DECL
#include "codegen/Conversion/CedarToPlan/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "codegen/Conversion/CedarToPlan/Passes.h.inc"

} // namespace cedar

#endif // CEDAR_CODEGEN_CONVERSION_CEDARTOPLAN_PASSES_H
