//===- CedarCanonicalizers.cpp - canonical forms --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What nobody uses is not published: candidate pools of `cedar.csa2_select` and
// `cedar.csa2_attention`, and values of `cedar.layer`. A selection that nobody
// uses goes by itself, as its op only reads.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace cedar;

/// Replaces the results of `op`, but the unused pool, by those of `without`.
static void replaceAllButPool(PatternRewriter &rewriter, Operation *op,
                              Operation *without) {
  SmallVector<Value> values(without->getResults());
  values.push_back(nullptr);
  rewriter.replaceOp(op, values);
}

/// Block size of an op that publishes no pool: 0 unless it reads one.
static int64_t blockSizeWithoutPool(Value pool, int64_t blockSize) {
  return pool ? blockSize : 0;
}

static LogicalResult dropUnusedPool(CSA2SelectOp op,
                                    PatternRewriter &rewriter) {
  if (!op.getOutPool() || !op.getOutPool().use_empty())
    return rewriter.notifyMatchFailure(op, "publishes no unused pool");
  auto without = CSA2SelectOp::create(
      rewriter, op.getLoc(), op.getSelection().getType(), Type(), op.getQuery(),
      op.getHeadWeights(), op.getPositions(), op.getSequence(), op.getPages(),
      op.getKeys(), op.getPool(), op.getTopk(), op.getWeightScale(),
      /*poolBlocks=*/0,
      blockSizeWithoutPool(op.getPool(), op.getPoolBlockSize()));
  without->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  replaceAllButPool(rewriter, op, without);
  return success();
}

void CSA2SelectOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *) {
  patterns.add(dropUnusedPool);
}

static LogicalResult dropUnusedLayerPool(CSA2AttentionOp op,
                                         PatternRewriter &rewriter) {
  if (!op.getOutPool() || !op.getOutPool().use_empty())
    return rewriter.notifyMatchFailure(op, "publishes no unused pool");
  auto without = cast<CSA2AttentionOp>(rewriter.create(
      op.getLoc(), op->getName().getIdentifier(), op->getOperands(),
      TypeRange(op.getResultTypes()).drop_back(), op->getAttrs()));
  int64_t blockSize = blockSizeWithoutPool(op.getPool(), op.getPoolBlockSize());
  without.setPoolBlocks(0);
  without.setPoolBlockSize(blockSize);
  without.getProperties().resultSegmentSizes = {1, 1, 0};
  replaceAllButPool(rewriter, op, without);
  return success();
}

void CSA2AttentionOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                  MLIRContext *) {
  patterns.add(dropUnusedLayerPool);
}

/// Results of the layer, behind streams and mix, that nobody uses.
static llvm::BitVector unusedValues(LayerOp op) {
  llvm::BitVector unused(op.getNumResults());
  for (OpResult result : op.getResults().drop_front(2))
    unused[result.getResultNumber()] = result.use_empty();
  return unused;
}

static SmallVector<Type> typesWithout(ResultRange results,
                                      const llvm::BitVector &dropped) {
  SmallVector<Type> types;
  for (OpResult result : results)
    if (!dropped[result.getResultNumber()])
      types.push_back(result.getType());
  return types;
}

static LogicalResult dropUnusedValues(LayerOp op, PatternRewriter &rewriter) {
  llvm::BitVector unused = unusedValues(op);
  if (unused.none())
    return rewriter.notifyMatchFailure(op, "publishes no unused value");
  auto without = LayerOp::create(rewriter, op.getLoc(),
                                 typesWithout(op.getResults(), unused),
                                 op.getLayer(), op.getStreams(), op.getMix());
  without->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Operation *yield = op.getBody().front().getTerminator();
  rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(unused); });
  rewriter.inlineRegionBefore(op.getBody(), without.getBody(),
                              without.getBody().begin());
  SmallVector<Value> values;
  for (unsigned i = 0, next = 0; i < op.getNumResults(); ++i)
    values.push_back(unused[i] ? Value() : without.getResult(next++));
  rewriter.replaceOp(op, values);
  return success();
}

void LayerOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *) {
  patterns.add(dropUnusedValues);
}
