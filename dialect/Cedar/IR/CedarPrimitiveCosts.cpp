//===- CedarPrimitiveCosts.cpp - costs of the primitives ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `CostOpInterface` of the primitives: sizes from the operands' types, counts
// from CostFormulas.h.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/CostRows.h"

using namespace mlir;
using namespace cedar;

//===----------------------------------------------------------------------===//
// Rows and states
//===----------------------------------------------------------------------===//

OpCost TakeRowsOp::getCost(const CostShape &shape) {
  return streamCost(rowsOf(getResult(), shape), 0, {getInput(), getRows()},
                    getResult());
}

OpCost CopyRowsOp::getCost(const CostShape &shape) {
  return streamCost(rowsOf(getResult(), shape), 0, getInput(), getResult());
}

OpCost StateReadOp::getCost(const CostShape &shape) {
  double bytes = rowsOf(getPositions(), shape) *
                 packedRowBytes(getState().getType().getRow());
  OpCost cost;
  cost.cacheReadBytes = bytes;
  cost.activationWriteBytes = bytes;
  return cost;
}

OpCost StateStageOp::getCost(const CostShape &shape) {
  return cacheWriteCost(rowsOf(getRows(), shape),
                        getState().getType().getRow());
}

/// Moves the newest staged rows of each sequence, a ring full at most.
OpCost StateCommitOp::getCost(const CostShape &shape) {
  StateType state = getState().getType();
  double rows =
      std::min<double>(shape.rows, double(state.getRows()) * shape.sequences);
  OpCost cost;
  cost.cacheReadBytes = rows * packedRowBytes(state.getRow());
  cost.cacheWriteBytes = rows * packedRowBytes(state.getRow());
  return cost;
}

OpCost StateAppendOp::getCost(const CostShape &shape) {
  StateType state = getState().getType();
  return cacheWriteCost(rowsOf(getRows(), shape) / state.getRatio(),
                        state.getRow());
}

//===----------------------------------------------------------------------===//
// Linear, norm, rotation, formats
//===----------------------------------------------------------------------===//

OpCost EmbedOp::getCost(const CostShape &shape) {
  double rows = rowsOf(getResult(), shape);
  OpCost cost =
      streamCost(rows, 0, {getTokens(), getEmbeddingRow()}, getResult());
  cost.tableBytes = rows * rowBytes(typeOf(getTable()));
  return cost;
}

/// The same step with its result rounded to the codes of `result`, if it has
/// any.
static OpCost roundedTo(RankedTensorType result, double rows, OpCost cost) {
  if (!isQuantized(result))
    return cost;
  OpCost quantize = quantizeCost(rows, result);
  cost.flopsF32 += quantize.flopsF32;
  cost.activationWriteBytes = quantize.activationWriteBytes;
  return cost;
}

OpCost RmsNormOp::getCost(const CostShape &shape) {
  double width = dimOf(getWeight(), 0), rows = rowsOf(getInput(), shape);
  double elements = rowBytes(typeOf(getInput())) / 2;
  return roundedTo(typeOf(getResult()), rows,
                   rmsNormCost(rows * elements / width, width));
}

OpCost LinearOp::getCost(const CostShape &shape) {
  double bits = typeOf(getResult()).getElementTypeBitWidth();
  return linearCost(rowsOf(getInput(), shape), typeOf(getWeight()), bits / 8);
}

OpCost GroupedLinearOp::getCost(const CostShape &shape) {
  return groupedLinearCost(rowsOf(getInput(), shape), typeOf(getWeight()),
                           getGroups());
}

OpCost RopeTableOp::getCost(const CostShape &shape) {
  return ropeTableCost(rowsOf(getPositions(), shape), getRope().getDims());
}

OpCost RopeOp::getCost(const CostShape &shape) {
  RankedTensorType type = typeOf(getInput());
  double heads = type.getRank() == 3 ? type.getDimSize(1) : 1;
  double rows = rowsOf(getInput(), shape);
  return roundedTo(
      typeOf(getResult()), rows,
      ropeCost(rows, heads, type.getShape().back(), 2 * dimOf(getTable(), 2)));
}

OpCost QuantizeOp::getCost(const CostShape &shape) {
  return quantizeCost(rowsOf(getInput(), shape), typeOf(getResult()));
}

OpCost DequantizeOp::getCost(const CostShape &shape) {
  return dequantizeCost(rowsOf(getInput(), shape), typeOf(getInput()));
}

//===----------------------------------------------------------------------===//
// Residual streams
//===----------------------------------------------------------------------===//

OpCost MhcInitOp::getCost(const CostShape &shape) {
  return streamCost(rowsOf(getInput(), shape), 0, getInput(),
                    {getStreams(), getMix()});
}

OpCost MhcMixOp::getCost(const CostShape &shape) {
  double rows = rowsOf(getStreams(), shape);
  double flops = mhcMixFlops(rows, dimOf(getStreams(), 1),
                             dimOf(getStreams(), 2), getIterations());
  OpCost cost = streamCost(rows, flops, getStreams(), getResults());
  cost.weightBytes = tensorBytes(typeOf(getFn())) +
                     tensorBytes(typeOf(getScale())) +
                     tensorBytes(typeOf(getBase()));
  return cost;
}

OpCost MhcCollapseOp::getCost(const CostShape &shape) {
  double rows = rowsOf(getStreams(), shape);
  double flops =
      mhcCollapseFlops(rows, dimOf(getStreams(), 1), dimOf(getStreams(), 2));
  return streamCost(rows, flops, getOperands(), getResult());
}

OpCost MhcExpandOp::getCost(const CostShape &shape) {
  double rows = rowsOf(getStreams(), shape);
  double flops =
      mhcExpandFlops(rows, dimOf(getStreams(), 1), dimOf(getStreams(), 2));
  return streamCost(rows, flops, getOperands(), getResult());
}

//===----------------------------------------------------------------------===//
// Sparse attention
//===----------------------------------------------------------------------===//

/// The sizes of a call in which an op sees `rows` rows.
static CostShape withRows(CostShape shape, double rows) {
  shape.rows = rows;
  return shape;
}

OpCost CSA2PoolOp::getCost(const CostShape &shape) {
  return poolCost(withRows(shape, rowsOf(getValues(), shape)),
                  dimOf(getValues(), 1), getRatio());
}

OpCost CSA2SelectOp::getCost(const CostShape &shape) {
  StateType keys = getKeys().getType();
  SelectSizes sizes;
  sizes.heads = dimOf(getQuery(), 1);
  sizes.channels = dimOf(getQuery(), 2);
  sizes.topk = getTopk();
  sizes.ratio = keys.getRatio();
  sizes.poolBlocks = getPoolBlocks();
  sizes.keyRow = keys.getRow();
  OpCost cost;
  if (getPool()) {
    sizes.poolEntries = dimOf(getPool(), 1) * getPoolBlockSize();
    cost.activationReadBytes =
        rowsOf(getQuery(), shape) * rowBytes(typeOf(getPool()));
  }
  return cost + selectCost(withRows(shape, rowsOf(getQuery(), shape)), sizes);
}

OpCost SparseAttentionOp::getCost(const CostShape &shape) {
  AttentionSizes sizes;
  sizes.heads = dimOf(getQuery(), 1);
  sizes.channels = dimOf(getQuery(), 2);
  sizes.window = getWindow().getType().getRows();
  sizes.windowRow = getWindow().getType().getRow();
  if (getSelection()) {
    StateType state = getCompressed().getType();
    sizes.selected = dimOf(getSelection(), 1);
    sizes.ratio = state.getRatio();
    sizes.compressedRow = state.getRow();
  }
  return sparseAttentionCost(withRows(shape, rowsOf(getQuery(), shape)), sizes);
}

//===----------------------------------------------------------------------===//
// Engram
//===----------------------------------------------------------------------===//

OpCost CompressTokensOp::getCost(const CostShape &shape) {
  return compressTokensCost(rowsOf(getTokens(), shape));
}

OpCost NgramHashOp::getCost(const CostShape &shape) {
  return ngramHashCost(withRows(shape, rowsOf(getIds(), shape)),
                       getMultipliers().size() - 1, getPrimes().size());
}

OpCost TableGatherOp::getCost(const CostShape &shape) {
  return tableGatherCost(rowsOf(getRows(), shape), dimOf(getRows(), 1),
                         typeOf(getTable()));
}

OpCost EngramGateOp::getCost(const CostShape &shape) {
  return engramGateCost(rowsOf(getStreams(), shape), dimOf(getStreams(), 1),
                        dimOf(getStreams(), 2));
}

//===----------------------------------------------------------------------===//
// Mixture of experts
//===----------------------------------------------------------------------===//

OpCost RouteOp::getCost(const CostShape &shape) {
  return routeCost(rowsOf(getLogits(), shape), dimOf(getLogits(), 1),
                   getTopk());
}

OpCost ExpertLinearOp::getCost(const CostShape &shape) {
  return expertLinearCost(rowsOf(getInput(), shape), dimOf(getExperts(), 1),
                          typeOf(getWeight()),
                          typeOf(getInput()).getRank() == 3);
}

OpCost SwigluOp::getCost(const CostShape &shape) {
  double elements = rowBytes(typeOf(getGate())) / 2;
  double weights = getWeight() ? dimOf(getWeight(), 1) : 0;
  double rows = rowsOf(getGate(), shape);
  return roundedTo(typeOf(getResult()), rows,
                   swigluCost(rows, elements, weights));
}

OpCost ExpertCombineOp::getCost(const CostShape &shape) {
  return expertCombineCost(rowsOf(getOutputs(), shape), dimOf(getOutputs(), 1),
                           dimOf(getOutputs(), 2));
}
