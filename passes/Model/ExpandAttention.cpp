//===- ExpandAttention.cpp - CSA2 attention in primitives -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 3.7 (queries, window entries, output), 3.8 (compressor), 3.9 (indexer)
// and 3.11 (attention) for the four modes. States are read as they were before
// the call; only staged rows and entries beyond the committed length are
// written.
//
//===----------------------------------------------------------------------===//

#include "passes/Model/PrimitiveBuilder.h"

#include <cmath>

using namespace mlir;

namespace cedar {
namespace {

class AttentionExpander {
public:
  AttentionExpander(CSA2AttentionOp op, const SymbolTable &symbols)
      : op(op), p(op, symbols, op.getPositions()), b(p.b) {}

  Expansion run();

private:
  bool selects();
  Value ropeTable(int64_t offset);
  Value windowRows();
  void compress();
  Value pooled();
  void appendKeys(Value latent, Value table);
  CSA2SelectOp select();
  Value attend(Value kv, Value selection);
  Value project(Value heads);

  CSA2AttentionOp op;
  PrimitiveBuilder p;
  OpBuilder &b;
  Value input8; ///< the input, quantised
  Value query8; ///< the normalised low-rank query, quantised
  Value table;  ///< rotation at the rows' own positions
  Value keys;   ///< index keys of the group
};

} // namespace

bool AttentionExpander::selects() {
  return op.getMode() == CSA2Mode::Full || op.getMode() == CSA2Mode::Reindex;
}

Expansion AttentionExpander::run() {
  input8 = p.aq8(op.getInput());
  table = ropeTable(0);
  Value lowRank = p.rmsNorm(p.linear(input8, "wq_a.weight"), "q_norm.weight",
                            op.getEpsilonAttr());
  query8 = p.aq8(lowRank);
  Value kv = windowRows();
  if (op.getMode() == CSA2Mode::Full)
    compress();
  SmallVector<Value> published;
  if (selects()) {
    CSA2SelectOp selected = select();
    llvm::append_range(published, selected.getResults());
  }
  Value selection = published.empty() ? op.getSelection() : published.front();
  Expansion results = {project(attend(kv, selection))};
  llvm::append_range(results, published);
  return results;
}

/// cos and sin at the rows' positions plus `offset`.
Value AttentionExpander::ropeTable(int64_t offset) {
  int64_t pairs = op.getRope().getFrequencies().size();
  return RopeTableOp::create(b, p.loc, p.rows({2, pairs}, b.getF32Type()),
                             op.getPositions(), op.getRopeAttr(),
                             b.getI64IntegerAttr(offset));
}

/// The rows' window entries, staged for the commit (SPEC 3.7.3).
Value AttentionExpander::windowRows() {
  Value kv = p.rmsNorm(p.linear(input8, "wkv.weight"), "kv_norm.weight",
                       op.getEpsilonAttr());
  kv = p.aq8(p.rope(kv, table));
  p.stage(kv, p.state(op.getWindowAttr()));
  return kv;
}

/// Appends this call's compressed entries and index keys (SPEC 3.8, 3.9.1). The
/// key is taken from the latent before its rotation.
void AttentionExpander::compress() {
  bool pools = op.getRatio() > 1;
  Value latent =
      pools ? pooled() : p.linear(op.getInput(), "compressor.wkv.weight");
  latent = p.rmsNorm(latent, "compressor.norm.weight", op.getEpsilonAttr());
  Value groupTable = pools ? ropeTable(1 - int64_t(op.getRatio())) : table;
  appendKeys(latent, groupTable);
  Value entry = p.nvfp4(p.rope(latent, groupTable));
  StateAppendOp::create(b, p.loc, entry, op.getPositions(), op.getSequence(),
                        op.getPages(), p.state(op.getCompressedAttr()));
}

/// Values and scores of every row, pooled where a group closes.
Value AttentionExpander::pooled() {
  Value values = p.linearF32(op.getInput(), "compressor.wkv.weight");
  Value scores = p.linearF32(op.getInput(), "compressor.wgate.weight");
  Value tailValues = p.state(op.getTailValuesAttr());
  Value tailScores = p.state(op.getTailScoresAttr());
  auto shape = cast<RankedTensorType>(values.getType()).getShape();
  Value pooled = CSA2PoolOp::create(
      b, p.loc, p.rows(shape.drop_front(), b.getBF16Type()), values, scores,
      op.getPositions(), op.getSequence(), op.getLength(), op.getSlots(),
      tailValues, tailScores, op.getRatioAttr());
  p.stage(values, tailValues);
  p.stage(scores, tailScores);
  return pooled;
}

void AttentionExpander::appendKeys(Value latent, Value groupTable) {
  Value key = p.rmsNorm(p.linear(latent, "indexer.wk.weight"),
                        "indexer.k_norm.weight", op.getEpsilonAttr());
  key = p.mxfp4(p.rope(key, groupTable));
  StateAppendOp::create(b, p.loc, key, op.getPositions(), op.getSequence(),
                        op.getPages(), p.state(op.getKeysAttr()));
}

/// Index queries and head weights, then scores, pool and top-k (SPEC 3.9.2-9).
CSA2SelectOp AttentionExpander::select() {
  int64_t heads = op.getIndexHeads();
  Value query = p.split(p.linear(query8, "indexer.wq_b.weight"), heads);
  int64_t channels = cast<RankedTensorType>(query.getType()).getDimSize(2);
  query = p.mxfp4(p.rope(query, table));
  Value weights = p.linear(op.getInput(), "indexer.weights_proj.weight");
  // The product in double, then one rounding: the factor is a float32.
  double scale =
      std::pow(double(channels), -0.5) * std::pow(double(heads), -0.5);
  auto picks = [&](int64_t width) { return p.rows({width}, b.getI32Type()); };
  bool publishesPool = op.getPoolBlocks() > 0;
  return CSA2SelectOp::create(
      b, p.loc, picks(op.getTopk()),
      publishesPool ? picks(op.getPoolBlocks()) : Type(), query, weights,
      op.getPositions(), op.getSequence(), op.getPages(),
      p.state(op.getKeysAttr()), op.getPool(), op.getTopkAttr(),
      b.getF32FloatAttr(float(scale)), op.getPoolBlocksAttr(),
      op.getPoolBlockSizeAttr());
}

/// Attention of all heads, rotated back (SPEC 3.7.2, 3.7.4, 3.11).
Value AttentionExpander::attend(Value kv, Value selection) {
  Value query = p.split(p.linear(query8, "wq_b.weight"), op.getHeads());
  query = p.rope(query, table);
  int64_t channels = cast<RankedTensorType>(query.getType()).getDimSize(2);
  bool reads = op.getMode() != CSA2Mode::Window;
  auto scale = b.getF32FloatAttr(float(std::pow(double(channels), -0.5)));
  Value heads = SparseAttentionOp::create(
      b, p.loc, query.getType(), query, kv, p.weight("attn_sink"),
      op.getPositions(), op.getSequence(), op.getLength(), op.getSlots(),
      p.state(op.getWindowAttr()), /*begin=*/Value(),
      reads ? selection : Value(), reads ? op.getPages() : Value(),
      reads ? p.state(op.getCompressedAttr()) : Value(), scale);
  return p.rope(heads, table, /*inverse=*/true);
}

/// The grouped low-rank output projection (SPEC 3.7.5).
Value AttentionExpander::project(Value heads) {
  Value matrix = p.weight("wo_a.weight");
  int64_t n = cast<RankedTensorType>(matrix.getType()).getDimSize(0);
  Value groups =
      GroupedLinearOp::create(b, p.loc, p.rows({n}, b.getBF16Type()),
                              p.join(heads), matrix, op.getOutputGroupsAttr());
  return p.linear(p.aq8(groups), "wo_b.weight");
}

Expansion expandAttention(CSA2AttentionOp op, const SymbolTable &symbols) {
  return AttentionExpander(op, symbols).run();
}

} // namespace cedar
