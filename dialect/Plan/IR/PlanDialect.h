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

namespace cedar::plan {

/// Walks an entry and tells when what its prefetched launches write may be
/// used. Ops are visited in order.
class PrefetchOrder {
public:
  /// Notes a launch or a wait; other ops do not matter.
  void visit(mlir::Operation *op);

  /// Number of the prefetched launch that writes `value`, from 1; 0: none of
  /// those visited.
  unsigned writer(mlir::Value value) const { return writers.lookup(value); }

  /// Prefetched launches visited, and how many of them have been waited for.
  unsigned launched() const { return count; }
  unsigned finished() const { return waited; }

  /// Whether a launch that is not prefetched may use `value`.
  bool isFinished(mlir::Value value) const { return writer(value) <= waited; }

private:
  llvm::DenseMap<mlir::Value, unsigned> writers;
  unsigned count = 0, waited = 0;
};

} // namespace cedar::plan

#endif // CEDAR_DIALECT_PLAN_IR_PLANDIALECT_H
