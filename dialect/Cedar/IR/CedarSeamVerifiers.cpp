//===- CedarSeamVerifiers.cpp - fused steps between two sites -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of the ops of CedarSeamOps.td: which steps go together, and n
// streams of width D.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarSeams.h"
#include "dialect/Cedar/IR/OpRules.h"

using namespace mlir;
using namespace cedar;

static int64_t sizeOf(Value value, unsigned index) {
  return cast<RankedTensorType>(value.getType()).getDimSize(index);
}

int64_t SeamStreams::width() const {
  return streams ? sizeOf(streams, 2) : sizeOf(input, 1);
}

int64_t SeamStreams::count() const {
  if (streams)
    return sizeOf(streams, 1);
  return width() > 0 ? sizeOf(fn, 1) / width() : 0;
}

int64_t SeamSite::width() const { return sizeOf(weight, 0); }

/// Which operands there are.
static LogicalResult verifySteps(Operation *op, const SeamStreams &seam) {
  bool some = seam.keyValue || seam.queryWeight || seam.keyWeight || seam.kind;
  bool all = seam.keyValue && seam.queryWeight && seam.keyWeight && seam.kind;
  return OpRules(op)
      .that(seam.input || seam.streams, "expected 'input', 'streams' or both")
      .that(bool(seam.sitePost) == seam.expands() &&
                bool(seam.siteComb) == seam.expands(),
            "expected 'sitePost' and 'siteComb' with both 'input' and "
            "'streams', and only then")
      .that(some == all, "expected all of 'keyValue', 'queryWeight', "
                         "'keyWeight' and 'kind' or none")
      .that(seam.engramEpsilon.has_value() == all,
            "expected 'engramEpsilon' with 'keyValue', and only then")
      .that(!seam.expanded || (all && seam.input),
            "expected 'expanded' only between two steps that change streams")
      .that(!seam.newStreams || seam.changes(),
            "expected new streams only from a step that changes them")
      .result();
}

/// The sizes by which everything else is measured.
static LogicalResult verifySizes(Operation *op, const SeamStreams &seam) {
  NamedTensor fn("fn", seam.fn);
  int64_t width = seam.width(), n = seam.count();
  int64_t coefficients = sizeProduct(sizeSum(n, 2), n);
  OpRules rules(op);
  rules.that(width > 0 && n > 0,
             "expected at least one stream of a static width");
  return rules.dim(fn, 0, coefficients)
      .dim(fn, 1, sizeProduct(n, width))
      .dim({"scale", seam.scale}, 0, 3)
      .dim({"base", seam.base}, 0, coefficients)
      .result();
}

/// An optional tensor has the given rows and dimensions.
static LogicalResult verifyShape(Operation *op, StringRef name, Value value,
                                 ArrayRef<int64_t> shape) {
  OpRules rules(op);
  if (value)
    for (auto [i, size] : llvm::enumerate(shape))
      rules.dim({name, value}, i, size);
  return rules.result();
}

static LogicalResult verifyShapes(Operation *op, const SeamStreams &seam) {
  int64_t n = seam.count(), width = seam.width();
  int64_t rows = sizeOf(seam.streams ? seam.streams : seam.input, 0);
  int64_t keys = sizeProduct(n + 1, width);
  return success(
      succeeded(verifyShape(op, "input", seam.input, {rows, width})) &&
      succeeded(verifyShape(op, "sitePost", seam.sitePost, {rows, n})) &&
      succeeded(verifyShape(op, "siteComb", seam.siteComb, {rows, n, n})) &&
      succeeded(verifyShape(op, "keyValue", seam.keyValue, {rows, keys})) &&
      succeeded(verifyShape(op, "queryWeight", seam.queryWeight, {n, width})) &&
      succeeded(verifyShape(op, "keyWeight", seam.keyWeight, {n, width})) &&
      succeeded(verifyShape(op, "kind", seam.kind, {rows})) &&
      succeeded(verifyShape(op, "expanded", seam.expanded, {rows, n, width})) &&
      succeeded(
          verifyShape(op, "newStreams", seam.newStreams, {rows, n, width})) &&
      succeeded(verifyShape(op, "pre", seam.pre, {rows, n})) &&
      succeeded(verifyShape(op, "post", seam.post, {rows, n})) &&
      succeeded(verifyShape(op, "comb", seam.comb, {rows, n, n})));
}

static LogicalResult verifyStreams(Operation *op, const SeamStreams &seam) {
  if (failed(verifySteps(op, seam)) || failed(verifySizes(op, seam)) ||
      failed(verifyShapes(op, seam)))
    return failure();
  OpRules rules(op);
  if (seam.engramEpsilon)
    rules.positive("engramEpsilon", *seam.engramEpsilon);
  return rules.atLeast("iterations", seam.iterations, 1)
      .notNegative("mixEpsilon", seam.mixEpsilon)
      .positive("mixNormEpsilon", seam.mixNormEpsilon)
      .result();
}

/// The steps after the collapse of `n` streams.
static LogicalResult verifySite(Operation *op, const SeamSite &site,
                                int64_t rows, int64_t width) {
  if (failed(verifyShape(op, "weight", site.weight, {width})) ||
      failed(verifyShape(op, "collapsed", site.collapsed, {rows, width})) ||
      failed(verifyShape(op, "normalized", site.normalized, {rows, width})) ||
      failed(verifyShape(op, "quantized", site.quantized, {rows, width})))
    return failure();
  OpRules rules(op);
  if (site.quantized)
    rules.format({"quantized", site.quantized}, "AQ8",
                 isAQ8(cast<RankedTensorType>(site.quantized.getType())));
  return rules.positive("epsilon", site.epsilon).result();
}

LogicalResult MhcSeamOp::verify() {
  SeamStreams seam = SeamStreams::of(*this);
  if (failed(verifyStreams(*this, seam)))
    return failure();
  int64_t rows = sizeOf(getOperand(0), 0);
  if (failed(OpRules(*this)
                 .that(bool(getCarried()) == bool(seam.streams),
                       "expected 'carried' with 'streams', and only then")
                 .result()) ||
      failed(verifyShape(*this, "carried", getCarried(), {rows, seam.count()})))
    return failure();
  return verifySite(*this, SeamSite::of(*this), rows, seam.width());
}

LogicalResult MhcSeamExpandOp::verify() {
  return verifyStreams(*this, SeamStreams::of(*this));
}

LogicalResult MhcSeamCollapseOp::verify() {
  NamedTensor streams("streams", getStreams()), mix("mix", getMix());
  if (failed(OpRules(*this)
                 .rows(streams, {mix})
                 .dim(mix, 1, streams.dim(1))
                 .result()))
    return failure();
  return verifySite(*this, SeamSite::of(*this), streams.dim(0), streams.dim(2));
}
