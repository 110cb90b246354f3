//===- ConvertCedarToPlan.cpp - entries become plans ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk over each entry in program order. Every tensor value has a root
// (reshapes are the same memory) and the root a place: an input, a buffer,
// staged rows, a weight or a state. See the pass description for before and
// after.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToPlan/Passes.h"

#include "codegen/Conversion/CedarToLoops/KernelSignature.h"
#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/EntryAttributes.h"
#include "dialect/Cedar/IR/LayerPath.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "passes/Decision.h"

#define DEBUG_TYPE "convert-cedar-to-plan"

namespace cedar {
#define GEN_PASS_DEF_CONVERTCEDARTOPLAN
#include "codegen/Conversion/CedarToPlan/Passes.h.inc"
} // namespace cedar

using namespace mlir;
using cedar::plan::Dim;

/// The value whose memory `v` is.
static Value rootOf(Value v) {
  while (Operation *op = v.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      break;
    v = op->getOperand(0);
  }
  return v;
}

/// Dynamic extents of the entry arguments by name; other names are rows.
static SmallVector<Dim> inputDims(StringRef name, RankedTensorType type) {
  SmallVector<Dim> dims =
      llvm::StringSwitch<SmallVector<Dim>>(name)
          .Case("embeddings", {Dim::EmbeddingRows})
          .Case("seq_begin", {Dim::SequenceBounds})
          .Case("out_rows", {Dim::OutRows})
          .Cases({"length", "slots", "accepted"}, {Dim::Sequences})
          .Case("pages", {Dim::Sequences, Dim::TablePages})
          .Default({Dim::Rows});
  dims.resize(type.getNumDynamicDims(), Dim::Rows);
  return dims;
}

namespace {

/// Builds the plan of one entry function.
class EntryConverter {
public:
  EntryConverter(func::FuncOp entry, SymbolTable &symbols)
      : entry(entry), symbols(symbols), b(entry.getLoc(), entry) {}

  LogicalResult convert() {
    auto planEntry = cedar::plan::EntryOp::create(
        b, b.getStringAttr(entry.getName()), /*commits=*/UnitAttr(),
        reference(cedar::commitAttrName), reference(cedar::finishAttrName),
        entry->getAttrOfType<IntegerAttr>(cedar::maxRowsAttrName),
        /*sections=*/DenseI64ArrayAttr());
    planEntry->setLoc(entry.getLoc());
    b.setInsertionPointToStart(&planEntry.getBody().emplaceBlock());
    addInputs();
    if (failed(findStages()))
      return failure();
    for (Operation &op : entry.getBody().front())
      if (failed(convertOp(op)))
        return failure();
    planEntry.setCommits(commits);
    report(planEntry);
    entry.erase();
    return success();
  }

private:
  /// Says what the entry is now, and which rows need no copy.
  void report(cedar::plan::EntryOp plan) {
    int64_t launches = llvm::range_size(plan.getOps<cedar::plan::LaunchOp>());
    int64_t buffers = llvm::range_size(plan.getOps<cedar::plan::BufferOp>());
    remark::passed(entry.getLoc(),
                   cedar::decisionOf(DEBUG_TYPE, "planned", entry))
        << remark::add("@{0} became {1} launches with {2} buffers",
                       entry.getName(), launches, buffers)
        << remark::metric("Launches", launches)
        << remark::metric("Buffers", buffers);
    for (auto stage : entry.getBody().front().getOps<cedar::StateStageOp>())
      remark::passed(stage.getLoc(),
                     cedar::decisionOf(DEBUG_TYPE, "in-place", stage))
          << remark::add("the kernel of the rows writes them to @{0}",
                         stages.at(rootOf(stage.getRows())).getState())
          << remark::reason("no other ring takes them")
          << cedar::topic("state_stage");
  }

  FlatSymbolRefAttr reference(StringRef attribute) {
    return entry->getAttrOfType<FlatSymbolRefAttr>(attribute);
  }

  void addInputs() {
    for (auto [i, argument] : llvm::enumerate(entry.getArguments())) {
      auto type = cast<RankedTensorType>(argument.getType());
      auto name = entry.getArgAttrOfType<StringAttr>(i, "cedar.name");
      SmallVector<Dim> dims = inputDims(name, type);
      places[argument] = cedar::plan::InputOp::create(
                             b, name, TypeAttr::get(type), dimsAttr(dims))
                             .getResult();
      dimOf[argument] = dims;
    }
  }

  /// Notes which values are produced in the staged rows of a ring.
  LogicalResult findStages() {
    for (auto stage : entry.getBody().front().getOps<cedar::StateStageOp>()) {
      auto state = stage.getState().getDefiningOp<cedar::StateRefOp>();
      Value root = rootOf(stage.getRows());
      if (isa<BlockArgument>(root) || !stages.try_emplace(root, state).second)
        return stage.emitError(
            "expected rows that a kernel produces for this ring "
            "only, found rows with another home");
    }
    return success();
  }

  LogicalResult convertOp(Operation &op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      return convertCall(call);
    if (auto ret = dyn_cast<func::ReturnOp>(op))
      return convertReturn(ret), success();
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, cedar::WeightRefOp,
            cedar::StateRefOp, cedar::StateStageOp, tensor::DimOp>(op) ||
        op.hasTrait<OpTrait::ConstantLike>())
      return success();
    return op.emitError(
               "expected a kernel call, a reshape or a reference, found '")
           << op.getName() << "'";
  }

  LogicalResult convertCall(func::CallOp call) {
    auto kernel = symbols.lookup<func::FuncOp>(call.getCallee());
    SmallVector<Value> arguments;
    SmallVector<Attribute> dims;
    for (auto [i, operand] : llvm::enumerate(call.getOperands()))
      addOperand(operand, bool(kernel.getArgAttr(i, cedar::kWeightAttr)),
                 kernel, arguments, dims);
    bool prefetch = call->hasAttr(cedar::prefetchAttrName);
    if (!prefetch)
      waitFor(arguments);
    SmallVector<Dim> rows{rowDim(kernel, call)};
    for (Value result : call.getResults()) {
      dimOf[result] = rows;
      places[result] = createPlace(result, rows[0]);
      arguments.push_back(places[result]);
      dims.push_back(dimsAttr(rows));
    }
    Operation *op = &kernel.getBody().front().front();
    std::string path = cedar::layerPathOf(call.getLoc()).str();
    path += (path.empty() ? "" : "/") + op->getName().stripDialect().str();
    order.visit(cedar::plan::LaunchOp::create(
        b, call.getCallee(), path, arguments, b.getArrayAttr(dims),
        call.getNumResults(), gatherOf(op), prefetch));
    return success();
  }

  /// Waits for the last of `values` that a prefetched launch still uses.
  void waitFor(ArrayRef<Value> values) {
    auto last = llvm::max_element(values, [&](Value a, Value b) {
      return order.lastUser(a) < order.lastUser(b);
    });
    if (last != values.end() && !order.isFinished(*last))
      order.visit(cedar::plan::WaitOp::create(b, *last));
  }

  /// Which argument names the rows of the table that `op` reads, if it does not
  /// read all of it.
  static cedar::plan::GatherAttr gatherOf(Operation *op) {
    auto gather = dyn_cast<cedar::TableGatherOp>(op);
    if (!gather)
      return {};
    return cedar::plan::GatherAttr::get(
        op->getContext(), /*ids=*/0, gather.getRows().getType().getDimSize(1));
  }

  /// The dim of a call's results: rows come with the first operand, except
  /// where an op gathers rows.
  Dim rowDim(func::FuncOp kernel, func::CallOp call) {
    bool gathers = isa<cedar::TakeRowsOp>(kernel.getBody().front().front());
    return dimsOf(call.getOperand(gathers ? 1 : 0)).front();
  }

  /// Appends the lowered arguments of one operand with their extents.
  void addOperand(Value operand, bool isWeight, func::FuncOp kernel,
                  SmallVectorImpl<Value> &arguments,
                  SmallVectorImpl<Attribute> &dims) {
    if (auto weight = operand.getDefiningOp<cedar::WeightRefOp>()) {
      for (size_t part : llvm::seq(
               cedar::lowerKernelType(operand.getType(), isWeight).size())) {
        arguments.push_back(cedar::plan::WeightOp::create(
            b, weight.getWeightAttr(), b.getI64IntegerAttr(part)));
        dims.push_back(dimsAttr({}));
      }
      return;
    }
    if (auto state = operand.getDefiningOp<cedar::StateRefOp>()) {
      arguments.push_back(
          cedar::plan::StateOp::create(b, state.getStateAttr()));
      dims.push_back(dimsAttr({Dim::Pool}));
      if (!isa<cedar::StateCommitOp>(kernel.getBody().front().front()))
        return;
      commits = true;
      arguments.push_back(
          cedar::plan::StageOp::create(b, state.getStateAttr()));
      dims.push_back(dimsAttr({Dim::Rows}));
      return;
    }
    arguments.push_back(places.at(rootOf(operand)));
    dims.push_back(dimsAttr(dimsOf(operand)));
  }

  /// Memory for a result.
  Value createPlace(Value result, Dim dim) {
    if (auto it = stages.find(result); it != stages.end())
      return cedar::plan::StageOp::create(b, it->second.getStateAttr());
    auto type = cast<RankedTensorType>(
        cedar::lowerKernelType(result.getType(), /*isWeight=*/false).front());
    int64_t bytes = llvm::divideCeilSigned(type.getElementTypeBitWidth(), 8);
    for (int64_t size : type.getShape())
      bytes *= ShapedType::isDynamic(size) ? 1 : size;
    return cedar::plan::BufferOp::create(b, dim, bytes, IntegerAttr());
  }

  void convertReturn(func::ReturnOp ret) {
    for (auto [i, value] : llvm::enumerate(ret.getOperands())) {
      auto name = entry.getResultAttrOfType<StringAttr>(i, "cedar.name");
      cedar::plan::OutputOp::create(b, name, places.at(rootOf(value)),
                                    TypeAttr::get(value.getType()),
                                    dimsAttr(dimsOf(value)));
    }
  }

  SmallVector<Dim> dimsOf(Value v) { return dimOf.lookup(rootOf(v)); }

  ArrayAttr dimsAttr(ArrayRef<Dim> dims) {
    return b.getArrayAttr(llvm::map_to_vector(dims, [&](Dim dim) -> Attribute {
      return cedar::plan::DimAttr::get(b.getContext(), dim);
    }));
  }

  func::FuncOp entry;
  SymbolTable &symbols;
  ImplicitLocOpBuilder b;
  llvm::DenseMap<Value, Value> places; ///< root -> plan reference
  llvm::DenseMap<Value, SmallVector<Dim>>
      dimOf; ///< root -> its dynamic extents
  llvm::DenseMap<Value, cedar::StateRefOp>
      stages; ///< root -> ring it is staged for
  cedar::plan::PrefetchOrder order;
  bool commits = false;
};

struct ConvertCedarToPlanPass
    : cedar::impl::ConvertCedarToPlanBase<ConvertCedarToPlanPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      if (function->hasAttr(cedar::kKernelAttr))
        continue;
      if (!function->hasAttr("cedar.entry"))
        cedar::remarkLeftAlone(DEBUG_TYPE, function,
                               "it is neither an entry (cedar.entry) nor a "
                               "kernel (cedar.kernel)");
      else if (failed(EntryConverter(function, symbols).convert()))
        signalPassFailure();
    }
  }
};

} // namespace
