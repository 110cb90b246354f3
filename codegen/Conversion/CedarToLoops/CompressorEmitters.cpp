//===- CompressorEmitters.cpp - the kernel of csa2_pool
//--------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 3.8: per channel bf16(sum_i softmax(scores)_i * values_i) over the rows
// of a group, one block per row; all sums ascend over the group's positions.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

namespace {

/// The pooling of one group, whose rows are gathered into scratch.
class GroupPool {
public:
  GroupPool(KernelBuilder &k, CSA2PoolOp op)
      : k(k), op(op), ratio(op.getRatio()),
        width(KernelBuilder::extent(k.argument(op.getValues()), 1)),
        values(k.scratch({ratio, width}, k.getF32Type())),
        scores(k.scratch({ratio, width}, k.getF32Type())) {}

  /// Copies the rows of the group that row `row` closes.
  void gather(Val row, Val position);
  /// 16 results from channel `c` on.
  Val pool(Val c);

private:
  /// to[i, :] = the row of position `position`, in flight or in `ring`.
  void gatherRow(Value rows, Value ring, Scratch to, Val i, Val isInFlight,
                 Val row, Val slot, Val position);
  /// Folds `next(i, carried)` over the rows of the group.
  Val fold(Val init, llvm::function_ref<Val(Val, Val)> next);

  KernelBuilder &k;
  CSA2PoolOp op;
  int64_t ratio, width;
  Scratch values, scores; ///< [ratio, width]
};

} // namespace

void GroupPool::gatherRow(Value rows, Value ring, Scratch to, Val i,
                          Val isInFlight, Val row, Val slot, Val position) {
  auto copy = [&](llvm::function_ref<Val(Val)> load) {
    k.loop(k.index(0), k.index(width), kLanes,
           [&](Val c) { k.store(load(c), to, {i, c}); });
    return SmallVector<Val>();
  };
  int64_t ringRows = k.extent(ring, 1);
  k.ifElse(
      isInFlight, {},
      [&] { return copy([&](Val c) { return k.loadVector(rows, {row, c}); }); },
      [&] {
        return copy([&](Val c) {
          return k.loadVector(ring, {slot, position % ringRows, c});
        });
      });
}

void GroupPool::gather(Val row, Val position) {
  Val s = toIndex(k.load(k.argument(op.getSequence()), {row}));
  Val length = toIndex(k.load(k.argument(op.getLength()), {s}));
  Val slot = toIndex(k.load(k.argument(op.getSlots()), {s}));
  k.loop(k.index(0), k.index(ratio), 1, [&](Val i) {
    Val back = k.index(ratio - 1) - i;
    Val earlier = position - back, isInFlight = earlier >= length;
    gatherRow(k.argument(op.getValues()), k.argument(op.getTailValues()),
              values, i, isInFlight, row - back, slot, earlier);
    gatherRow(k.argument(op.getScores()), k.argument(op.getTailScores()),
              scores, i, isInFlight, row - back, slot, earlier);
  });
}

Val GroupPool::fold(Val init, llvm::function_ref<Val(Val, Val)> next) {
  return k.loop(k.index(0), k.index(ratio), 1, {init}, {},
                [&](Val i, Vals carried) -> SmallVector<Val> {
                  return {next(i, carried[0])};
                })[0];
}

Val GroupPool::pool(Val c) {
  auto score = [&](Val i) { return k.loadVector(scores, {i, c}); };
  Val largest =
      fold(score(k.index(0)), [&](Val i, Val m) { return max(m, score(i)); });
  Val total = fold(k.f32x16(0), [&](Val i, Val sum) {
    return sum + exp(score(i) - largest);
  });
  return fold(k.f32x16(0), [&](Val i, Val sum) {
    Val weight = exp(score(i) - largest) / total;
    return sum + weight * k.loadVector(values, {i, c});
  });
}

static void emitCSA2Pool(KernelBuilder &k, CSA2PoolOp op) {
  Value values = k.argument(op.getValues());
  int64_t width = k.extent(values, 1), ratio = op.getRatio();
  k.grid({{values, 0}}, [&](Vals ids) {
    Val row = ids[0], zero = k.index(0);
    Tile &out = k.tile(0, {row, zero}, {k.index(1), k.index(width)});
    Val position = toIndex(k.load(k.argument(op.getPositions()), {row}));
    Val closes = equal((position + 1) % ratio, zero);
    GroupPool group(k, op);
    k.ifThen(closes, {}, [&] { group.gather(row, position); });
    k.loop(zero, k.index(width), kLanes, {&out}, [&](Val c) {
      Val result = k.ifElse(
          closes, {}, [&]() -> SmallVector<Val> { return {group.pool(c)}; },
          [&]() -> SmallVector<Val> { return {k.f32x16(0)}; })[0];
      k.store(toBF16(result), out, {zero, c});
    });
  });
}

void populateCompressorEmitters(EmitterRegistry &registry) {
  registry.add(emitCSA2Pool);
}

} // namespace cedar
