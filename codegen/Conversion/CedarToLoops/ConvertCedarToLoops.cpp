//===- ConvertCedarToLoops.cpp - primitives become loops ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rebuilds each kernel function around the loops of its op's emitter. An op
// without an emitter is an error that names it.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Passes.h"

#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "codegen/Conversion/CedarToLoops/KernelSignature.h"
#include "codegen/Conversion/CedarToLoops/Val.h"
#include "dialect/Cedar/IR/CedarOps.h"
#include "passes/Decision.h"

#define DEBUG_TYPE "convert-cedar-to-loops"

namespace cedar {
#define GEN_PASS_DEF_CONVERTCEDARTOLOOPS
#include "codegen/Conversion/CedarToLoops/Passes.h.inc"
} // namespace cedar

using namespace mlir;

namespace {

/// Lowered argument types of a kernel, grouped by operand, and its output
/// types.
struct Signature {
  SmallVector<SmallVector<Type>> operands;
  SmallVector<Type> outputs;

  Signature(func::FuncOp kernel, Operation *op) {
    for (auto [i, type] : llvm::enumerate(op->getOperandTypes())) {
      bool isWeight = bool(kernel.getArgAttr(i, cedar::kWeightAttr));
      operands.push_back(cedar::lowerKernelType(type, isWeight));
      if (isa<cedar::StateCommitOp>(op) && isa<cedar::StateType>(type))
        operands.back().push_back(cedar::stagedRowsType(type));
    }
    for (Type type : op->getResultTypes())
      outputs.push_back(cedar::lowerKernelType(type, false).front());
  }

  FunctionType functionType(MLIRContext *context) const {
    SmallVector<Type> inputs;
    for (ArrayRef<Type> types : operands)
      llvm::append_range(inputs, types);
    llvm::append_range(inputs, outputs);
    return FunctionType::get(context, inputs, outputs);
  }
};

} // namespace

/// Inputs are never written, outputs always in place.
static void markWritable(func::FuncOp kernel, size_t outputs) {
  OpBuilder b(kernel.getContext());
  size_t firstOutput = kernel.getNumArguments() - outputs;
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes()))
    if (isa<TensorType>(type))
      kernel.setArgAttr(i, "bufferization.writable",
                        b.getBoolAttr(i >= firstOutput));
}

static func::FuncOp createLowered(func::FuncOp kernel,
                                  const Signature &signature) {
  OpBuilder b(kernel);
  auto lowered =
      func::FuncOp::create(b, kernel.getLoc(), kernel.getName(),
                           signature.functionType(kernel.getContext()));
  lowered->setAttr(cedar::kKernelAttr, b.getUnitAttr());
  lowered.addEntryBlock();
  markWritable(lowered, signature.outputs.size());
  return lowered;
}

/// Notes which op the kernel computes and what one block of it costs.
static void recordFacts(func::FuncOp kernel, Operation *op) {
  OpBuilder b(op->getContext());
  kernel->setAttr("cedar.op", b.getStringAttr(op->getName().getStringRef()));
  cedar::OpCost cost = cast<cedar::CostOpInterface>(op).getCost({});
  auto grid = kernel->getAttrOfType<DenseI64ArrayAttr>(cedar::kGridAttr);
  double blocks = 1;
  for (size_t i = 0; i < size_t(grid.size()); i += 2)
    blocks *= grid[i] == 0 ? grid[i + 1] : 1;
  double work = (cost.totalFlops() + cost.totalBytes()) / std::max(blocks, 1.0);
  kernel->setAttr(cedar::kBlockWorkAttr, b.getI64IntegerAttr(work));
}

/// The operand whose last dimension an op cuts in pieces of full lanes, or
/// null.
static Value piecewiseOperand(Operation *op) {
  if (isa<cedar::LinearOp, cedar::GroupedLinearOp>(op))
    return op->getOperand(1);
  if (isa<cedar::MhcMixOp, cedar::MhcSeamOp, cedar::MhcSeamExpandOp>(op))
    return op->getOperand(0);
  return nullptr;
}

static LogicalResult verifyPieces(Operation *op) {
  Value operand = piecewiseOperand(op);
  if (!operand)
    return success();
  int64_t width = cast<RankedTensorType>(operand.getType()).getShape().back();
  if (width % cedar::kLanes == 0)
    return success();
  return op->emitError("expected a width that is a multiple of ")
         << cedar::kLanes << ", found " << width;
}

static LogicalResult convertKernel(func::FuncOp kernel) {
  Operation *op = &kernel.getBody().front().front();
  const auto *emit = cedar::emitters().lookup(op);
  if (!emit)
    return op->emitError("expected a primitive with an emitter, found '")
           << op->getName() << "'";
  if (failed(verifyPieces(op)))
    return failure();
  Signature signature(kernel, op);
  func::FuncOp lowered = createLowered(kernel, signature);
  ValueRange rest = lowered.getArguments();
  SmallVector<SmallVector<Value>> arguments;
  for (ArrayRef<Type> types : signature.operands) {
    arguments.emplace_back(rest.take_front(types.size()));
    rest = rest.drop_front(types.size());
  }
  cedar::KernelBuilder builder(lowered, op, arguments, rest);
  (*emit)(builder, op);
  recordFacts(lowered, op);
  kernel.erase();
  return success();
}

namespace {

struct ConvertCedarToLoopsPass
    : cedar::impl::ConvertCedarToLoopsBase<ConvertCedarToLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    auto functions = llvm::to_vector(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp kernel : functions)
      if (!kernel->hasAttr(cedar::kKernelAttr))
        cedar::remarkLeftAlone(DEBUG_TYPE, kernel,
                               "it is no kernel (cedar.kernel)");
      else if (failed(convertKernel(kernel)))
        signalPassFailure();
  }
};

} // namespace
