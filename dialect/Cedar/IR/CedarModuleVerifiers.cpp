//===- CedarModuleVerifiers.cpp - weights, states, layers -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of the ops of CedarModuleOps.td.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/OpRules.h"
#include "dialect/Cedar/IR/SymbolRules.h"

using namespace mlir;
using namespace cedar;

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

static bool isWeightElement(RankedTensorType type) {
  if (getScaled(type))
    return true;
  return isPlain<BFloat16Type>(type) || isPlain<Float32Type>(type) ||
         (type.getElementType().isInteger(32) && !type.getEncoding());
}

LogicalResult WeightOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  auto sources = getSource().getAsValueRange<StringAttr>();
  size_t patterns = llvm::count_if(
      sources, [](StringRef name) { return name.contains("{e}"); });
  size_t count = getSource().size(), expected = getScaled(type) ? 2 : 1;
  OpRules rules(*this);
  rules.that(type.hasStaticShape(), "expected a static shape")
      .that(isWeightElement(type),
            "expected elements of bf16, f32 or i32, or FP8 or FP4 codes with a "
            "#cedar.scaled encoding")
      .that(count == expected, "expected " + Twine(expected) +
                                   " names in 'source' for this type, found " +
                                   Twine(count))
      .that(!llvm::is_contained(sources, ""),
            "expected names in 'source', found an empty one")
      .that(patterns == 0 || patterns == count,
            "expected '{e}' in all names of 'source' or in none")
      .that(patterns == 0 || type.getRank() > 1,
            "expected a stack of rank 2 or more under a name with '{e}'");
  bool isInteger = type.getElementType().isInteger(32);
  rules.atLeast("bound", getBound(), 0)
      .that(getBound() == 0 || isInteger,
            "expected no 'bound' of a weight that "
            "is not i32");
  return rules.result();
}

LogicalResult WeightRefOp::verifySymbolUses(SymbolTableCollection &tables) {
  WeightOp weight = findWeight(*this, tables, getWeightAttr().getAttr());
  if (!weight)
    return failure();
  if (weight.getType() == getResult().getType())
    return success();
  InFlightDiagnostic error = emitOpError("expected the weight's type ")
                             << weight.getType() << ", found "
                             << getResult().getType();
  error.attachNote(weight.getLoc()) << "the weight is here";
  return failure();
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

namespace {

/// What a state of one role looks like (SPEC 5.1).
struct RoleRule {
  StringRef role;
  StateKind kind;
  StringRef row;
  bool (*fits)(RankedTensorType row);
};

} // namespace

static bool isVectorF32(RankedTensorType row) {
  return isPlain<Float32Type>(row) && row.getRank() == 1;
}

static bool isVector(RankedTensorType row) { return row.getRank() == 1; }

static bool isOneI32(RankedTensorType row) {
  return row.getElementType().isInteger(32) && row.getNumElements() == 1;
}

static const RoleRule *findRole(StringRef role) {
  static const RoleRule rules[] = {
      {"window", StateKind::Ring, "AQ8", isAQ8},
      {"compressed_kv", StateKind::Paged, "NVFP4", isNVFP4},
      {"index_keys", StateKind::Paged, "MXFP4", isMXFP4},
      {"tail_values", StateKind::Ring, "f32", isVectorF32},
      {"tail_scores", StateKind::Ring, "f32", isVectorF32},
      {"engram_context", StateKind::Ring, "one i32", isOneI32},
      {"replay", StateKind::Ring, "rank 1", isVector}};
  const RoleRule *found = llvm::find_if(
      rules, [&](const RoleRule &rule) { return rule.role == role; });
  return found == std::end(rules) ? nullptr : found;
}

LogicalResult StateOp::verify() {
  auto state = cast<StateType>(getType());
  const RoleRule *rule = findRole(getRole());
  if (!rule)
    return emitOpError("expected 'role' window, compressed_kv, index_keys, "
                       "tail_values, tail_scores, engram_context or replay, "
                       "found '")
           << getRole() << "'";
  return OpRules(*this)
      .atLeast("layer", getLayer(), 0)
      .kind(getRole(), state, rule->kind)
      .that(rule->fits(state.getRow()),
            "expected rows of " + rule->row + " under role " + getRole())
      .result();
}

LogicalResult StateRefOp::verifySymbolUses(SymbolTableCollection &tables) {
  StateOp state = findState(*this, tables, getStateAttr().getAttr());
  if (!state)
    return failure();
  if (state.getType() == getResult().getType())
    return success();
  InFlightDiagnostic error = emitOpError("expected the state's type ")
                             << state.getType() << ", found "
                             << getResult().getType();
  error.attachNote(state.getLoc()) << "the state is here";
  return failure();
}

/// `rows` holds one row of the state for each row of the batch; a row of one
/// element may also be given as a scalar.
static LogicalResult verifyStateRows(Operation *op, StringRef name, Value rows,
                                     StateType state) {
  auto type = cast<RankedTensorType>(rows.getType());
  RankedTensorType row = state.getRow();
  bool scalars = row.getNumElements() == 1 && type.getRank() == 1;
  bool fits = type.getRank() == row.getRank() + 1 &&
              type.getShape().drop_front() == row.getShape();
  if ((fits || scalars) && type.getElementType() == row.getElementType() &&
      type.getEncoding() == row.getEncoding())
    return success();
  return op->emitOpError("expected '")
         << name << "' of the state's row type " << row << ", found " << type;
}

LogicalResult StateStageOp::verify() {
  StateType state = getState().getType();
  if (failed(OpRules(*this).kind("state", state, StateKind::Ring).result()))
    return failure();
  return verifyStateRows(*this, "rows", getRows(), state);
}

LogicalResult StateReadOp::verify() {
  StateType state = getState().getType();
  if (failed(OpRules(*this).kind("state", state, StateKind::Ring).result()) ||
      failed(verifyStateRows(*this, "result", getResult(), state)))
    return failure();
  return OpRules(*this)
      .rows({"positions", getPositions()},
            {{"sequence", getSequence()}, {"result", getResult()}})
      .result();
}

LogicalResult CopyRowsOp::verify() {
  return OpRules(*this)
      .that(getInput().getType() == getResult().getType(),
            "expected the type of 'input' as the type of the result")
      .result();
}

LogicalResult StateCommitOp::verify() {
  return OpRules(*this)
      .kind("state", getState().getType(), StateKind::Ring)
      .rows({"positions", getPositions()}, {{"sequence", getSequence()}})
      .rows({"length", getLength()},
            {{"slots", getSlots()}, {"accepted", getAccepted()}})
      .result();
}

LogicalResult StateAppendOp::verify() {
  StateType state = getState().getType();
  if (failed(OpRules(*this).kind("state", state, StateKind::Paged).result()) ||
      failed(verifyStateRows(*this, "rows", getRows(), state)))
    return failure();
  return OpRules(*this)
      .rows({"rows", getRows()},
            {{"positions", getPositions()}, {"sequence", getSequence()}})
      .result();
}

LogicalResult TakeRowsOp::verify() {
  NamedTensor input("input", getInput()), result("result", getResult());
  OpRules rules(*this);
  rules.atLeast("input.rank", input.type.getRank(), 1)
      .rank(result, input.type.getRank());
  if (failed(rules.result()))
    return failure();
  rules.rows({"rows", getRows()}, {result}).sameElements(result, input);
  for (int64_t i = 1; i < input.type.getRank(); ++i)
    rules.dim(result, i, input.dim(i));
  return rules.result();
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

/// Streams [T, n, D] and mix [T, n].
static LogicalResult verifyCarried(Operation *op, NamedTensor streams,
                                   NamedTensor mix) {
  OpRules rules(op);
  rules.rank(streams, 3).rank(mix, 2);
  if (failed(rules.result()))
    return failure();
  return rules.rows(streams, {mix}).dim(mix, 1, streams.dim(1)).result();
}

/// `region` takes values of types `arguments` and yields types `results`.
static LogicalResult verifyRegion(Operation *op, StringRef name, Region &region,
                                  TypeRange arguments, TypeRange results) {
  Block &body = region.front();
  if (body.getArgumentTypes() != arguments)
    return op->emitOpError("expected region '")
           << name << "' to take (" << arguments << "), found ("
           << body.getArgumentTypes() << ")";
  TypeRange yielded = body.getTerminator()->getOperandTypes();
  if (yielded != results)
    return op->emitOpError("expected region '")
           << name << "' to yield (" << results << "), found (" << yielded
           << ")";
  return success();
}

LogicalResult CedOp::verifyRegions() {
  TypeRange carried = getOperandTypes();
  if (failed(
          verifyCarried(*this, {"streams", getStreams()}, {"mix", getMix()})) ||
      failed(verifyRegion(*this, "encoder", getEncoder(), carried, carried)))
    return failure();
  return verifyRegion(*this, "decoder", getDecoder(), carried, carried);
}

LogicalResult LayerOp::verifyRegions() {
  TypeRange carried = getOperandTypes(), results = getResultTypes();
  if (failed(OpRules(*this)
                 .atLeast("layer", getLayer(), 0)
                 .that(results.size() >= 2 && results.take_front(2) == carried,
                       "expected results that begin with the types of "
                       "'streams' and 'mix'")
                 .result()) ||
      failed(
          verifyCarried(*this, {"streams", getStreams()}, {"mix", getMix()})))
    return failure();
  return verifyRegion(*this, "body", getBody(), carried, results);
}
