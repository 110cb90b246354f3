//===- CedarLayerCosts.cpp - costs of the layer ops -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `CostOpInterface` of the layer ops: the sum over the steps of SPEC 3.7-3.13,
// with sizes from the weights and states that the op names.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/CostFormulas.h"

using namespace mlir;
using namespace cedar;

namespace {

/// The costs of a layer op's steps, by the names of its weights.
class LayerCost {
public:
  LayerCost(LayerOpInterface op, const CostShape &shape)
      : shape(shape), rows(shape.rows), op(op) {}

  RankedTensorType weight(StringRef suffix);
  StateType state(FlatSymbolRefAttr symbol);

  /// A linear with its activation quantiser, if the weight is scaled.
  void linear(StringRef suffix, double rows, double resultBytes = 2);
  void linear(StringRef suffix) { linear(suffix, rows); }
  void norm(StringRef suffix, double rows);
  void add(const OpCost &cost) { total += cost; }

  const CostShape &shape;
  double rows;
  OpCost total;

private:
  LayerOpInterface op;
};

} // namespace

RankedTensorType LayerCost::weight(StringRef suffix) {
  auto name =
      StringAttr::get(op->getContext(), op.getWeightPath() + "." + suffix);
  auto weight = SymbolTable::lookupNearestSymbolFrom<WeightOp>(op, name);
  return weight ? cast<RankedTensorType>(weight.getType()) : RankedTensorType();
}

StateType LayerCost::state(FlatSymbolRefAttr symbol) {
  auto state = SymbolTable::lookupNearestSymbolFrom<StateOp>(op, symbol);
  return state ? cast<StateType>(state.getType()) : StateType();
}

void LayerCost::linear(StringRef suffix, double rows, double resultBytes) {
  RankedTensorType type = weight(suffix);
  if (!type)
    return;
  total += linearCost(rows, type, resultBytes);
  if (getScaled(type))
    total += quantizeCost(
        rows, aq8Type(type.getContext(), {1, type.getShape().back()}));
}

void LayerCost::norm(StringRef suffix, double rows) {
  if (RankedTensorType type = weight(suffix))
    total += rmsNormCost(rows, type.getDimSize(0));
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// A row of a state as a tensor of one row.
static RankedTensorType asRow(StateType state) {
  RankedTensorType row = state.getRow();
  return RankedTensorType::get({1, row.getShape().back()}, row.getElementType(),
                               row.getEncoding());
}

/// Queries and window entries (SPEC 3.7.1-3.7.3).
static void addQueries(CSA2AttentionOp op, LayerCost &cost, StateType window) {
  double channels = window.getRow().getShape().back();
  double dims = op.getRope().getDims();
  cost.add(ropeTableCost(cost.rows, dims));
  cost.linear("wq_a.weight");
  cost.norm("q_norm.weight", cost.rows);
  cost.linear("wq_b.weight");
  cost.add(ropeCost(cost.rows, op.getHeads(), channels, dims));
  cost.linear("wkv.weight");
  cost.norm("kv_norm.weight", cost.rows);
  cost.add(ropeCost(cost.rows, 1, channels, dims));
  cost.add(quantizeCost(cost.rows, asRow(window)));
  cost.add(cacheWriteCost(cost.rows, window.getRow()));
}

/// Compressed entries and index keys (SPEC 3.8, 3.9.1).
static void addCompressor(CSA2AttentionOp op, LayerCost &cost) {
  StateType compressed = cost.state(op.getCompressedAttr());
  StateType keys = cost.state(op.getKeysAttr());
  double ratio = op.getRatio(), groups = cost.rows / ratio;
  double channels = compressed.getRow().getShape().back();
  double dims = op.getRope().getDims();
  double projected = ratio > 1 ? 4 : 2;
  cost.linear("compressor.wkv.weight", cost.rows, projected);
  if (ratio > 1) {
    cost.linear("compressor.wgate.weight", cost.rows, projected);
    cost.add(poolCost(cost.shape, channels, ratio));
  }
  cost.norm("compressor.norm.weight", groups);
  cost.linear("indexer.wk.weight", groups);
  cost.norm("indexer.k_norm.weight", groups);
  for (StateType state : {compressed, keys}) {
    cost.add(ropeCost(groups, 1, state.getRow().getShape().back(), dims));
    cost.add(quantizeCost(groups, asRow(state)));
    cost.add(cacheWriteCost(groups, state.getRow()));
  }
}

/// Index queries, scores and selection (SPEC 3.9.2-3.9.8).
static void addIndexer(CSA2AttentionOp op, LayerCost &cost) {
  StateType keys = cost.state(op.getKeysAttr());
  SelectSizes sizes;
  sizes.heads = op.getIndexHeads();
  sizes.channels = keys.getRow().getShape().back();
  sizes.topk = op.getTopk();
  sizes.ratio = op.getRatio();
  sizes.poolBlocks = op.getPoolBlocks();
  sizes.keyRow = keys.getRow();
  if (Value pool = op.getPool())
    sizes.poolEntries = cast<RankedTensorType>(pool.getType()).getDimSize(1) *
                        op.getPoolBlockSize();
  double dims = op.getRope().getDims();
  cost.linear("indexer.wq_b.weight");
  cost.add(ropeCost(cost.rows, sizes.heads, sizes.channels, dims));
  cost.add(quantizeCost(cost.rows * sizes.heads, asRow(keys)));
  cost.linear("indexer.weights_proj.weight");
  cost.add(selectCost(cost.shape, sizes));
}

/// Attention and output projection (SPEC 3.7.4-3.7.5).
static void addAttention(CSA2AttentionOp op, LayerCost &cost,
                         StateType window) {
  AttentionSizes sizes;
  sizes.heads = op.getHeads();
  sizes.channels = window.getRow().getShape().back();
  sizes.window = window.getRows();
  sizes.windowRow = window.getRow();
  if (StateType compressed = op.getCompressedAttr()
                                 ? cost.state(op.getCompressedAttr())
                                 : StateType()) {
    Value list = op.getSelection() ? op.getSelection() : op.getOutSelection();
    sizes.selected = cast<RankedTensorType>(list.getType()).getDimSize(1);
    sizes.ratio = op.getRatio();
    sizes.compressedRow = compressed.getRow();
  }
  cost.add(sparseAttentionCost(cost.shape, sizes));
  cost.add(
      ropeCost(cost.rows, sizes.heads, sizes.channels, op.getRope().getDims()));
  if (RankedTensorType weight = cost.weight("wo_a.weight"))
    cost.add(groupedLinearCost(cost.rows, weight, op.getOutputGroups()));
  cost.linear("wo_b.weight");
}

OpCost CSA2AttentionOp::getCost(const CostShape &shape) {
  LayerCost cost(*this, shape);
  StateType window = cost.state(getWindowAttr());
  addQueries(*this, cost, window);
  if (getMode() == CSA2Mode::Full)
    addCompressor(*this, cost);
  if (getMode() == CSA2Mode::Full || getMode() == CSA2Mode::Reindex)
    addIndexer(*this, cost);
  addAttention(*this, cost, window);
  return cost.total;
}

//===----------------------------------------------------------------------===//
// Engram and experts
//===----------------------------------------------------------------------===//

OpCost EngramOp::getCost(const CostShape &shape) {
  LayerCost cost(*this, shape);
  auto streams = cast<RankedTensorType>(getStreams().getType());
  double columns = getPrimes().size();
  cost.add(compressTokensCost(cost.rows));
  cost.add(ngramHashCost(shape, getMultipliers().size() - 1, columns));
  if (RankedTensorType table = cost.weight("embed.weight"))
    cost.add(tableGatherCost(cost.rows, columns, table));
  cost.linear("wkv.weight");
  cost.add(
      engramGateCost(cost.rows, streams.getDimSize(1), streams.getDimSize(2)));
  return cost.total;
}

/// The three products of each chosen expert; the routing weight is applied
/// before the last.
static void addExperts(MoEOp op, LayerCost &cost) {
  RankedTensorType w1 = cost.weight("experts.w1.weight"),
                   w2 = cost.weight("experts.w2.weight"),
                   w3 = cost.weight("experts.w3.weight");
  if (!w1 || !w2 || !w3)
    return;
  double topk = op.getTopk(), inner = w1.getDimSize(1);
  MLIRContext *context = w1.getContext();
  cost.add(quantizeCost(cost.rows, aq8Type(context, {1, w1.getDimSize(2)})));
  cost.add(expertLinearCost(cost.rows, topk, w1, false));
  cost.add(expertLinearCost(cost.rows, topk, w3, false));
  cost.add(swigluCost(cost.rows, topk * inner, topk));
  cost.add(
      quantizeCost(cost.rows * topk, aq8Type(context, {1, w1.getDimSize(1)})));
  cost.add(expertLinearCost(cost.rows, topk, w2, true));
  cost.add(expertCombineCost(cost.rows, topk, w2.getDimSize(1)));
}

OpCost MoEOp::getCost(const CostShape &shape) {
  LayerCost cost(*this, shape);
  cost.linear("gate.weight", cost.rows, 4);
  if (RankedTensorType gate = cost.weight("gate.weight"))
    cost.add(routeCost(cost.rows, gate.getDimSize(0), getTopk()));
  addExperts(*this, cost);
  cost.linear("shared_experts.w1.weight");
  cost.linear("shared_experts.w3.weight");
  if (RankedTensorType w1 = cost.weight("shared_experts.w1.weight"))
    cost.add(swigluCost(cost.rows, w1.getDimSize(0), 0));
  cost.linear("shared_experts.w2.weight");
  return cost.total;
}
