//===- ReplaySplit.cpp - where bounded replay cuts a model ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The segment is as long as the longest ring that its ops fill. Which these are
// depends on the segment, so the cut is repeated until it is stable; it starts
// with the longest ring of all and only gets shorter.
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/ReplaySplit.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cedar {

StateOp stateOf(Value state) {
  auto ref = state.getDefiningOp<StateRefOp>();
  return ref ? SymbolTable::lookupNearestSymbolFrom<StateOp>(ref,
                                                             ref.getStateAttr())
             : StateOp();
}

/// Names of the inputs that say where rows are.
static constexpr StringLiteral layoutInputs[] = {
    "positions", "sequence", "length",   "slots",
    "pages",     "out_rows", "seq_begin"};

Value layoutInput(func::FuncOp entry, StringRef name) {
  for (BlockArgument argument : entry.getArguments())
    if (entry.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                           "cedar.name") == name)
      return argument;
  return nullptr;
}

/// The layers that own the states which the op touches.
static llvm::SmallSetVector<int64_t, 2> layersOf(Operation *op) {
  llvm::SmallSetVector<int64_t, 2> layers;
  for (Value operand : op->getOperands())
    if (StateOp state = stateOf(operand))
      layers.insert(state.getLayer());
  return layers;
}

bool appendsRows(Operation &op) {
  auto rows = dyn_cast<RowDemandOpInterface>(op);
  return rows && rows.getEffectRows().isAll();
}

int64_t filledRows(Operation &op) {
  auto rows = dyn_cast<RowDemandOpInterface>(op);
  RowDemand effect = rows ? rows.getEffectRows() : RowDemand::none();
  return effect.isAll() ? 0 : effect.getCount();
}

ReplaySplit::ReplaySplit(func::FuncOp forward, ReplayForm form)
    : forward(forward), form(form) {
  for (Operation &op : forward.getBody().front()) {
    segmentRows = std::max(segmentRows, filledRows(op));
    if (appendsRows(op))
      for (int64_t layer : layersOf(&op))
        source = std::max(source, layer);
  }
  if (checkInputs())
    cut();
}

/// Whether there is an encoder, and what places rows.
bool ReplaySplit::checkInputs() {
  if (source < 0) {
    fail("no layer appends to a cache of the whole prompt, so that rows before "
         "the segment would be forgotten",
         "a layer with compressed entries makes the model an encoder-decoder");
    return false;
  }
  for (StringRef name : {"positions", "sequence", "length", "slots"})
    if (!layoutInput(forward, name)) {
      fail("@" + forward.getName() + " has no input '" + name +
               "', which places the rows of the segment",
           "give the entry this input");
      return false;
    }
  return true;
}

void ReplaySplit::fail(const Twine &why, const Twine &advice) {
  reason = why.str();
  suggestion = advice.str();
}

bool ReplaySplit::isBounded(Operation *op) const {
  auto rows = dyn_cast<RowDemandOpInterface>(op);
  if (!rows || !rows.canBoundHistory())
    return false;
  bool isOfSource = layersOf(op).getArrayRef() == ArrayRef(source);
  return form == ReplayForm::Bounded || !isOfSource;
}

void ReplaySplit::cut() {
  for (int64_t last = 0; last != segmentRows;) {
    last = segmentRows;
    RowDemandOptions options;
    options.picked = options.segment = RowDemand::last(segmentRows);
    options.isBounded = [this](Operation *op) { return isBounded(op); };
    analysis = std::make_unique<RowDemandAnalysis>(forward, options);
    place();
    if (!checkResults() || !checkLayers())
      return;
    segmentRows = longestStagedRing();
  }
  keptValues = shrinkCut(
      crossing(), [this](Value v) { return isAnywhere(v); }, recomputed);
  for (Value value : keptValues)
    if (!keptRowBytes(value))
      return fail("a value at the cut has rows that no ring can keep",
                  "cut where values are plain rows of one or two dimensions");
}

/// What ops of the segment take from elsewhere.
SmallVector<Value> ReplaySplit::crossing() {
  llvm::SmallSetVector<Value, 8> values;
  for (Operation &op : forward.getBody().front())
    if (partOf(&op) == ReplayPart::Segment)
      for (Value operand : op.getOperands())
        if (!isAnywhere(operand) &&
            partOf(operand.getDefiningOp()) != ReplayPart::Segment)
          values.insert(operand);
  return values.takeVector();
}

void ReplaySplit::place() {
  parts.clear();
  for (Operation &op : forward.getBody().front())
    parts[&op] = placeOne(op);
}

/// What depends on nothing but the layout of rows is the same everywhere.
bool ReplaySplit::isAnywhere(Value value) const {
  if (Operation *op = value.getDefiningOp())
    return partOf(op) == ReplayPart::Anywhere;
  return llvm::any_of(layoutInputs, [&](StringRef name) {
    return layoutInput(forward, name) == value;
  });
}

ReplayPart ReplaySplit::placeOne(Operation &op) const {
  if (op.hasTrait<OpTrait::IsTerminator>())
    return ReplayPart::Segment;
  if (isPure(&op) &&
      llvm::all_of(op.getOperands(), [&](Value v) { return isAnywhere(v); }))
    return ReplayPart::Anywhere;
  if (analysis->of(&op).rows.isNone())
    return ReplayPart::Nowhere;
  if (analysis->needsAllRows(&op))
    return ReplayPart::AllRows;
  // A view is where its rows are, and so is an effect.
  if (isRowReshape(&op) || op.getNumResults() == 0)
    return llvm::any_of(op.getOperands(),
                        [&](Value operand) {
                          return partOf(operand.getDefiningOp()) ==
                                 ReplayPart::Segment;
                        })
               ? ReplayPart::Segment
               : ReplayPart::AllRows;
  return ReplayPart::Segment;
}

int64_t ReplaySplit::longestStagedRing() const {
  int64_t longest = 0;
  for (auto [op, part] : parts)
    if (part == ReplayPart::Segment)
      longest = std::max(longest, filledRows(*op));
  return longest;
}

/// Whether the segment can return everything that is returned.
bool ReplaySplit::checkResults() {
  Operation *exit = forward.getBody().front().getTerminator();
  for (auto [index, value] : llvm::enumerate(exit->getOperands())) {
    Operation *op = value.getDefiningOp();
    if (!op || partOf(op) == ReplayPart::Segment)
      continue;
    auto name = forward.getResultAttrOfType<StringAttr>(index, "cedar.name");
    fail("result '" + (name ? name.getValue() : "") + "' is of all rows",
         "return rows that out_rows picks");
    return false;
  }
  return true;
}

/// Whether a layer without appended states fills its rings in the segment.
bool ReplaySplit::checkLayers() {
  for (auto [op, part] : parts)
    if (part == ReplayPart::Segment && filledRows(*op) > 0)
      for (int64_t layer : layersOf(op))
        if (layer > source)
          return true;
  fail("no layer lies behind layer " + Twine(source) +
           ", the last one that appends to a cache of the whole prompt, so "
           "nothing is saved",
       "let an earlier layer be the last source of compressed entries");
  return false;
}

} // namespace cedar
