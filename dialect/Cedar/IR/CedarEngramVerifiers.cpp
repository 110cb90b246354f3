//===- CedarEngramVerifiers.cpp - hashed n-gram memory --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of the ops of CedarEngramOps.td (SPEC 3.12): m multipliers hash the
// orders 2 to m, each by the same number of heads, one prime a head.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/OpRules.h"
#include "dialect/Cedar/IR/SymbolRules.h"

#include <limits>

using namespace mlir;
using namespace cedar;

/// Rows of the table that the primes address.
static int64_t tableRows(ArrayRef<int64_t> primes) {
  int64_t sum = 0;
  for (int64_t prime : primes)
    sum += prime;
  return sum;
}

/// The hash is defined: orders and primes match, every row number is an i32.
static LogicalResult verifyHash(Operation *op, ArrayRef<int64_t> multipliers,
                                ArrayRef<int64_t> primes) {
  constexpr int64_t maxRow = std::numeric_limits<int32_t>::max();
  OpRules rules(op);
  rules.atLeast("multipliers.size", multipliers.size(), 2);
  if (failed(rules.result()))
    return failure();
  int64_t orders = multipliers.size() - 1;
  rules.that(!primes.empty() && primes.size() % orders == 0,
             "expected as many 'primes' for each of the " + Twine(orders) +
                 " orders, found " + Twine(primes.size()));
  for (int64_t multiplier : multipliers)
    rules.atLeast("multipliers", multiplier, 1);
  for (int64_t prime : primes)
    rules.atLeast("primes", prime, 2).atMost("primes", prime, maxRow);
  return rules
      .that(primes.size() > size_t(maxRow) || tableRows(primes) <= maxRow,
            "expected 'primes' with a sum of at most " + Twine(maxRow))
      .result();
}

LogicalResult EngramOp::verify() {
  NamedTensor streams("streams", getStreams()), length("length", getLength());
  if (failed(OpRules(*this)
                 .rows(streams, {{"tokens", getTokens()},
                                 {"kind", getKind()},
                                 {"positions", getPositions()},
                                 {"sequence", getSequence()}})
                 .rows(length, {{"slots", getSlots()}})
                 .sameShape({"result", getResult()}, streams)
                 .atLeast("padToken", getPadToken(), 0)
                 .positive("epsilon", getEpsilon())
                 .result()))
    return failure();
  return verifyHash(*this, getMultipliers(), getPrimes());
}

/// No product of a multiplier and a compressed id overflows.
static LogicalResult verifyProducts(EngramOp op, WeightOp map) {
  constexpr int64_t maxInt = std::numeric_limits<int64_t>::max();
  OpRules rules(op);
  for (int64_t multiplier : op.getMultipliers())
    rules.that(multiplier <= maxInt / std::max<int64_t>(map.getBound() - 1, 1),
               "expected 'multipliers' whose products with ids below " +
                   Twine(map.getBound()) + " fit 63 bits, found " +
                   Twine(multiplier));
  return rules.result();
}

LogicalResult EngramOp::verifySymbolUses(SymbolTableCollection &tables) {
  StateType context =
      findState(*this, tables, getContextAttr(), "engram_context");
  if (!context)
    return failure();
  NamedTensor streams("streams", getStreams());
  int64_t n = streams.dim(1), width = streams.dim(2);
  PathWeights weights(*this, tables);
  int64_t channels = weights.dim("embed.weight", 1);
  int64_t row = sizeProduct(channels, getPrimes().size());
  weights.shape("embed.weight", {tableRows(getPrimes()), channels})
      .shape("wkv.weight", {sizeProduct(sizeSum(n, 1), width), row})
      .shape("q_weight", {n, width})
      .shape("k_weight", {n, width});
  if (failed(weights.result()))
    return failure();
  WeightOp map =
      findWeight(*this, tables,
                 StringAttr::get((*this)->getContext(), "engram.token_map"));
  if (!map || failed(verifyProducts(*this, map)))
    return failure();
  return OpRules(*this)
      .atLeast("context.rows", context.getRows(), getMultipliers().size() - 1)
      .result();
}

LogicalResult CompressTokensOp::verify() {
  return OpRules(*this)
      .rows({"tokens", getTokens()},
            {{"kind", getKind()}, {"result", getResult()}})
      .result();
}

LogicalResult NgramHashOp::verify() {
  NamedTensor ids("ids", getIds()), result("result", getResult()),
      map("map", getMap());
  StateType context = getContext().getType();
  if (failed(verifyHash(*this, getMultipliers(), getPrimes())))
    return failure();
  return OpRules(*this)
      .rows(
          ids,
          {{"positions", getPositions()}, {"sequence", getSequence()}, result})
      .rows({"length", getLength()}, {{"slots", getSlots()}})
      .dim(result, 1, getPrimes().size())
      .kind("context", context, StateKind::Ring)
      .that(context.getRow().getElementType().isInteger(32) &&
                context.getRow().getNumElements() == 1,
            "expected rows of 'context' of one i32")
      .atLeast("context.rows", context.getRows(), getMultipliers().size() - 1)
      .atLeast("padToken", getPadToken(), 0)
      .that(ShapedType::isDynamic(map.dim(0)) || getPadToken() < map.dim(0),
            "expected 'padToken' below the " + Twine(map.dim(0)) +
                " tokens of 'map', found " + Twine(getPadToken()))
      .result();
}

LogicalResult TableGatherOp::verify() {
  NamedTensor rows("rows", getRows()), table("table", getTable()),
      result("result", getResult());
  return OpRules(*this)
      .rows(rows, {result})
      .format(table, "AQ8", isAQ8(table.type))
      .dim(result, 1, sizeProduct(rows.dim(1), table.dim(1)))
      .result();
}

LogicalResult EngramGateOp::verify() {
  NamedTensor streams("streams", getStreams()),
      keyValue("keyValue", getKeyValue());
  NamedTensor query("queryWeight", getQueryWeight()),
      key("keyWeight", getKeyWeight());
  int64_t n = streams.dim(1), width = streams.dim(2);
  return OpRules(*this)
      .rows(streams, {keyValue, {"kind", getKind()}})
      .dim(keyValue, 1, sizeProduct(sizeSum(n, 1), width))
      .dim(query, 0, n)
      .dim(query, 1, width)
      .sameShape(key, query)
      .sameShape({"result", getResult()}, streams)
      .positive("epsilon", getEpsilon())
      .result();
}
