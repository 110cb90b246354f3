//===- DistributeLanes.cpp - blocks run on groups of 16 threads ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The general lowering for GPUs: correct for every kernel, equal to the CPU
// target bit for bit. Fast kernels are formed elsewhere. See the pass
// description.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/NVVM/Passes.h"

#include "codegen/Target/Common/KernelWords.h"
#include "codegen/Target/NVVM/LanePatterns.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "passes/Decision.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "cedar-distribute-lanes"

namespace cedar {
#define GEN_PASS_DEF_DISTRIBUTELANES
#include "codegen/Target/NVVM/Passes.h.inc"
} // namespace cedar

using namespace mlir;

namespace {

/// Arguments that a distributed kernel has after its memrefs.
struct GroupArguments {
  Value scratch, group, groups, lane, mask;

  explicit GroupArguments(func::FuncOp kernel) {
    OpBuilder b(kernel.getContext());
    Type index = b.getIndexType();
    Type bytes = MemRefType::get({ShapedType::kDynamic}, b.getI8Type());
    SmallVector<Type> types = {bytes, index, index, index, b.getI32Type()};
    SmallVector<Location> locations(types.size(), kernel.getLoc());
    auto range = kernel.getBody().addArguments(types, locations);
    SmallVector<Value> added(range.begin(), range.end());
    scratch = added[0], group = added[1], groups = added[2], lane = added[3];
    mask = added[4];
  }
};

} // namespace

/// Drops results, which are arguments, and keeps the memref types for the entry
/// point.
static void changeSignature(func::FuncOp kernel, ArrayRef<Type> memrefs) {
  Builder b(kernel.getContext());
  kernel->setAttr(cedar::kArgumentTypesAttr, b.getTypeArrayAttr(memrefs));
  kernel.getBody().front().getTerminator()->setOperands({});
  kernel.setFunctionType(
      b.getFunctionType(kernel.getBody().getArgumentTypes(), {}));
  kernel.setAllResultAttrs(ArrayRef<DictionaryAttr>{});
}

/// for (i = group; i < blocks; i += groups) in place of the grid.
static void strideGrid(scf::ForallOp grid, const GroupArguments &arguments) {
  OpBuilder b(grid);
  Value blocks = getValueOrCreateConstantIndexOp(b, grid.getLoc(),
                                                 grid.getMixedUpperBound()[0]);
  auto loop = scf::ForOp::create(b, grid.getLoc(), arguments.group, blocks,
                                 arguments.groups);
  grid.getTerminator().erase();
  Block *from = grid.getBody(), *to = loop.getBody();
  from->getArgument(0).replaceAllUsesWith(loop.getInductionVar());
  to->getOperations().splice(to->begin(), from->getOperations());
  grid.erase();
}

/// A grid of one block has been folded away: group 0 runs the body.
static void guardBody(func::FuncOp kernel, const GroupArguments &arguments) {
  Block &body = kernel.getBody().front();
  OpBuilder b = OpBuilder::atBlockBegin(&body);
  Location loc = kernel.getLoc();
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        arguments.group, zero);
  auto guard = scf::IfOp::create(b, loc, isFirst, /*withElseRegion=*/false);
  Block *inner = guard.thenBlock();
  inner->getOperations().splice(inner->begin(), body.getOperations(),
                                std::next(guard->getIterator()),
                                body.getTerminator()->getIterator());
}

/// Replaces block-local memory by ranges of the group's scratch.
static void placeScratch(func::FuncOp kernel, Value scratch) {
  int64_t bytes = 0;
  OpBuilder b = OpBuilder::atBlockBegin(&kernel.getBody().front());
  SmallVector<memref::AllocaOp> allocas;
  kernel.walk([&](memref::AllocaOp op) { allocas.push_back(op); });
  for (memref::AllocaOp alloca : allocas) {
    MemRefType type = alloca.getType();
    Value offset = arith::ConstantIndexOp::create(b, alloca.getLoc(), bytes);
    Value view = memref::ViewOp::create(b, alloca.getLoc(), type, scratch,
                                        offset, ValueRange{});
    alloca.replaceAllUsesWith(view);
    alloca.erase();
    Type element = type.getElementType();
    int64_t bits =
        isa<IndexType>(element) ? 64 : element.getIntOrFloatBitWidth();
    bytes = llvm::alignTo(
        bytes + type.getNumElements() * llvm::divideCeil(bits, 8), 64);
  }
  kernel->setAttr(cedar::kScratchBytesAttr, b.getI64IntegerAttr(bytes));
}

/// A group has 16 threads, one for each lane.
static LogicalResult verifyWidths(func::FuncOp kernel) {
  WalkResult result = kernel.walk([](Operation *op) {
    for (Type type : op->getResultTypes()) {
      auto vector = dyn_cast<VectorType>(type);
      if (!vector || (vector.getRank() == 1 && vector.getNumElements() <= 16))
        continue;
      op->emitError("expected vectors of at most 16 lanes, found ") << type;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult convertVectors(func::FuncOp kernel,
                                    const cedar::LaneContext &context) {
  TypeConverter converter;
  cedar::populateLaneTypeConversions(converter);
  ConversionTarget target(*kernel.getContext());
  auto isScalar = [](Type type) { return !isa<VectorType>(type); };
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    return llvm::all_of(op->getOperandTypes(), isScalar) &&
           llvm::all_of(op->getResultTypes(), isScalar);
  });
  // Scalar stores too: those that exist now belong to all threads of a group.
  llvm::DenseSet<Operation *> shared;
  kernel.walk([&](memref::StoreOp store) { shared.insert(store); });
  target.addDynamicallyLegalOp<memref::StoreOp>(
      [shared](memref::StoreOp op) { return !shared.contains(op); });
  RewritePatternSet patterns(kernel.getContext());
  cedar::populateLanePatterns(converter, context, patterns);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  return applyPartialConversion(kernel, target, std::move(patterns));
}

namespace {

struct DistributeLanesPass
    : cedar::impl::DistributeLanesBase<DistributeLanesPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr("cedar.kernel"))
      return cedar::remarkLeftAlone(DEBUG_TYPE, kernel,
                                    "it is no kernel (cedar.kernel)");
    auto grids = llvm::to_vector(kernel.getBody().getOps<scf::ForallOp>());
    if (grids.size() > 1 || (!grids.empty() && grids[0].getRank() != 1)) {
      kernel.emitError(
          "expected a kernel with one grid of one dimension, found ")
          << grids.size() << " grids";
      return signalPassFailure();
    }
    if (failed(verifyWidths(kernel)))
      return signalPassFailure();
    SmallVector<Type> memrefs(kernel.getArgumentTypes());
    GroupArguments arguments(kernel);
    changeSignature(kernel, memrefs);
    if (grids.empty())
      guardBody(kernel, arguments);
    else
      strideGrid(grids[0], arguments);
    placeScratch(kernel, arguments.scratch);
    if (failed(convertVectors(kernel, {arguments.lane, arguments.mask})))
      signalPassFailure();
  }
};

} // namespace
