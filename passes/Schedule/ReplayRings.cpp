//===- ReplayRings.cpp - the two parts of a model under replay ------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values at the cut get a ring each, staged and committed like windows, so that
// chunks of any length leave the last rows of the prompt in them.
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/EntryBuilder.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace cedar {

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Rows of a ring are vectors: [T] as [1], [T, n, D] as [n * D].
static RankedTensorType ringRow(RankedTensorType type) {
  if (type.getRank() == 2)
    return RankedTensorType::get(type.getDimSize(1), type.getElementType(),
                                 type.getEncoding());
  int64_t width = 1;
  for (int64_t size : type.getShape().drop_front())
    width *= size;
  return RankedTensorType::get(width, type.getElementType());
}

/// Type of a value as its ring takes it: [T] stays, others are matrices.
static RankedTensorType ringRows(RankedTensorType type) {
  if (type.getRank() <= 2)
    return type;
  return RankedTensorType::get(
      {type.getDimSize(0), ringRow(type).getDimSize(0)}, type.getElementType());
}

/// {{0}, {1, 2, ...}}.
static SmallVector<ReassociationIndices> rowGroups(RankedTensorType type) {
  return {{0}, llvm::to_vector(llvm::seq<int64_t>(1, type.getRank()))};
}

/// The value whose memory `value` is.
static Value rootOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isRowReshape(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Whether a kernel can produce `value` directly in the staged rows of a ring:
/// no other ring and no caller has it already.
static bool hasOwnMemory(Value value) {
  Value root = rootOf(value);
  SmallVector<Value> views{root};
  while (!views.empty())
    for (Operation *user : views.pop_back_val().getUsers()) {
      if (isa<StateStageOp>(user) || user->hasTrait<OpTrait::IsTerminator>())
        return false;
      if (isRowReshape(user))
        views.push_back(user->getResult(0));
    }
  return root.getDefiningOp() != nullptr;
}

ReplayRings::ReplayRings(func::FuncOp forward, const ReplaySplit &split)
    : forward(forward), split(split) {
  for (Value value : split.kept()) {
    states.push_back(createState(value));
    stage(value, states.back());
  }
}

/// What the value is called: its op or argument.
static std::string nameOf(func::FuncOp entry, Value value) {
  if (Operation *op = value.getDefiningOp())
    return op->getName().stripDialect().str();
  unsigned index = cast<BlockArgument>(value).getArgNumber();
  auto name = entry.getArgAttrOfType<StringAttr>(index, "cedar.name");
  return name ? name.str() : "argument";
}

StateOp ReplayRings::createState(Value value) {
  auto module = forward->getParentOfType<ModuleOp>();
  SymbolTable symbols(module);
  OpBuilder b(forward);
  auto type = StateType::get(b.getContext(), StateKind::Ring, split.segment(),
                             /*ratio=*/1, ringRow(typeOf(value)));
  std::string name = "replay." + nameOf(forward, value);
  auto state = StateOp::create(b, NameLoc::get(b.getStringAttr(name)),
                               b.getStringAttr(name), b.getStringAttr("replay"),
                               b.getI64IntegerAttr(split.sourceLayer()),
                               TypeAttr::get(type));
  state->remove();
  symbols.insert(state, Block::iterator(forward));
  return state;
}

/// Stages a value right after its op.
void ReplayRings::stage(Value value, StateOp state) {
  OpBuilder b(forward.getContext());
  b.setInsertionPointAfterValue(value);
  Location loc = state.getLoc();
  auto add = [&](Operation *op) { stagingOps.insert(op); };
  if (!hasOwnMemory(value)) {
    auto copy = CopyRowsOp::create(b, loc, value.getType(), value);
    add(copy);
    value = copy;
  }
  RankedTensorType type = typeOf(value);
  if (type.getRank() > 2) {
    auto collapse = tensor::CollapseShapeOp::create(b, loc, ringRows(type),
                                                    value, rowGroups(type));
    add(collapse);
    value = collapse;
  }
  auto ref = StateRefOp::create(b, loc, cast<StateType>(state.getType()),
                                FlatSymbolRefAttr::get(state.getSymNameAttr()));
  add(ref);
  add(StateStageOp::create(b, loc, TypeRange(), value, ref));
}

//===----------------------------------------------------------------------===//
// The parts
//===----------------------------------------------------------------------===//

/// A function with the arguments of @forward and an empty body.
func::FuncOp ReplayRings::createEmpty(StringRef name, bool hasResults,
                                      IRMapping &mapping) {
  OpBuilder b(forward);
  auto entry = cast<func::FuncOp>(b.cloneWithoutRegions(*forward));
  entry.setName(name);
  entry->setLoc(entryLocation(forward, name));
  Block *body = entry.addEntryBlock();
  mapping.map(forward.getArguments(), body->getArguments());
  if (!hasResults)
    (void)entry.eraseResults(llvm::BitVector(entry.getNumResults(), true));
  return entry;
}

func::FuncOp ReplayRings::buildAllRows(StringRef name) {
  IRMapping mapping;
  func::FuncOp entry = createEmpty(name, /*hasResults=*/false, mapping);
  auto b = OpBuilder::atBlockEnd(&entry.getBody().front());
  for (Operation &op : forward.getBody().front()) {
    ReplayPart part = split.partOf(&op);
    if (part == ReplayPart::AllRows || part == ReplayPart::Anywhere ||
        stagingOps.contains(&op))
      b.clone(op, mapping);
  }
  func::ReturnOp::create(b, entry.getLoc());
  eraseUnused(entry);
  return entry;
}

Value ReplayRings::read(OpBuilder &b, Value value, StateOp state,
                        const IRMapping &mapping) {
  Location loc = state.getLoc();
  RankedTensorType type = typeOf(value);
  auto input = [&](StringRef name) {
    return mapping.lookup(layoutInput(forward, name));
  };
  auto ref = StateRefOp::create(b, loc, cast<StateType>(state.getType()),
                                FlatSymbolRefAttr::get(state.getSymNameAttr()));
  Value rows = StateReadOp::create(b, loc, ringRows(type), input("positions"),
                                   input("sequence"), input("slots"), ref);
  if (type.getRank() <= 2)
    return rows;
  SmallVector<OpFoldResult> sizes = {
      tensor::getMixedSize(b, loc, input("positions"), 0)};
  for (int64_t size : type.getShape().drop_front())
    sizes.push_back(b.getIndexAttr(size));
  return tensor::ExpandShapeOp::create(b, loc, type, rows, rowGroups(type),
                                       sizes);
}

func::FuncOp ReplayRings::buildSegment(StringRef name) {
  IRMapping mapping;
  func::FuncOp entry = createEmpty(name, /*hasResults=*/true, mapping);
  auto b = OpBuilder::atBlockEnd(&entry.getBody().front());
  for (auto [value, state] : llvm::zip(split.kept(), states))
    mapping.map(value, read(b, value, state, mapping));
  for (Operation &op : forward.getBody().front()) {
    ReplayPart part = split.partOf(&op);
    if (part != ReplayPart::Segment && part != ReplayPart::Anywhere &&
        !split.isRecomputed(&op))
      continue;
    Operation *copy = b.clone(op, mapping);
    if (part == ReplayPart::Segment && split.isBounded(&op))
      cast<RowDemandOpInterface>(copy).boundHistory(
          mapping.lookup(layoutInput(forward, "length")));
  }
  eraseUnused(entry);
  return entry;
}

} // namespace cedar
