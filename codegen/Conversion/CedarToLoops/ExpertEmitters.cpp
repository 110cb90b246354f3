//===- ExpertEmitters.cpp - the kernel of expert_linear ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every (row, choice) entry meets the weight of the expert it chose
// (SPEC 3.13). The grid is over column tiles only: a block sorts the entries by
// expert and runs each expert's entries in batches, so that a weight is read
// and converted once for all of them, and weights that nobody chose are not
// touched. Long calls are sorted in parts, since scratch is static; results do
// not depend on the batches.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Codes.h"
#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "codegen/Conversion/CedarToLoops/MatmulBlock.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

namespace {

/// One column tile.
class ExpertBlock {
public:
  ExpertBlock(KernelBuilder &k, ExpertLinearOp op, Val tileId);

  void run();

private:
  /// Entries sorted at once.
  static constexpr int64_t kEntries = 8192;

  Val expertOf(Val entry);
  void sortEntries(Val count);
  void runExpert(Val expert, Val begin, Val end);
  SmallVector<Val> loadX(Val entry, Val column, int64_t count);
  void storeBatch(Val begin, Val rows);

  KernelBuilder &k;
  ExpertLinearOp op;
  Value x, experts;
  int64_t outputs, topk, expertCount, columns;
  Val firstColumn;
  Val firstRow; ///< of the part being sorted
  MatmulBlock block;
  Scratch order; ///< entries of the part by expert
  Scratch ends;  ///< end of each expert's entries in `order`
  Tile &out;
};

} // namespace

ExpertBlock::ExpertBlock(KernelBuilder &k, ExpertLinearOp op, Val tileId)
    : k(k), op(op), x(k.argument(op.getInput())),
      experts(k.argument(op.getExperts())),
      outputs(op.getWeight().getType().getDimSize(1)),
      topk(k.extent(experts, 1)),
      expertCount(op.getWeight().getType().getDimSize(0)),
      columns(MatmulBlock::columnTile(outputs)), firstColumn(tileId * columns),
      block(k, columns, op.getWeight().getType().getDimSize(2),
            codeFactor(op.getInput().getType()) *
                codeFactor(op.getWeight().getType())),
      order(k.scratch({kEntries}, k.getI32Type())),
      ends(k.scratch({expertCount + 1}, k.getI32Type())),
      out(k.tile(0, {k.index(0), k.index(0), firstColumn},
                 {k.dim(experts, 0), k.index(topk),
                  min(k.index(columns), k.index(outputs) - firstColumn)})) {}

void ExpertBlock::run() {
  int64_t rowsAtOnce = std::max<int64_t>(kEntries / topk, 1);
  Val total = k.dim(experts, 0);
  k.loop(k.index(0), total, rowsAtOnce, {&out}, [&](Val first) {
    firstRow = first;
    sortEntries(min(k.index(rowsAtOnce), total - first) * topk);
    k.loop(k.index(0), k.index(expertCount), 1, {k.index(0)}, {&out},
           [&](Val expert, Vals begin) -> SmallVector<Val> {
             Val end = toIndex(k.load(ends, {expert}));
             runExpert(expert, begin[0], end);
             return {end};
           });
  });
}

Val ExpertBlock::expertOf(Val entry) {
  return toIndex(k.load(experts, {firstRow + entry / topk, entry % topk}));
}

/// Counting sort of the first `count` entries of the part.
void ExpertBlock::sortEntries(Val count) {
  Val zero = k.index(0), one = k.i32(1);
  k.loop(zero, k.index(expertCount + 1), 1,
         [&](Val e) { k.store(k.i32(0), ends, {e}); });
  k.loop(zero, count, 1, [&](Val entry) {
    Val next = expertOf(entry) + 1;
    k.store(k.load(ends, {next}) + one, ends, {next});
  });
  k.loop(zero, k.index(expertCount), 1, [&](Val e) {
    k.store(k.load(ends, {e + 1}) + k.load(ends, {e}), ends, {e + 1});
  });
  // ends[e] is now where the entries of e begin, and becomes where they end.
  k.loop(zero, count, 1, [&](Val entry) {
    Val expert = expertOf(entry), place = k.load(ends, {expert});
    k.store(toInt(entry, 32), order, {toIndex(place)});
    k.store(place + one, ends, {expert});
  });
}

SmallVector<Val> ExpertBlock::loadX(Val entry, Val column, int64_t count) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  SmallVector<Val> row{firstRow + entry / topk};
  if (type.getRank() == 3)
    row.push_back(entry % topk);
  return loadPackedGroup(k, x, row, type, column, count);
}

/// Entries [begin, end) of `order` with the weight of `expert`.
void ExpertBlock::runExpert(Val expert, Val begin, Val end) {
  constexpr int64_t rowTile = MatmulBlock::kRowTile;
  k.loop(begin, end, rowTile, {&out}, [&](Val first) {
    Val rows = min(k.index(rowTile), end - first);
    SmallVector<Value> weight;
    for (Value table : k.parts(op.getWeight()))
      weight.push_back(k.load(table, {expert}));
    block.run(
        rows,
        [&](Val m, Val c, int64_t count) {
          return loadX(toIndex(k.load(order, {first + m})), c, count);
        },
        [&](Val n, Val c, int64_t count) {
          // Columns past the end repeat the last one; they are not stored.
          Val row = min(firstColumn + n, k.index(outputs - 1));
          return loadWeightGroup(k, weight, op.getWeight().getType(), row, c,
                                 count);
        });
    storeBatch(first, rows);
  });
}

void ExpertBlock::storeBatch(Val begin, Val rows) {
  k.loop(k.index(0), rows, 1, {&out}, [&](Val m) {
    Val entry = toIndex(k.load(order, {begin + m}));
    k.loop(k.index(0), k.index(columns), kLanes, {&out}, [&](Val n) {
      Val values = toBF16(block.result(m, n));
      k.store(values, out, {firstRow + entry / topk, entry % topk, n});
    });
  });
}

static void emitExpertLinear(KernelBuilder &k, ExpertLinearOp op) {
  int64_t outputs = op.getWeight().getType().getDimSize(1);
  int64_t tiles =
      llvm::divideCeilSigned(outputs, MatmulBlock::columnTile(outputs));
  k.grid({{{}, 0, tiles}}, [&](Vals ids) { ExpertBlock(k, op, ids[0]).run(); });
}

void populateExpertEmitters(EmitterRegistry &registry) {
  registry.add(emitExpertLinear);
}

} // namespace cedar
