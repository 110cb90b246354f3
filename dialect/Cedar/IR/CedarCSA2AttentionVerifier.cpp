//===- CedarCSA2AttentionVerifier.cpp - the attention of a layer ----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each mode of `cedar.csa2_attention` needs, publishes and must not have
// (SPEC 3.7-3.11), and the weights and states it refers to.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/OpRules.h"
#include "dialect/Cedar/IR/SymbolRules.h"

using namespace mlir;
using namespace cedar;

static bool selects(CSA2AttentionOp op) {
  return op.getMode() == CSA2Mode::Full || op.getMode() == CSA2Mode::Reindex;
}

/// Whether the layer closes groups of several tokens.
static bool hasTails(CSA2AttentionOp op) {
  return op.getMode() == CSA2Mode::Full && op.getRatio() > 1;
}

/// "expected 'x' in mode full of ratio 2" or "expected no 'x' in ...".
static void requirePresence(OpRules &rules, CSA2AttentionOp op, StringRef name,
                            bool present, bool wanted) {
  rules.that(present == wanted, Twine("expected ") + (wanted ? "" : "no ") +
                                    "'" + name + "' in mode " +
                                    stringifyCSA2Mode(op.getMode()) +
                                    " with ratio " + Twine(op.getRatio()));
}

static LogicalResult verifyRows(CSA2AttentionOp op) {
  NamedTensor input("input", op.getInput());
  return OpRules(op)
      .rows(input,
            {{"positions", op.getPositions()}, {"sequence", op.getSequence()}})
      .rows({"length", op.getLength()},
            {{"slots", op.getSlots()}, {"pages", op.getPages()}})
      .sameShape({"result", op.getResult()}, input)
      .result();
}

static LogicalResult verifySizes(CSA2AttentionOp op) {
  OpRules rules(op);
  rules.atLeast("heads", op.getHeads(), 1)
      .atLeast("outputGroups", op.getOutputGroups(), 1)
      .that(op.getOutputGroups() < 1 ||
                op.getHeads() % op.getOutputGroups() == 0,
            "expected 'heads' in " + Twine(op.getOutputGroups()) +
                " output groups, found " + Twine(op.getHeads()))
      .positive("epsilon", op.getEpsilon());
  if (op.getMode() == CSA2Mode::Window)
    rules.that(op.getRatio() == 0, "expected 'ratio' 0 in mode window, found " +
                                       Twine(op.getRatio()));
  else
    rules.atLeast("ratio", op.getRatio(), 1);
  return rules.result();
}

/// Operands, results and symbols that go with the mode.
static LogicalResult verifyMode(CSA2AttentionOp op) {
  OpRules rules(op);
  auto require = [&](StringRef name, bool present, bool wanted) {
    requirePresence(rules, op, name, present, wanted);
  };
  require("compressed", bool(op.getCompressedAttr()),
          op.getMode() != CSA2Mode::Window);
  require("keys", bool(op.getKeysAttr()), selects(op));
  require("tailValues", bool(op.getTailValuesAttr()), hasTails(op));
  require("tailScores", bool(op.getTailScoresAttr()), hasTails(op));
  require("selection", bool(op.getSelection()),
          op.getMode() == CSA2Mode::Reuse);
  require("pool", bool(op.getPool()), op.getPool() && selects(op));
  require("outSelection", bool(op.getOutSelection()), selects(op));
  require("indexHeads", op.getIndexHeads() != 0, selects(op));
  require("topk", op.getTopk() != 0, selects(op));
  require("outPool", bool(op.getOutPool()),
          selects(op) && op.getPoolBlocks() > 0);
  require("poolBlocks", op.getPoolBlocks() != 0,
          selects(op) && op.getPoolBlocks() != 0);
  require("poolBlockSize", op.getPoolBlockSize() != 0,
          op.getPool() || op.getPoolBlocks() > 0);
  return rules.result();
}

static LogicalResult verifySelection(CSA2AttentionOp op) {
  NamedTensor input("input", op.getInput());
  OpRules rules(op);
  rules.atLeast("indexHeads", op.getIndexHeads(), 0)
      .atLeast("topk", op.getTopk(), 0)
      .atLeast("poolBlocks", op.getPoolBlocks(), 0)
      .atLeast("poolBlockSize", op.getPoolBlockSize(), 0);
  if (op.getSelection())
    rules.rows(input, {{"selection", op.getSelection()}});
  if (op.getPool())
    rules.rows(input, {{"pool", op.getPool()}});
  if (op.getOutSelection()) {
    NamedTensor list("outSelection", op.getOutSelection());
    rules.rows(input, {list}).dim(list, 1, op.getTopk());
  }
  if (op.getOutPool()) {
    NamedTensor list("outPool", op.getOutPool());
    rules.rows(input, {list}).dim(list, 1, op.getPoolBlocks());
  }
  return rules.result();
}

LogicalResult CSA2AttentionOp::verify() {
  if (failed(verifyRows(*this)) || failed(verifySizes(*this)) ||
      failed(verifySelection(*this)))
    return failure();
  return verifyMode(*this);
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static int64_t rowWidth(StateType state) {
  return state.getRow().getShape().back();
}

/// The compressed entries and index keys of the layer's group.
static LogicalResult verifyPaged(CSA2AttentionOp op, FlatSymbolRefAttr symbol,
                                 StringRef role, int64_t width,
                                 SymbolTableCollection &tables) {
  if (!symbol)
    return success();
  StateType state = findState(op, tables, symbol, role);
  if (!state)
    return failure();
  return OpRules(op)
      .that(state.getRatio() == op.getRatio(),
            "expected the state '" + symbol.getValue() + "' of ratio " +
                Twine(op.getRatio()) + ", found " + Twine(state.getRatio()))
      .that(sizesAgree(rowWidth(state), width),
            "expected rows of the state '" + symbol.getValue() + "' of " +
                Twine(width) + " channels, found " + Twine(rowWidth(state)))
      .result();
}

/// The rows of a group that is not complete.
static LogicalResult verifyTail(CSA2AttentionOp op, FlatSymbolRefAttr symbol,
                                StringRef role, int64_t width,
                                SymbolTableCollection &tables) {
  if (!symbol)
    return success();
  StateType state = findState(op, tables, symbol, role);
  if (!state)
    return failure();
  return OpRules(op)
      .that(state.getRows() >= op.getRatio() - 1,
            "expected the state '" + symbol.getValue() + "' to keep " +
                Twine(op.getRatio() - 1) + " rows or more, found " +
                Twine(state.getRows()))
      .that(rowWidth(state) == width,
            "expected rows of the state '" + symbol.getValue() + "' of " +
                Twine(width) + " values, found " + Twine(rowWidth(state)))
      .result();
}

/// Queries, window entries and output projection: every mode has them.
static void expectProjections(CSA2AttentionOp op, PathWeights &weights,
                              int64_t channels) {
  int64_t width = NamedTensor("input", op.getInput()).dim(1);
  int64_t queryRank = weights.dim("wq_a.weight", 0);
  int64_t outRank = weights.dim("wo_a.weight", 0);
  int64_t attended = sizeProduct(op.getHeads(), channels);
  weights.shape("wq_a.weight", {queryRank, width})
      .shape("q_norm.weight", {queryRank})
      .shape("wq_b.weight", {attended, queryRank})
      .shape("wkv.weight", {channels, width})
      .shape("kv_norm.weight", {channels})
      .shape("attn_sink", {op.getHeads()})
      .shape("wo_a.weight", {outRank, attended / op.getOutputGroups()})
      .shape("wo_b.weight", {width, outRank});
}

static void expectIndexer(CSA2AttentionOp op, PathWeights &weights,
                          int64_t keyChannels) {
  int64_t width = NamedTensor("input", op.getInput()).dim(1);
  weights
      .shape("indexer.wq_b.weight",
             {sizeProduct(op.getIndexHeads(), keyChannels),
              weights.dim("wq_a.weight", 0)})
      .shape("indexer.weights_proj.weight", {op.getIndexHeads(), width});
}

static void expectCompressor(CSA2AttentionOp op, PathWeights &weights,
                             int64_t channels, int64_t keyChannels) {
  int64_t width = NamedTensor("input", op.getInput()).dim(1);
  weights.shape("compressor.wkv.weight", {channels, width})
      .shape("compressor.norm.weight", {channels})
      .shape("indexer.wk.weight", {keyChannels, channels})
      .shape("indexer.k_norm.weight", {keyChannels});
  if (hasTails(op))
    weights.shape("compressor.wgate.weight", {channels, width});
}

static LogicalResult verifyWeights(CSA2AttentionOp op, int64_t channels,
                                   int64_t keyChannels,
                                   SymbolTableCollection &tables) {
  PathWeights weights(op, tables);
  expectProjections(op, weights, channels);
  if (selects(op))
    expectIndexer(op, weights, keyChannels);
  if (op.getMode() == CSA2Mode::Full)
    expectCompressor(op, weights, channels, keyChannels);
  return weights.result();
}

LogicalResult CSA2AttentionOp::verifySymbolUses(SymbolTableCollection &tables) {
  StateType window = findState(*this, tables, getWindowAttr(), "window");
  if (!window)
    return failure();
  int64_t channels = rowWidth(window), keyChannels = ShapedType::kDynamic;
  if (failed(verifyPaged(*this, getCompressedAttr(), "compressed_kv", channels,
                         tables)) ||
      failed(verifyPaged(*this, getKeysAttr(), "index_keys", keyChannels,
                         tables)) ||
      failed(verifyTail(*this, getTailValuesAttr(), "tail_values", channels,
                        tables)) ||
      failed(verifyTail(*this, getTailScoresAttr(), "tail_scores", channels,
                        tables)))
    return failure();
  if (getKeysAttr())
    keyChannels =
        rowWidth(findState(*this, tables, getKeysAttr(), "index_keys"));
  int64_t rotatable =
      getKeysAttr() ? std::min(channels, keyChannels) : channels;
  if (failed(OpRules(*this)
                 .atMost("rope.dims", getRope().getDims(), rotatable)
                 .result()))
    return failure();
  return verifyWeights(*this, channels, keyChannels, tables);
}
