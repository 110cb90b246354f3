//===- CedarCSA2Verifiers.cpp - primitives of sparse attention ------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of the primitives of CedarCSA2Ops.td. The layer op's is in
// CedarCSA2AttentionVerifier.cpp.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/OpRules.h"

using namespace mlir;
using namespace cedar;

LogicalResult CSA2PoolOp::verify() {
  NamedTensor values("values", getValues());
  auto row =
      RankedTensorType::get({values.dim(1)}, Float32Type::get(getContext()));
  StateType tailValues = getTailValues().getType();
  StateType tailScores = getTailScores().getType();
  return OpRules(*this)
      .rows(values,
            {{"positions", getPositions()}, {"sequence", getSequence()}})
      .rows({"length", getLength()}, {{"slots", getSlots()}})
      .sameShape({"scores", getScores()}, values)
      .sameShape({"result", getResult()}, values)
      .atLeast("ratio", getRatio(), 2)
      .kind("tailValues", tailValues, StateKind::Ring)
      .kind("tailScores", tailScores, StateKind::Ring)
      .row("tailValues", tailValues, row)
      .row("tailScores", tailScores, row)
      .atLeast("tailValues.rows", tailValues.getRows(), getRatio() - 1)
      .atLeast("tailScores.rows", tailScores.getRows(), getRatio() - 1)
      .result();
}

/// The candidate pool: kept blocks in, kept blocks out.
static LogicalResult verifyPool(CSA2SelectOp op) {
  bool publishes = op.getPoolBlocks() > 0;
  OpRules rules(op);
  rules.atLeast("poolBlocks", op.getPoolBlocks(), 0)
      .that(publishes == bool(op.getOutPool()),
            "expected a result 'outPool' exactly if 'poolBlocks' > 0, found "
            "'poolBlocks' " +
                Twine(op.getPoolBlocks()))
      .atLeast("poolBlockSize", op.getPoolBlockSize(),
               publishes || op.getPool() ? 1 : 0);
  NamedTensor query("query", op.getQuery());
  if (op.getPool())
    rules.rows(query, {{"pool", op.getPool()}});
  if (op.getOutPool()) {
    NamedTensor outPool("outPool", op.getOutPool());
    rules.rows(query, {outPool}).dim(outPool, 1, op.getPoolBlocks());
  }
  return rules.result();
}

LogicalResult CSA2SelectOp::verify() {
  NamedTensor query("query", getQuery()),
      heads("headWeights", getHeadWeights()),
      selection("selection", getSelection());
  StateType keys = getKeys().getType();
  OpRules rules(*this);
  rules.rank(query, 3).format(query, "MXFP4", isMXFP4(query.type));
  if (failed(rules.result()))
    return failure();
  rules
      .rows(query, {heads,
                    {"positions", getPositions()},
                    {"sequence", getSequence()},
                    selection})
      .dim(heads, 1, query.dim(1))
      .kind("keys", keys, StateKind::Paged)
      .row("keys", keys, mxfp4Type(getContext(), {query.dim(2)}))
      .atLeast("topk", getTopk(), 1)
      .dim(selection, 1, getTopk())
      .positive("weightScale", getWeightScale());
  return failed(rules.result()) ? failure() : verifyPool(*this);
}

/// The selected entries: list, page table and cache come together.
static LogicalResult verifySelected(SparseAttentionOp op) {
  Value selection = op.getSelection(), pages = op.getPages(),
        compressed = op.getCompressed();
  OpRules rules(op);
  rules.that(bool(selection) == bool(pages) &&
                 bool(selection) == bool(compressed),
             "expected 'selection', 'pages' and 'compressed' together");
  if (failed(rules.result()) || !selection)
    return rules.result();
  NamedTensor query("query", op.getQuery()), kv("kv", op.getKv());
  auto state = cast<StateType>(compressed.getType());
  return rules.rows(query, {{"selection", selection}})
      .rows({"length", op.getLength()}, {{"pages", pages}})
      .kind("compressed", state, StateKind::Paged)
      .row("compressed", state, nvfp4Type(op.getContext(), {kv.dim(1)}))
      .result();
}

LogicalResult SparseAttentionOp::verify() {
  NamedTensor query("query", getQuery()), kv("kv", getKv());
  StateType window = getWindow().getType();
  OpRules rules(*this);
  rules.format(kv, "AQ8", isAQ8(kv.type));
  if (failed(rules.result()))
    return failure();
  rules
      .rows(query,
            {kv, {"positions", getPositions()}, {"sequence", getSequence()}})
      .rows({"length", getLength()}, {{"slots", getSlots()}})
      .dim(kv, 1, query.dim(2))
      .dim({"sink", getSink()}, 0, query.dim(1))
      .kind("window", window, StateKind::Ring)
      .row("window", window, aq8Type(getContext(), {kv.dim(1)}))
      .sameShape({"result", getResult()}, query)
      .positive("scale", getScale());
  if (getBegin())
    rules.rows({"length", getLength()}, {{"begin", getBegin()}});
  return failed(rules.result()) ? failure() : verifySelected(*this);
}
