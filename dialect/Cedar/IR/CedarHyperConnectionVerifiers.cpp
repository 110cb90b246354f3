//===- CedarHyperConnectionVerifiers.cpp - residual streams ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of the ops of CedarHyperConnectionOps.td: n streams of width D.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/OpRules.h"

using namespace mlir;
using namespace cedar;

LogicalResult MhcInitOp::verify() {
  NamedTensor input("input", getInput()), streams("streams", getStreams()),
      mix("mix", getMix());
  return OpRules(*this)
      .rows(input, {streams, mix})
      .dim(streams, 2, input.dim(1))
      .dim(mix, 1, streams.dim(1))
      .result();
}

/// Coefficients of n streams: pre, post, and n x n of comb.
static int64_t mixSize(int64_t n) { return sizeProduct(sizeSum(n, 2), n); }

LogicalResult MhcMixOp::verify() {
  NamedTensor streams("streams", getStreams()), pre("pre", getPre()),
      post("post", getPost()), comb("comb", getComb());
  int64_t n = streams.dim(1);
  NamedTensor fn("fn", getFn());
  return OpRules(*this)
      .rows(streams, {pre, post, comb})
      .dim(fn, 0, mixSize(n))
      .dim(fn, 1, sizeProduct(n, streams.dim(2)))
      .dim({"scale", getScale()}, 0, 3)
      .dim({"base", getBase()}, 0, mixSize(n))
      .dim(pre, 1, n)
      .dim(post, 1, n)
      .dim(comb, 1, n)
      .dim(comb, 2, n)
      .atLeast("iterations", getIterations(), 1)
      .notNegative("epsilon", getEpsilon())
      .positive("normEpsilon", getNormEpsilon())
      .result();
}

LogicalResult MhcCollapseOp::verify() {
  NamedTensor streams("streams", getStreams()), mix("mix", getMix()),
      result("result", getResult());
  return OpRules(*this)
      .rows(streams, {mix, result})
      .dim(mix, 1, streams.dim(1))
      .dim(result, 1, streams.dim(2))
      .result();
}

LogicalResult MhcExpandOp::verify() {
  NamedTensor streams("streams", getStreams()), input("input", getInput()),
      post("post", getPost()), comb("comb", getComb());
  int64_t n = streams.dim(1);
  return OpRules(*this)
      .rows(streams, {input, post, comb})
      .dim(input, 1, streams.dim(2))
      .dim(post, 1, n)
      .dim(comb, 1, n)
      .dim(comb, 2, n)
      .sameShape({"result", getResult()}, streams)
      .result();
}
