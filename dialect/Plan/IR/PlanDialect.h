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

/// Walks an entry and tells when memory that its prefetched launches use may be
/// used by the others. Ops are visited in order.
class PrefetchOrder {
public:
  /// Notes a launch or a wait; other ops do not matter.
  void visit(mlir::Operation *op);

  /// Number of the last prefetched launch that uses the memory of `value`, from
  /// 1; 0: none of those visited.
  unsigned lastUser(mlir::Value value) const {
    return lastUsers.lookup(memoryOf(value));
  }

  /// Prefetched launches visited, and how many of them have been waited for.
  unsigned launched() const { return count; }
  unsigned finished() const { return waited; }

  /// Whether a launch that is not prefetched may use `value`.
  bool isFinished(mlir::Value value) const { return lastUser(value) <= waited; }

  /// Identity of memory that launches hand on to each other.
  using Memory = std::pair<const void *, const void *>;
  /// That of `value`; null for what no launch writes. Every reference to the
  /// pool of a state, or to the staged rows of a ring, is the same memory.
  static Memory memoryOf(mlir::Value value);

private:
  llvm::DenseMap<Memory, unsigned> lastUsers;
  unsigned count = 0, waited = 0;
};

} // namespace cedar::plan

#endif // CEDAR_DIALECT_PLAN_IR_PLANDIALECT_H
