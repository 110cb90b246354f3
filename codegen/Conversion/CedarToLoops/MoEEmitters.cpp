//===- MoEEmitters.cpp - the kernels of route, swiglu and expert_combine ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mixture of experts around its products (SPEC 3.13). One block per row.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "codegen/Conversion/CedarToLoops/RowPieces.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

//===----------------------------------------------------------------------===//
// route
//===----------------------------------------------------------------------===//

namespace {

/// The routing of one row.
class Route {
public:
  Route(KernelBuilder &k, RouteOp op, Val row)
      : k(k), op(op), row(row), logits(k.argument(op.getLogits())),
        experts(k.extent(logits, 1)), topk(op.getTopk()),
        padded(llvm::divideCeilSigned(experts, kLanes) * kLanes),
        scores(k.scratch({padded}, k.getF32Type())),
        ranking(k.scratch({padded}, k.getF32Type())),
        isFree(k.scratch({padded}, k.getI8Type())) {}

  void score();
  void choose(Tile &ids, Tile &weights);

private:
  Val best();

  KernelBuilder &k;
  RouteOp op;
  Val row;
  Value logits;
  int64_t experts, topk, padded;
  Scratch scores;  ///< sqrt(softplus(logit))
  Scratch ranking; ///< score + bias; NaN counts as minus infinity
  Scratch isFree;  ///< not chosen yet
};

} // namespace

/// sqrt(softplus(z)).
static Val squareRootSoftplus(Val z) {
  Val isLarge = z > constantLike(z, 20);
  return sqrt(select(isLarge, z, log1p(exp(z))));
}

void Route::score() {
  Value bias = k.argument(op.getBias()), biasVl = k.argument(op.getBiasVl());
  Val kind = k.load(k.argument(op.getKind()), {row});
  Val isImage = notEqual(kind, constantLike(kind, 0));
  k.loop(k.index(0), k.index(experts), kLanes, [&](Val e) {
    Val z = k.loadVector(logits, {row, e}) /
            op.getGateTemperature().convertToDouble();
    Val score = squareRootSoftplus(z);
    Val added =
        select(isImage, k.loadVector(biasVl, {e}), k.loadVector(bias, {e}));
    Val biased = score + added;
    Val lowest = constantLike(biased, -std::numeric_limits<double>::infinity());
    k.store(score, scores, {e});
    k.store(select(equal(biased, biased), biased, lowest), ranking, {e});
    k.store(splat(k.i8(1)), isFree, {e});
  });
}

/// The free expert with the largest ranking, the smallest of equals. One is
/// free.
Val Route::best() {
  Val none = k.i32(-1);
  return k.loop(k.index(0), k.index(experts), 1, {none, k.f32(0)}, {},
                [&](Val e, Vals carried) -> SmallVector<Val> {
                  Val value = k.load(ranking, {e}), free = k.load(isFree, {e});
                  Val wins = (carried[0] < k.i32(0)) | (value > carried[1]);
                  wins = wins & notEqual(free, constantLike(free, 0));
                  return {select(wins, toInt(e, 32), carried[0]),
                          select(wins, value, carried[1])};
                })[0];
}

void Route::choose(Tile &ids, Tile &weights) {
  bool normalize = op.getNormalize() && topk > 1;
  Val zero = k.index(0);
  SmallVector<Val> chosen;
  for (int64_t i = 0; i < topk; ++i) {
    Val expert = best();
    k.store(expert, ids, {zero, k.index(i)});
    Val score = k.load(scores, {toIndex(expert)});
    k.store(k.i8(0), isFree, {toIndex(expert)});
    chosen.push_back(score);
  }
  Val sum = chosen.front();
  for (Val score : ArrayRef(chosen).drop_front())
    sum = sum + score;
  for (auto [i, score] : llvm::enumerate(chosen)) {
    Val share = normalize ? score / (sum + 1e-20) : score;
    k.store(share * op.getRouteScale().convertToDouble(), weights,
            {zero, k.index(i)});
  }
}

static void emitRoute(KernelBuilder &k, RouteOp op) {
  k.grid({{k.argument(op.getLogits()), 0}}, [&](Vals ids) {
    Val zero = k.index(0), one = k.index(1), topk = k.index(op.getTopk());
    Tile &experts = k.tile(0, {ids[0], zero}, {one, topk});
    Tile &weights = k.tile(1, {ids[0], zero}, {one, topk});
    Route route(k, op, ids[0]);
    route.score();
    route.choose(experts, weights);
  });
}

//===----------------------------------------------------------------------===//
// swiglu
//===----------------------------------------------------------------------===//

static Val clampAbove(Val v, double limit) {
  return min(v, constantLike(v, limit));
}

/// silu(min(g, limit)) * clamp(u, -limit, limit).
static Val gatedHidden(Val g, Val u, double limit) {
  if (limit > 0) {
    g = clampAbove(g, limit);
    u = clampAbove(max(u, constantLike(u, -limit)), limit);
  }
  return g / (exp(-g) + 1.0) * u;
}

static void emitSwiglu(KernelBuilder &k, SwigluOp op) {
  Value gate = k.argument(op.getGate()), up = k.argument(op.getUp());
  double limit = op.getLimit().convertToDouble();
  auto type = cast<RankedTensorType>(op.getResult().getType());
  k.rowGrid(gate, rowWidth(type), [&](Vals row, Vals inTile, Tile &out) {
    Val weight;
    if (op.getWeight())
      weight = k.load(k.argument(op.getWeight()), row);
    auto load = [&](Val c) {
      Val hidden = gatedHidden(toF32(k.loadVector(gate, at(row, c))),
                               toF32(k.loadVector(up, at(row, c))), limit);
      return toBF16(op.getWeight() ? weight * hidden : hidden);
    };
    giveRow(k, type, load, out, inTile);
  });
}

//===----------------------------------------------------------------------===//
// expert_combine
//===----------------------------------------------------------------------===//

/// The row's choices by ascending expert.
static SmallVector<Val> ascendingChoices(KernelBuilder &k, Value experts,
                                         Val row) {
  int64_t topk = k.extent(experts, 1);
  Scratch order = k.scratch({topk}, k.getIndexType());
  SmallVector<Val> ids;
  for (int64_t i = 0; i < topk; ++i)
    ids.push_back(k.load(experts, {row, k.index(i)}));
  for (int64_t i = 0; i < topk; ++i) {
    Val rank = k.index(0);
    for (int64_t j = 0; j < topk; ++j) {
      Val isBefore = j < i ? ids[j] <= ids[i] : ids[j] < ids[i];
      rank = rank + toIndex(toInt(isBefore, 32));
    }
    k.store(k.index(i), order, {rank});
  }
  SmallVector<Val> choices;
  for (int64_t i = 0; i < topk; ++i)
    choices.push_back(k.load(order, {k.index(i)}));
  return choices;
}

static void emitExpertCombine(KernelBuilder &k, ExpertCombineOp op) {
  Value outputs = k.argument(op.getOutputs()),
        shared = k.argument(op.getShared());
  int64_t width = k.extent(shared, 1);
  k.rowGrid(shared, width, [&](Vals row, Vals inTile, Tile &out) {
    auto choices = ascendingChoices(k, k.argument(op.getExperts()), row[0]);
    k.loop(k.index(0), k.index(width), kLanes, {&out}, [&](Val c) {
      Val sum = k.f32x16(0);
      for (Val choice : choices)
        sum = sum + toF32(k.loadVector(outputs, {row[0], choice, c}));
      sum = sum + toF32(k.loadVector(shared, {row[0], c}));
      k.store(toBF16(sum), out, at(inTile, c));
    });
  });
}

void populateMoEEmitters(EmitterRegistry &registry) {
  registry.add(emitRoute);
  registry.add(emitSwiglu);
  registry.add(emitExpertCombine);
}

} // namespace cedar
