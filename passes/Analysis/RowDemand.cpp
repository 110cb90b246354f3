//===- RowDemand.cpp - which rows an entry must compute -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transfer functions on upstream's solver. The rows behind an op that picks
// rows (the head of a model) are counted as rows of the batch: they are those
// that may be picked.
//
//===----------------------------------------------------------------------===//

#include "passes/Analysis/RowDemand.h"

#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using dataflow::AbstractSparseLattice;

namespace cedar {

bool isRowReshape(Operation *op) {
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return expand.getReassociationIndices().front().size() == 1 ||
           expand.getSrcType().getRank() == 1;
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return collapse.getReassociationIndices().front().size() == 1;
  return false;
}

std::string describeOrigin(Operation *origin) {
  if (!origin)
    return "an unknown use";
  if (isa<func::ReturnOp>(origin))
    return ("@" + origin->getParentOfType<func::FuncOp>().getName()).str();
  for (Value operand : origin->getOperands())
    if (auto state = operand.getDefiningOp<StateRefOp>())
      return ("@" + state.getState()).str();
  return origin->getName().getStringRef().str();
}

static bool precedes(Operation *a, Operation *b) {
  return a && b && a != b && a->getBlock() == b->getBlock() &&
         a->isBeforeInBlock(b);
}

/// Whether `b` says more than `a`: more rows, or as many for an earlier op.
static bool exceeds(DemandedRows b, DemandedRows a) {
  return b.rows > a.rows || (b.rows == a.rows && precedes(b.origin, a.origin));
}

static DemandedRows join(DemandedRows a, DemandedRows b) {
  return exceeds(b, a) ? b : a;
}

namespace {

/// The demand of one value.
class DemandLattice : public AbstractSparseLattice {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DemandLattice)
  using AbstractSparseLattice::AbstractSparseLattice;

  ChangeResult meet(const AbstractSparseLattice &other) override {
    return add(static_cast<const DemandLattice &>(other).demand);
  }
  ChangeResult add(DemandedRows other) {
    if (!exceeds(other, demand))
      return ChangeResult::NoChange;
    demand = other;
    return ChangeResult::Change;
  }
  void print(raw_ostream &os) const override { os << demand.rows; }

  DemandedRows demand;
};

} // namespace

/// What an op demands by itself.
static DemandedRows effectOf(Operation *op) {
  if (auto rows = dyn_cast<RowDemandOpInterface>(op))
    return {rows.getEffectRows(), op};
  bool isOpaque =
      !isMemoryEffectFree(op) && !op->hasTrait<OpTrait::IsTerminator>();
  return {isOpaque ? RowDemand::all() : RowDemand::none(), op};
}

/// Rows of an operand that `rows` rows of an op read.
static RowDemand operandRows(OpOperand &operand, RowDemand rows,
                             const RowDemandOptions &options) {
  Operation *op = operand.getOwner();
  if (isa<tensor::DimOp>(op) || rows.isNone())
    return RowDemand::none();
  auto interface = dyn_cast<RowDemandOpInterface>(op);
  if (!interface)
    return isRowReshape(op) ? rows : RowDemand::all();
  if (interface.canBoundHistory() && options.isBounded(op))
    return rows;
  return interface.getOperandRows(operand, rows);
}

/// Whether an op that processes `rows` rows reads behind the segment.
static bool leavesSegment(Operation *op, RowDemand rows,
                          const RowDemandOptions &options) {
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    return operandRows(operand, rows, options) > options.segment;
  });
}

namespace {

class Analysis
    : public dataflow::SparseBackwardDataFlowAnalysis<DemandLattice> {
public:
  Analysis(DataFlowSolver &solver, SymbolTableCollection &symbols,
           func::FuncOp entry, const RowDemandOptions &options)
      : SparseBackwardDataFlowAnalysis(solver, symbols), options(options) {
    entry.walk([&](Operation *op) { notePicked(op); });
  }

  LogicalResult
  visitOperation(Operation *op, ArrayRef<DemandLattice *> operands,
                 ArrayRef<const DemandLattice *> results) override {
    DemandedRows demand = effectOf(op);
    for (const DemandLattice *result : results)
      demand = join(demand, result->demand);
    bool leaves = leavesSegment(op, demand.rows, options);
    for (auto [lattice, operand] : llvm::zip(operands, op->getOpOperands())) {
      RowDemand rows = leaves ? RowDemand::all()
                              : operandRows(operand, demand.rows, options);
      propagateIfChanged(lattice, lattice->add({rows, demand.origin}));
    }
    return success();
  }

  /// Nobody calls an entry from inside the module: all it returns is needed.
  LogicalResult
  visitCallableOperation(Operation *op, CallableOpInterface,
                         ArrayRef<AbstractSparseLattice *> operands) override {
    for (auto [lattice, value] : llvm::zip(operands, op->getOperands())) {
      RowDemand rows =
          picked.contains(value) ? options.picked : RowDemand::all();
      auto *demand = static_cast<DemandLattice *>(lattice);
      propagateIfChanged(demand, demand->add({rows, op}));
    }
    return success();
  }

  void setToExitState(DemandLattice *lattice) override {
    propagateIfChanged(lattice, lattice->add({RowDemand::all(), nullptr}));
  }
  void visitBranchOperand(OpOperand &operand) override { need(operand); }
  void visitCallOperand(OpOperand &operand) override { need(operand); }
  void visitNonControlFlowArguments(RegionSuccessor &,
                                    ArrayRef<BlockArgument>) override {}

private:
  void need(OpOperand &operand) {
    setToExitState(getLatticeElement(operand.get()));
  }

  /// Notes results whose rows are picked ones.
  void notePicked(Operation *op) {
    auto rows = dyn_cast<RowDemandOpInterface>(op);
    bool isPicked = (rows && rows.picksRows()) ||
                    llvm::any_of(op->getOperands(), [&](Value operand) {
                      return picked.contains(operand);
                    });
    if (isPicked)
      picked.insert_range(op->getResults());
  }

  const RowDemandOptions &options;
  llvm::DenseSet<Value> picked;
};

} // namespace

RowDemandAnalysis::RowDemandAnalysis(func::FuncOp entry, RowDemandOptions given)
    : options(std::move(given)) {
  SymbolTableCollection symbols;
  dataflow::loadBaselineAnalyses(solver);
  solver.load<Analysis>(symbols, entry, options);
  LogicalResult done = solver.initializeAndRun(entry);
  assert(succeeded(done) && "no transfer function fails");
  (void)done;
}

DemandedRows RowDemandAnalysis::of(Value value) const {
  const auto *lattice = solver.lookupState<DemandLattice>(value);
  return lattice ? lattice->demand : DemandedRows();
}

DemandedRows RowDemandAnalysis::of(Operation *op) const {
  DemandedRows demand = effectOf(op);
  for (Value result : op->getResults())
    demand = join(demand, of(result));
  return demand;
}

bool RowDemandAnalysis::needsAllRows(Operation *op) const {
  RowDemand rows = of(op).rows;
  return rows.isAll() || rows > options.segment ||
         leavesSegment(op, rows, options);
}

} // namespace cedar
