//===- CedarOps.h - ops of the cedar dialect -*- C++ -*--------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_CEDAROPS_H
#define CEDAR_DIALECT_CEDAR_IR_CEDAROPS_H

#include "dialect/Cedar/IR/CedarDialect.h"
#include "dialect/Cedar/IR/CedarInterfaces.h"
#include "dialect/Cedar/IR/CedarTypes.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "dialect/Cedar/IR/CedarOps.h.inc"

#endif // CEDAR_DIALECT_CEDAR_IR_CEDAROPS_H
