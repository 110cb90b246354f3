//===- CedarEntryVerifier.cpp - order of state accesses in an entry -------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is two-phase: rows see the states as they were before the call, and
// `cedar.state_commit` comes after the last reader of its state. Verified
// wherever a function carries `cedar.entry`.
//
// Nested ops may not have been verified yet, so only their operands and symbol
// references are looked at, not their accessors.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace cedar;

namespace {

/// The first commit of each state, by symbol, in program order.
class CommitOrder {
public:
  /// Reports `op` if it reads a state that an earlier op commits.
  LogicalResult visit(Operation *op);

private:
  LogicalResult visit(Operation *op, FlatSymbolRefAttr state);

  llvm::DenseMap<Attribute, Operation *> commits;
};

} // namespace

/// The states that the op accesses, by symbol.
static SmallVector<FlatSymbolRefAttr> accessedStates(Operation *op) {
  SmallVector<FlatSymbolRefAttr> states;
  for (Value operand : op->getOperands())
    if (auto ref = operand.getDefiningOp<StateRefOp>())
      states.push_back(ref.getStateAttr());
  if (auto attention = dyn_cast<CSA2AttentionOp>(op))
    llvm::append_values(states, attention.getWindowAttr(),
                        attention.getCompressedAttr(), attention.getKeysAttr(),
                        attention.getTailValuesAttr(),
                        attention.getTailScoresAttr());
  if (auto engram = dyn_cast<EngramOp>(op))
    states.push_back(engram.getContextAttr());
  llvm::erase(states, FlatSymbolRefAttr());
  return states;
}

LogicalResult CommitOrder::visit(Operation *op) {
  if (isa<StateStageOp, StateAppendOp>(op))
    return success();
  for (FlatSymbolRefAttr state : accessedStates(op))
    if (failed(visit(op, state)))
      return failure();
  return success();
}

LogicalResult CommitOrder::visit(Operation *op, FlatSymbolRefAttr state) {
  if (isa<StateCommitOp>(op)) {
    commits.try_emplace(state, op);
    return success();
  }
  auto commit = commits.find(state);
  if (commit == commits.end())
    return success();
  InFlightDiagnostic error =
      op->emitOpError("expected all reads of the state '")
      << state.getValue() << "' before its commit, found one after it";
  error.attachNote(commit->second->getLoc()) << "the commit is here";
  return error;
}

LogicalResult CedarDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attribute) {
  if (attribute.getName() != "cedar.entry")
    return success();
  if (!isa<func::FuncOp>(op))
    return op->emitOpError("expected 'cedar.entry' on a func.func");
  CommitOrder order;
  WalkResult result = op->walk<WalkOrder::PreOrder>([&](Operation *nested) {
    return failed(order.visit(nested)) ? WalkResult::interrupt()
                                       : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
