//===- PhaseInvariants.cpp - what holds when a phase ends -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per phase that leaves a module. They look at every function once
// and report the first violation.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/EntryAttributes.h"
#include "passes/Model/Taps.h"
#include "passes/Pipelines/Phases.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace cedar {

/// An error that opens with the phase.
static InFlightDiagnostic violation(Operation *op, Phase phase) {
  return op->emitError("after phase ") << getPhaseInfo(phase).name << ": ";
}

/// An entry, with a name for every argument and result.
static LogicalResult verifyEntry(func::FuncOp function, Phase phase) {
  if (!function->hasAttr("cedar.entry"))
    return violation(function, phase)
           << "expected only entries (cedar.entry), found @"
           << function.getName();
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (!function.getArgAttrOfType<StringAttr>(i, "cedar.name"))
      return violation(function, phase) << "expected 'cedar.name' on argument "
                                        << i << " of @" << function.getName();
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (!function.getResultAttrOfType<StringAttr>(i, "cedar.name"))
      return violation(function, phase) << "expected 'cedar.name' on result "
                                        << i << " of @" << function.getName();
  return success();
}

static LogicalResult verifyImport(ModuleOp module) {
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  if (functions.size() != 1 || functions.front().getName() != "forward")
    return violation(module, Phase::Import)
           << "expected one function, @forward, found " << functions.size();
  return verifyEntry(functions.front(), Phase::Import);
}

static LogicalResult verifyModel(ModuleOp module) {
  auto check = [](Operation *op) -> WalkResult {
    if (isa<LayerOpInterface, LayerOp, CedOp>(op))
      return violation(op, Phase::Model)
             << "expected only primitives, found " << op->getName();
    if (op->hasAttr(tapsAttrName))
      return violation(op, Phase::Model)
             << "expected taps to be collected, found one on " << op->getName();
    return WalkResult::advance();
  };
  return failure(module.walk(check).wasInterrupted());
}

/// The rings that `function` commits.
static llvm::DenseSet<Attribute> committedStates(func::FuncOp function) {
  llvm::DenseSet<Attribute> states;
  function.walk([&](StateCommitOp op) {
    if (auto ref = op.getState().getDefiningOp<StateRefOp>())
      states.insert(ref.getStateAttr());
  });
  return states;
}

/// The entry that `attribute` of `entry` names, or null without the attribute.
static FailureOr<func::FuncOp> verifyReference(func::FuncOp entry,
                                               StringRef attribute) {
  auto symbol = entry->getAttrOfType<FlatSymbolRefAttr>(attribute);
  if (!symbol)
    return func::FuncOp();
  auto module = entry->getParentOfType<ModuleOp>();
  if (auto found = module.lookupSymbol<func::FuncOp>(symbol.getAttr()))
    return found;
  violation(entry, Phase::Schedule) << "expected the entry " << symbol
                                    << " of '" << attribute << "', found none";
  return failure();
}

/// What the entry stages is what its commit commits.
static LogicalResult verifyCommit(func::FuncOp entry) {
  auto commit = verifyReference(entry, commitAttrName);
  if (failed(commit) || failed(verifyReference(entry, finishAttrName)))
    return failure();
  llvm::DenseSet<Attribute> staged, committed;
  if (*commit)
    committed = committedStates(*commit);
  auto check = [&](StateStageOp op) -> WalkResult {
    auto ref = op.getState().getDefiningOp<StateRefOp>();
    if (ref && !committed.contains(ref.getStateAttr()))
      return violation(op, Phase::Schedule)
             << "expected the commit of @" << entry.getName()
             << " to commit the staged state " << ref.getStateAttr();
    if (ref)
      staged.insert(ref.getStateAttr());
    return WalkResult::advance();
  };
  if (entry.walk(check).wasInterrupted())
    return failure();
  for (Attribute state : committed)
    if (!staged.contains(state))
      return violation(entry, Phase::Schedule)
             << "expected @" << entry.getName() << " to stage the state "
             << state << ", which its commit commits";
  return success();
}

static LogicalResult verifySchedule(ModuleOp module) {
  if (auto forward = module.lookupSymbol<func::FuncOp>("forward"))
    return violation(forward, Phase::Schedule)
           << "expected entries instead of @forward";
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(verifyEntry(function, Phase::Schedule)) ||
        failed(verifyCommit(function)))
      return failure();
  return success();
}

static LogicalResult verifyFuse(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    for (Operation &op : function.getBody().getOps())
      if (!isa<PrimitiveOpInterface, WeightRefOp, StateRefOp, tensor::DimOp,
               tensor::ExpandShapeOp, tensor::CollapseShapeOp,
               arith::ConstantOp, func::ReturnOp>(op))
        return violation(&op, Phase::Fuse)
               << "expected primitives, references, reshapes and a return in "
                  "an entry, found "
               << op.getName();
  return success();
}

static LogicalResult verifyKernels(ModuleOp module) {
  auto check = [](PrimitiveOpInterface op) -> WalkResult {
    return violation(op, Phase::Kernels)
           << "expected no primitive, found " << op->getName();
  };
  return failure(module.walk(check).wasInterrupted());
}

bool hasModuleInvariant(Phase phase) { return phase <= Phase::Kernels; }

LogicalResult verifyPhaseExit(ModuleOp module, Phase phase) {
  switch (phase) {
  case Phase::Import:
    return verifyImport(module);
  case Phase::Model:
    return verifyModel(module);
  case Phase::Schedule:
    return verifySchedule(module);
  case Phase::Fuse:
    return verifyFuse(module);
  case Phase::Kernels:
    return verifyKernels(module);
  case Phase::Target:
  case Phase::Artifact:
    return success();
  }
  llvm_unreachable("unknown phase");
}

} // namespace cedar
