//===- SequentializeGrids.cpp - grids become loops over a range of blocks ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kernel holds one scf.forall over independent blocks; any range of them
// may run on one thread. See the pass description for before and after.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/CPU/Passes.h"

#include "codegen/Target/Common/KernelWords.h"
#include "passes/Decision.h"

#define DEBUG_TYPE "cedar-sequentialize-grids"

namespace cedar {
#define GEN_PASS_DEF_SEQUENTIALIZEGRIDS
#include "codegen/Target/CPU/Passes.h.inc"
} // namespace cedar

using namespace mlir;

/// Replaces the grid by a loop from `begin` to `end`.
static void replaceGrid(scf::ForallOp grid, Value begin, Value end) {
  OpBuilder b(grid);
  Value one = arith::ConstantIndexOp::create(b, grid.getLoc(), 1);
  auto loop = scf::ForOp::create(b, grid.getLoc(), begin, end, one);
  grid.getTerminator().erase();
  Block *from = grid.getBody(), *to = loop.getBody();
  from->getArgument(0).replaceAllUsesWith(loop.getInductionVar());
  to->getOperations().splice(to->begin(), from->getOperations());
  grid.erase();
}

/// A grid of one block has been folded away: its body is the function's.
static void wrapBody(func::FuncOp kernel, Value begin, Value end) {
  Block &body = kernel.getBody().front();
  OpBuilder b = OpBuilder::atBlockBegin(&body);
  Value one = arith::ConstantIndexOp::create(b, kernel.getLoc(), 1);
  auto loop = scf::ForOp::create(b, kernel.getLoc(), begin, end, one);
  Block *inner = loop.getBody();
  inner->getOperations().splice(inner->begin(), body.getOperations(),
                                std::next(loop->getIterator()),
                                body.getTerminator()->getIterator());
}

static void hoistBlockMemory(func::FuncOp kernel) {
  Operation *first = &kernel.getBody().front().front();
  kernel.walk([&](memref::AllocaOp alloca) { alloca->moveBefore(first); });
}

/// One grid of one dimension, or none.
static LogicalResult verifyGrids(func::FuncOp kernel,
                                 ArrayRef<scf::ForallOp> grids) {
  auto error = [&] {
    return kernel.emitError(
        "expected a kernel with one grid of one dimension, found ");
  };
  if (grids.size() > 1)
    return error() << grids.size() << " grids";
  for (scf::ForallOp grid : grids)
    if (grid.getRank() != 1)
      return error() << "a grid of " << grid.getRank() << " dimensions";
  return success();
}

/// Drops results, which must be arguments, and appends the range to the
/// arguments.
static LogicalResult changeSignature(func::FuncOp kernel) {
  auto terminator =
      cast<func::ReturnOp>(kernel.getBody().front().getTerminator());
  for (Value result : terminator.getOperands())
    if (!isa<BlockArgument>(result))
      return terminator.emitError(
                 "expected results that are arguments written in "
                 "place, found a result of '")
             << result.getDefiningOp()->getName() << "'";
  terminator->setOperands({});
  Builder b(kernel.getContext());
  SmallVector<Type> inputs(kernel.getArgumentTypes());
  kernel->setAttr(cedar::kArgumentTypesAttr, b.getTypeArrayAttr(inputs));
  inputs.append(2, b.getIndexType());
  kernel.getBody().addArguments({b.getIndexType(), b.getIndexType()},
                                {kernel.getLoc(), kernel.getLoc()});
  kernel.setFunctionType(b.getFunctionType(inputs, {}));
  kernel.setAllResultAttrs(ArrayRef<DictionaryAttr>{});
  return success();
}

namespace {

struct SequentializeGridsPass
    : cedar::impl::SequentializeGridsBase<SequentializeGridsPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr("cedar.kernel"))
      return cedar::remarkLeftAlone(DEBUG_TYPE, kernel,
                                    "it is no kernel (cedar.kernel)");
    auto grids = llvm::to_vector(kernel.getBody().getOps<scf::ForallOp>());
    if (failed(verifyGrids(kernel, grids)) || failed(changeSignature(kernel)))
      return signalPassFailure();
    auto range = kernel.getArguments().take_back(2);
    if (grids.empty())
      wrapBody(kernel, range[0], range[1]);
    else
      replaceGrid(grids[0], range[0], range[1]);
    hoistBlockMemory(kernel);
  }
};

} // namespace
