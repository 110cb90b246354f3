//===- SelectEmitters.cpp - the kernel of csa2_select
//----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index scores, top-k and candidate pool of one row (SPEC 3.9), one block per
// row. Entries pass in tiles of 16, so the scratch does not grow with the
// context:
//
//     d_h = bf16(sum over channels of q_h * key)       16 partial sums, lane
//     tree e_h = bf16(relu(d_h) * w_h) S = bf16(sum over h of e_h) ascending
//     heads
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Codes.h"
#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "codegen/Conversion/CedarToLoops/TopK.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

namespace {

/// Entries of a tile: one vector of scores.
constexpr int64_t kEntries = kLanes;

/// The scores of one row against a tile of entries.
class IndexScores {
public:
  /// Reads the query and the head weights of row `row`.
  IndexScores(KernelBuilder &k, CSA2SelectOp op, Val row);

  /// Decodes the key of entry `entry` as the `j`-th of the tile.
  void loadKey(Val j, Val entry);
  /// The 16 scores, bf16.
  Val scores();

private:
  void loadQuery(Val row);
  void loadWeights(Val row);
  void multiplyTile(Val head, Val entry);

  KernelBuilder &k;
  CSA2SelectOp op;
  int64_t heads, channels;
  Val sequence;
  Scratch query;   ///< f32 [even number of heads, channels]
  Scratch weights; ///< f32 [heads]
  Scratch keys;    ///< f32 [kEntries, channels]
  Scratch dots;    ///< f32 [even number of heads, kEntries]
};

/// The candidate pool: the best blocks by the best score of their entries.
class BlockPool {
public:
  BlockPool(KernelBuilder &k, CSA2SelectOp op);

  /// Takes the next visible entry; `newest` is the last one.
  void push(Val key, Val position, Val newest);
  void makeRoom() { blocks.makeRoom(); }
  void write(Tile &out) { blocks.write(out); }

private:
  KernelBuilder &k;
  int64_t blockSize;
  TopK blocks;
  Scratch best; ///< i32 [1], largest key of the open block
};

/// The selection of one row.
class RowSelection {
public:
  RowSelection(KernelBuilder &k, CSA2SelectOp op, Val row);

  /// Offers all visible entries, or those in the blocks of the pool.
  void scan();
  void write(Tile &selection, Tile *outPool);

private:
  Val candidateCount();
  Val candidate(Val i);
  void loadTile(Val begin, Val count);
  void offerTile();
  void offerBlocks();

  KernelBuilder &k;
  CSA2SelectOp op;
  Val row, visible;
  IndexScores index;
  TopK best;
  std::optional<BlockPool> pool;
  Scratch positions; ///< i32 [kEntries], -1 = not a candidate
  Scratch keys;      ///< i32 [kEntries]
};

} // namespace

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

IndexScores::IndexScores(KernelBuilder &k, CSA2SelectOp op, Val row)
    : k(k), op(op) {
  auto type = cast<RankedTensorType>(op.getQuery().getType());
  heads = type.getDimSize(1);
  channels = type.getDimSize(2);
  int64_t evenHeads = llvm::alignTo(heads, 2);
  query = k.scratch({evenHeads, channels}, k.getF32Type());
  weights = k.scratch({heads}, k.getF32Type());
  keys = k.scratch({kEntries, channels}, k.getF32Type());
  dots = k.scratch({evenHeads, kEntries}, k.getF32Type());
  sequence = toIndex(k.load(k.argument(op.getSequence()), {row}));
  loadQuery(row);
  loadWeights(row);
}

/// An odd last head is repeated, so that heads can be taken in pairs.
void IndexScores::loadQuery(Val row) {
  Value source = k.argument(op.getQuery());
  auto type = cast<RankedTensorType>(op.getQuery().getType());
  k.loop(k.index(0), k.index(llvm::alignTo(heads, 2)), 1, [&](Val h) {
    Val head = min(h, k.index(heads - 1));
    k.loop(k.index(0), k.index(channels), kLanes, [&](Val c) {
      k.store(loadPacked(k, source, {row, head}, type, c), query, {h, c});
    });
  });
}

void IndexScores::loadWeights(Val row) {
  Value source = k.argument(op.getHeadWeights());
  double scale = op.getWeightScale().convertToDouble();
  k.loop(k.index(0), k.index(heads), 1, [&](Val h) {
    k.store(roundBF16(toF32(k.load(source, {row, h})) * scale), weights, {h});
  });
}

void IndexScores::loadKey(Val j, Val entry) {
  StateType state = op.getKeys().getType();
  int64_t pageRows = state.getRows();
  Val page =
      toIndex(k.load(k.argument(op.getPages()), {sequence, entry / pageRows}));
  Val slot = entry % pageRows;
  k.loop(k.index(0), k.index(channels), kLanes, [&](Val c) {
    Val values = loadPacked(k, k.argument(op.getKeys()), {page, slot},
                            state.getRow(), c);
    k.store(values, keys, {j, c});
  });
}

/// Two heads by two entries.
void IndexScores::multiplyTile(Val head, Val entry) {
  SmallVector<Val> zeros(4, k.f32x16(0));
  auto sums =
      k.loop(k.index(0), k.index(channels), kLanes, zeros, {},
             [&](Val c, Vals sum) -> SmallVector<Val> {
               Val q[2], key[2];
               for (int64_t i = 0; i < 2; ++i) {
                 q[i] = k.loadVector(query, {head + double(i), c});
                 key[i] = k.loadVector(keys, {entry + double(i), c});
               }
               return {fma(q[0], key[0], sum[0]), fma(q[0], key[1], sum[1]),
                       fma(q[1], key[0], sum[2]), fma(q[1], key[1], sum[3])};
             });
  for (int64_t i = 0; i < 4; ++i) {
    int64_t down = i / 2, right = i % 2;
    k.store(sumLanes(sums[i]), dots,
            {head + double(down), entry + double(right)});
  }
}

Val IndexScores::scores() {
  Val zero = k.index(0);
  k.loop(zero, k.index(heads), 2, [&](Val head) {
    k.loop(zero, k.index(kEntries), 2,
           [&](Val entry) { multiplyTile(head, entry); });
  });
  Val sum = k.loop(zero, k.index(heads), 1, {k.f32x16(0)}, {},
                   [&](Val h, Vals carried) -> SmallVector<Val> {
                     Val d = roundBF16(k.loadVector(dots, {h, zero}));
                     Val relu = max(d, k.f32x16(0));
                     Val e = roundBF16(relu * k.load(weights, {h}));
                     return {carried[0] + e};
                   })[0];
  return toBF16(sum);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

BlockPool::BlockPool(KernelBuilder &k, CSA2SelectOp op)
    : k(k), blockSize(op.getPoolBlockSize()), blocks(k, op.getPoolBlocks()),
      best(k.scratch({1}, k.getI32Type())) {
  k.store(k.i32(kNoKey), best, {k.index(0)});
}

/// A block is complete at its last entry or at the newest one; that block is
/// kept whatever its score, others only if some score is above minus infinity.
void BlockPool::push(Val key, Val position, Val newest) {
  Val zero = k.index(0), entry = toIndex(position);
  Val largest = max(k.load(best, {zero}), key);
  k.store(largest, best, {zero});
  Val isNewest = equal(entry, newest);
  Val isLast = equal((entry + 1) % blockSize, zero) | isNewest;
  k.ifThen(isLast, {}, [&] {
    Val isPossible = largest > k.i32(kLowestKey);
    Val blockKey = select(isPossible, largest, k.i32(kNoKey));
    blockKey = select(isNewest, k.i32(kForcedKey), blockKey);
    blocks.push(blockKey, toInt(entry / blockSize, 32));
    k.store(k.i32(kNoKey), best, {zero});
  });
}

//===----------------------------------------------------------------------===//
// The row
//===----------------------------------------------------------------------===//

RowSelection::RowSelection(KernelBuilder &k, CSA2SelectOp op, Val row)
    : k(k), op(op), row(row), index(k, op, row), best(k, op.getTopk()),
      positions(k.scratch({kEntries}, k.getI32Type())),
      keys(k.scratch({kEntries}, k.getI32Type())) {
  Val position = toIndex(k.load(k.argument(op.getPositions()), {row}));
  visible = (position + 1) / op.getKeys().getType().getRatio();
  if (op.getOutPool())
    pool.emplace(k, op);
}

/// Number of candidates: all visible entries, or the places in the pool's
/// blocks, which are listed before the -1s.
Val RowSelection::candidateCount() {
  if (!op.getPool())
    return visible;
  Value blocks = k.argument(op.getPool());
  Val last = k.dim(blocks, 1);
  Val listed = k.whileLoop(
      {k.index(0)},
      [&](Vals v) {
        // The load must stay inside the row at its end.
        Val isInside = v[0] < last;
        Val i = select(isInside, v[0], k.index(0));
        return isInside & (k.load(blocks, {row, i}) >= k.i32(0));
      },
      [&](Vals v) -> SmallVector<Val> { return {v[0] + 1}; })[0];
  return select(visible > k.index(0), listed * op.getPoolBlockSize(),
                k.index(0));
}

/// The entry of candidate `i`, which may be beyond the visible ones.
Val RowSelection::candidate(Val i) {
  if (!op.getPool())
    return i;
  int64_t blockSize = op.getPoolBlockSize();
  Val block = toIndex(k.load(k.argument(op.getPool()), {row, i / blockSize}));
  return block * blockSize + i % blockSize;
}

/// Past the end the last candidate is decoded again; its score is not used.
void RowSelection::loadTile(Val begin, Val count) {
  k.loop(k.index(0), k.index(kEntries), 1, [&](Val j) {
    Val i = begin + j, isListed = i < count;
    Val entry = candidate(select(isListed, i, count - 1));
    Val isVisible = entry < visible;
    Val position = select(isListed & isVisible, toInt(entry, 32), k.i32(-1));
    k.store(position, positions, {j});
    index.loadKey(j, select(isVisible, entry, visible - 1));
  });
}

void RowSelection::offerTile() {
  Val zero = k.index(0);
  Val isCandidate = k.loadVector(positions, {zero}) >= splat(k.i32(0));
  Val tileKeys = select(isCandidate, scoreKey(index.scores()), k.i32(kNoKey));
  k.store(tileKeys, keys, {zero});
  k.ifThen(best.canWin(maxLanes(tileKeys)), {}, [&] {
    k.loop(zero, k.index(kEntries), 1, [&](Val j) {
      best.push(k.load(keys, {j}), k.load(positions, {j}));
    });
    best.makeRoom();
  });
}

void RowSelection::offerBlocks() {
  k.loop(k.index(0), k.index(kEntries), 1, [&](Val j) {
    Val position = k.load(positions, {j});
    k.ifThen(position >= k.i32(0), {},
             [&] { pool->push(k.load(keys, {j}), position, visible - 1); });
  });
  pool->makeRoom();
}

void RowSelection::scan() {
  Val count = candidateCount();
  k.loop(k.index(0), count, kEntries, [&](Val begin) {
    loadTile(begin, count);
    offerTile();
    if (pool)
      offerBlocks();
  });
}

void RowSelection::write(Tile &selection, Tile *outPool) {
  best.write(selection);
  if (pool)
    pool->write(*outPool);
}

static void emitCSA2Select(KernelBuilder &k, CSA2SelectOp op) {
  k.grid({{k.argument(op.getQuery()), 0}}, [&](Vals ids) {
    Val row = ids[0], zero = k.index(0), one = k.index(1);
    Tile &selection = k.tile(0, {row, zero}, {one, k.index(op.getTopk())});
    Tile *outPool = nullptr;
    if (op.getOutPool())
      outPool = &k.tile(1, {row, zero}, {one, k.index(op.getPoolBlocks())});
    RowSelection rowSelection(k, op, row);
    rowSelection.scan();
    rowSelection.write(selection, outPool);
  });
}

void populateSelectEmitters(EmitterRegistry &registry) {
  registry.add(emitCSA2Select);
}

} // namespace cedar
