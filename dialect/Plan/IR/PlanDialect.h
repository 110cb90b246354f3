//===- PlanDialect.h - the plan dialect ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_PLAN_IR_PLANDIALECT_H
#define CEDAR_DIALECT_PLAN_IR_PLANDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialect/Plan/IR/PlanDialect.h.inc"
#include "dialect/Plan/IR/PlanEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialect/Plan/IR/PlanAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/Plan/IR/PlanTypes.h.inc"

#define GET_OP_CLASSES
#include "dialect/Plan/IR/PlanOps.h.inc"

#endif // CEDAR_DIALECT_PLAN_IR_PLANDIALECT_H
