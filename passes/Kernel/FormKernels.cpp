//===- FormKernels.cpp - moves primitives into shared kernel functions ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per distinct primitive: distinct in op, attributes and types.
// The stage of a ring is no kernel: its rows are produced in place (see
// CedarToPlan).
//
//     %y = cedar.rms_norm %x, %w {...}   ->   %y = call @rms_norm_0(%x, %w)
//
//===----------------------------------------------------------------------===//

#include "passes/Kernel/KernelNames.h"
#include "passes/Kernel/Passes.h"

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/EntryAttributes.h"
#include "dialect/Cedar/IR/LayerPath.h"
#include "mlir/IR/SymbolTable.h"
#include "passes/Decision.h"

#define DEBUG_TYPE "cedar-form-kernels"

namespace cedar {
#define GEN_PASS_DEF_FORMKERNELS
#include "passes/Kernel/Passes.h.inc"
} // namespace cedar

using namespace mlir;

namespace {

/// A kernel function and the op that it was formed from, as text.
struct Kernel {
  func::FuncOp function;
  std::string first;
};

} // namespace

/// "layers.3.attn_norm in @decode".
static std::string placeOf(Operation *op) {
  StringRef path = cedar::layerPathOf(op->getLoc());
  return ((path.empty() ? op->getName().getStringRef() : path) + " in @" +
          cedar::holderOf(op))
      .str();
}

namespace {

/// The kernel functions of a module by what they compute.
class KernelTable {
public:
  explicit KernelTable(ModuleOp module) : symbols(module) {}

  func::FuncOp getOrCreate(Operation *op) {
    StringRef name = names.of(op);
    Kernel &kernel = kernels[name];
    if (kernel.function) {
      report(op, kernel, "shared",
             "its attributes and types are those of " + kernel.first);
    } else {
      kernel = {create(op, name), placeOf(op)};
      report(op, kernel, "formed",
             "no op before it has its attributes and "
             "types");
    }
    return kernel.function;
  }

private:
  static void report(Operation *op, Kernel &kernel, StringRef name,
                     const Twine &why) {
    StringRef what = op->getName().stripDialect();
    remark::passed(op->getLoc(), cedar::decisionOf(DEBUG_TYPE, name, op))
        << remark::add("{0} runs in @{1}", what, kernel.function.getName())
        << remark::reason("{0}", why.str())
        << remark::metric("Kernel", kernel.function.getName())
        << cedar::topic(what.str());
  }

  func::FuncOp create(Operation *op, StringRef name) {
    OpBuilder b(op->getContext());
    auto type = b.getFunctionType(op->getOperandTypes(), op->getResultTypes());
    auto kernel = func::FuncOp::create(op->getLoc(), name, type);
    kernel.setPrivate();
    kernel->setAttr("cedar.kernel", b.getUnitAttr());
    symbols.insert(kernel);
    fillBody(kernel, op);
    return kernel;
  }

  static void fillBody(func::FuncOp kernel, Operation *op) {
    Block *body = kernel.addEntryBlock();
    OpBuilder b = OpBuilder::atBlockBegin(body);
    IRMapping mapping;
    mapping.map(op->getOperands(), body->getArguments());
    Operation *copy = b.clone(*op, mapping);
    copy->removeAttr(cedar::prefetchAttrName);
    func::ReturnOp::create(b, op->getLoc(), copy->getResults());
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (operand.getDefiningOp<cedar::WeightRefOp>())
        kernel.setArgAttr(i, "cedar.weight", b.getUnitAttr());
  }

  SymbolTable symbols;
  cedar::KernelNames names;
  llvm::StringMap<Kernel> kernels;
};

struct FormKernelsPass : cedar::impl::FormKernelsBase<FormKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    KernelTable kernels(getOperation());
    SmallVector<Operation *> primitives;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr("cedar.entry"))
        collect(function, primitives);
      else
        cedar::remarkLeftAlone(DEBUG_TYPE, function,
                               "it is no entry (cedar.entry)");
    for (Operation *op : primitives)
      replaceByCall(op, kernels.getOrCreate(op));
  }

private:
  static void collect(func::FuncOp entry,
                      SmallVectorImpl<Operation *> &primitives) {
    entry.walk([&](cedar::PrimitiveOpInterface op) {
      if (isa<cedar::StateStageOp>(op))
        cedar::remarkLeftAlone(DEBUG_TYPE, op,
                               "its rows are made in the ring: no kernel "
                               "copies them");
      else
        primitives.push_back(op);
    });
  }

  static void replaceByCall(Operation *op, func::FuncOp kernel) {
    OpBuilder b(op);
    auto call =
        func::CallOp::create(b, op->getLoc(), kernel, op->getOperands());
    if (Attribute prefetch = op->getAttr(cedar::prefetchAttrName))
      call->setAttr(cedar::prefetchAttrName, prefetch);
    op->replaceAllUsesWith(call.getResults());
    op->erase();
  }
};

} // namespace
