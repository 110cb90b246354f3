//===- ExpandEngram.cpp - the n-gram memory in primitives -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 3.12. The compressed ids of a call are equal for all Engram layers: they
// are staged once.
//
//===----------------------------------------------------------------------===//

#include "passes/Model/PrimitiveBuilder.h"

using namespace mlir;

namespace cedar {

Expansion expandEngram(EngramOp op, const SymbolTable &symbols,
                       bool stageContext) {
  PrimitiveBuilder p(op, symbols, op.getPositions());
  Value map = p.globalWeight("engram.token_map");
  Value context = p.state(op.getContextAttr());
  Value ids = CompressTokensOp::create(p.b, p.loc, op.getTokens().getType(),
                                       op.getTokens(), op.getKind(), map);
  int64_t columns = op.getPrimes().size();
  Value rows = NgramHashOp::create(
      p.b, p.loc, p.rows({columns}, p.b.getI32Type()), ids, op.getPositions(),
      op.getSequence(), op.getLength(), op.getSlots(), map, context,
      op.getMultipliersAttr(), op.getPrimesAttr(), op.getPadTokenAttr());
  p.tapInner(rows, "rows");
  if (stageContext)
    p.stage(p.column(ids), context);

  Value table = p.weight("embed.weight");
  int64_t width = cast<RankedTensorType>(table.getType()).getDimSize(1);
  Value gathered = TableGatherOp::create(
      p.b, p.loc, p.rows({columns * width}, p.b.getBF16Type()), rows, table);
  Value keyValue = p.linear(p.aq8(gathered), "wkv.weight");
  Value streams = EngramGateOp::create(
      p.b, p.loc, op.getType(), op.getStreams(), keyValue, p.weight("q_weight"),
      p.weight("k_weight"), op.getKind(), op.getEpsilonAttr());
  return {streams};
}

} // namespace cedar
