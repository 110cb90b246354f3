//===- SeamBuilder.cpp - seam ops from single ops
//---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Fusion/SeamBuilder.h"

using namespace mlir;

namespace cedar {

namespace {

/// The operands of the steps that make streams, null where there is no step.
struct StreamOperands {
  Value input, streams, post, comb;
  Value keyValue, queryWeight, keyWeight, kind;
  FloatAttr engramEpsilon;

  explicit StreamOperands(Boundary &boundary);
};

} // namespace

StreamOperands::StreamOperands(Boundary &boundary) {
  if (boundary.init) {
    input = boundary.init.getInput();
  } else if (MhcExpandOp expand = boundary.expand) {
    input = expand.getInput();
    streams = expand.getStreams();
    post = expand.getPost();
    comb = expand.getComb();
  } else {
    streams = boundary.streamsBeforeGate();
  }
  if (EngramGateOp gate = boundary.gate) {
    keyValue = gate.getKeyValue();
    queryWeight = gate.getQueryWeight();
    keyWeight = gate.getKeyWeight();
    kind = gate.getKind();
    engramEpsilon = gate.getEpsilonAttr();
  }
}

/// The streams before the gate if they are made here and the gate follows.
static Value expandedStreams(Boundary &boundary) {
  bool isMade = boundary.init || boundary.expand;
  return boundary.gate && isMade ? boundary.gate.getStreams() : Value();
}

/// The streams of the boundary if it makes them.
static Value newStreams(Boundary &boundary) {
  return boundary.makesStreams() ? boundary.collapse.getStreams() : Value();
}

static Type typeIfRead(const Merge &merge, Value value) {
  return value ? merge.typeIfRead(value) : Type();
}

/// Lets the readers of streams and coefficients read the results of `op`.
template <typename OpTy>
static void replaceStreams(const Merge &merge, Boundary &boundary, OpTy op) {
  MhcMixOp mix = boundary.mix;
  if (Value expanded = expandedStreams(boundary))
    merge.replace(expanded, op.getExpanded());
  if (Value streams = newStreams(boundary))
    merge.replace(streams, op.getNewStreams());
  merge.replace(mix.getPre(), op.getPre());
  merge.replace(mix.getPost(), op.getPost());
  merge.replace(mix.getComb(), op.getComb());
}

/// The same for what the site works on.
template <typename OpTy>
static void replaceSite(const Merge &merge, Boundary &boundary, OpTy op) {
  merge.replace(boundary.collapse.getResult(), op.getCollapsed());
  merge.replace(boundary.norm.getResult(), op.getNormalized());
  if (boundary.quantize)
    merge.replace(boundary.quantize.getResult(), op.getQuantized());
}

static Type quantizedType(const Merge &merge, Boundary &boundary) {
  return boundary.quantize ? merge.typeIfRead(boundary.quantize.getResult())
                           : Type();
}

MhcSeamOp buildSeam(const Merge &merge, Boundary &boundary) {
  OpBuilder b(boundary.collapse);
  merge.setInsertionPoint(b);
  StreamOperands from(boundary);
  MhcMixOp mix = boundary.mix;
  RmsNormOp norm = boundary.norm;
  auto op = MhcSeamOp::create(
      b, merge.locOf(boundary.collapse),
      typeIfRead(merge, expandedStreams(boundary)),
      typeIfRead(merge, newStreams(boundary)), merge.typeIfRead(mix.getPre()),
      merge.typeIfRead(mix.getPost()), merge.typeIfRead(mix.getComb()),
      merge.typeIfRead(boundary.collapse.getResult()),
      merge.typeIfRead(norm.getResult()), quantizedType(merge, boundary),
      from.input, from.streams, from.post, from.comb, from.keyValue,
      from.queryWeight, from.keyWeight, from.kind, mix.getFn(), mix.getScale(),
      mix.getBase(), boundary.init ? Value() : boundary.collapse.getMix(),
      norm.getWeight(), mix.getIterationsAttr(), mix.getEpsilonAttr(),
      mix.getNormEpsilonAttr(), from.engramEpsilon, norm.getEpsilonAttr());
  replaceStreams(merge, boundary, op);
  replaceSite(merge, boundary, op);
  return op;
}

MhcSeamExpandOp buildSeamExpand(const Merge &merge, Boundary &boundary) {
  OpBuilder b(boundary.collapse);
  merge.setInsertionPoint(b);
  StreamOperands from(boundary);
  MhcMixOp mix = boundary.mix;
  auto op = MhcSeamExpandOp::create(
      b, merge.locOf(mix), typeIfRead(merge, expandedStreams(boundary)),
      typeIfRead(merge, newStreams(boundary)), merge.typeIfRead(mix.getPre()),
      merge.typeIfRead(mix.getPost()), merge.typeIfRead(mix.getComb()),
      from.input, from.streams, from.post, from.comb, from.keyValue,
      from.queryWeight, from.keyWeight, from.kind, mix.getFn(), mix.getScale(),
      mix.getBase(), mix.getIterationsAttr(), mix.getEpsilonAttr(),
      mix.getNormEpsilonAttr(), from.engramEpsilon);
  replaceStreams(merge, boundary, op);
  return op;
}

MhcSeamCollapseOp buildSeamCollapse(const Merge &merge, Boundary &boundary) {
  OpBuilder b(boundary.collapse);
  merge.setInsertionPoint(b);
  MhcCollapseOp collapse = boundary.collapse;
  RmsNormOp norm = boundary.norm;
  auto op = MhcSeamCollapseOp::create(
      b, merge.locOf(collapse), merge.typeIfRead(collapse.getResult()),
      merge.typeIfRead(norm.getResult()), quantizedType(merge, boundary),
      collapse.getStreams(), collapse.getMix(), norm.getWeight(),
      norm.getEpsilonAttr());
  replaceSite(merge, boundary, op);
  return op;
}

} // namespace cedar
