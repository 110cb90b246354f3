//===- AttentionEmitters.cpp - the kernel of sparse_attention
//--------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 3.11: one row and up to 16 heads per block of the grid. The slots of the
// row (W of the window, then K selected ones) pass in blocks of 64:
//
//     s_j = (sum over channels of q * key_j) * scale     16 partial sums, lane
//     tree m' = max(m, max_j s_j), p_j = exp(s_j - m') den = den * exp(m - m')
//     + sum_j p_j                16 partial sums, lane tree acc = acc * exp(m -
//     m') + sum_j bf16(p_j) * key_j  ascending slots
//
// A slot without an entry adds zeros, so skipping a block without entries
// changes no bit, nor does ending a block at the last slot.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Codes.h"
#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

namespace {

constexpr int64_t kSlots = 64;      // slots of a block
constexpr int64_t kGroupHeads = 16; // most heads that share the decoded entries
constexpr int64_t kPair = 2;        // heads, slots and vectors of an inner tile

/// Extents of one attention, all static.
struct Extents {
  explicit Extents(KernelBuilder &k, SparseAttentionOp op);

  int64_t heads, channels;
  int64_t window, selected; ///< slots W and K
  int64_t slots;            ///< slots of a block that can hold an entry
  int64_t groups;           ///< groups of heads
  int64_t groupHeads;       ///< heads of a group, an even number
};

/// Decodes the entries of one row, block of slots by block of slots.
class EntryBlock {
public:
  EntryBlock(KernelBuilder &k, SparseAttentionOp op, const Extents &extents,
             Val row);

  /// Decodes slots [first, first + 64) and returns the number of entries there.
  Val load(Val first);
  /// 16 channels of slot `j`; zeros without an entry.
  Val values(Val j, Val c) { return k.loadVector(entries, {j, c}); }
  /// 16 scores where there are entries, minus infinity elsewhere.
  Val masked(Val j, Val scores);

private:
  void loadWindowSlot(Val j, Val slot);
  void loadSelectedSlot(Val j, Val slot);
  /// Stores slot `j`: channels by `load` if `isValid`, else zeros.
  void storeSlot(Val j, Val isValid, llvm::function_ref<Val(Val c)> load);
  void storeEmpty(Val j);
  Val loadInFlight(Val position, Val c);
  Val loadRing(Val position, Val c);

  KernelBuilder &k;
  SparseAttentionOp op;
  const Extents &extents;
  Val row, position, sequence, length, ringSlot, windowBegin;
  Scratch entries; ///< f32 [slots, channels]
  Scratch valid;   ///< i32 [slots], 1 = there is an entry
};

/// The online softmax of a group of heads.
class HeadGroup {
public:
  HeadGroup(KernelBuilder &k, SparseAttentionOp op, const Extents &extents,
            EntryBlock &block, Val row, Val firstHead);

  /// Takes the entries of the current block.
  void accumulate();
  /// Stores head `h` of the group.
  void finish(Val h, Tile &out);

private:
  Val head(Val h) { return min(firstHead + h, k.index(extents.heads - 1)); }
  void scoreTile(Val h, Val j);
  void updateSoftmax(Val h);
  void sumTile(Val h, Val c);

  KernelBuilder &k;
  SparseAttentionOp op;
  const Extents &extents;
  EntryBlock &block;
  Val firstHead;
  Scratch query; ///< f32 [heads, channels]
  Scratch sums;  ///< f32 [heads, channels], numerators
  Scratch
      probabilities; ///< f32 [heads, slots]: scores, then bf16 probabilities
  Scratch softmax;   ///< f32 [heads, 3]: maximum, denominator, last factor
};

enum SoftmaxColumn { kMaximum, kDenominator, kFactor, kSoftmaxColumns };

} // namespace

Extents::Extents(KernelBuilder &k, SparseAttentionOp op) {
  Value query = k.argument(op.getQuery());
  heads = k.extent(query, 1);
  channels = k.extent(query, 2);
  window = op.getWindow().getType().getRows();
  selected = op.getSelection() ? k.extent(k.argument(op.getSelection()), 1) : 0;
  slots = std::min<int64_t>(kSlots, llvm::alignTo(window + selected, kLanes));
  groups = llvm::divideCeilSigned(heads, kGroupHeads);
  groupHeads = llvm::alignTo(llvm::divideCeilSigned(heads, groups), kPair);
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

EntryBlock::EntryBlock(KernelBuilder &k, SparseAttentionOp op,
                       const Extents &extents, Val row)
    : k(k), op(op), extents(extents), row(row),
      entries(k.scratch({extents.slots, extents.channels}, k.getF32Type())),
      valid(k.scratch({extents.slots}, k.getI32Type())) {
  position = toIndex(k.load(k.argument(op.getPositions()), {row}));
  sequence = toIndex(k.load(k.argument(op.getSequence()), {row}));
  length = toIndex(k.load(k.argument(op.getLength()), {sequence}));
  ringSlot = toIndex(k.load(k.argument(op.getSlots()), {sequence}));
  windowBegin = op.getBegin()
                    ? toIndex(k.load(k.argument(op.getBegin()), {sequence}))
                    : k.index(0);
}

void EntryBlock::storeSlot(Val j, Val isValid,
                           llvm::function_ref<Val(Val)> load) {
  auto loadValid = [&]() -> SmallVector<Val> {
    k.store(k.i32(1), valid, {j});
    k.loop(k.index(0), k.index(extents.channels), kLanes,
           [&](Val c) { k.store(load(c), entries, {j, c}); });
    return {};
  };
  auto loadEmpty = [&]() -> SmallVector<Val> {
    storeEmpty(j);
    return {};
  };
  k.ifElse(isValid, {}, loadValid, loadEmpty);
}

void EntryBlock::storeEmpty(Val j) {
  k.store(k.i32(0), valid, {j});
  k.loop(k.index(0), k.index(extents.channels), kLanes,
         [&](Val c) { k.store(k.f32x16(0), entries, {j, c}); });
}

Val EntryBlock::loadInFlight(Val earlier, Val c) {
  auto type = cast<RankedTensorType>(op.getKv().getType());
  Val source = row - (position - earlier);
  return loadPacked(k, k.argument(op.getKv()), {source}, type, c);
}

Val EntryBlock::loadRing(Val earlier, Val c) {
  StateType state = op.getWindow().getType();
  Val source = earlier % state.getRows();
  return loadPacked(k, k.argument(op.getWindow()), {ringSlot, source},
                    state.getRow(), c);
}

/// Slot i of the window is position max(begin, p - W + 1) + i, if not above p.
void EntryBlock::loadWindowSlot(Val j, Val slot) {
  Val isFull = position - windowBegin >= k.index(extents.window);
  Val begin = select(isFull, position - (extents.window - 1), windowBegin);
  Val earlier = begin + slot, isInFlight = earlier >= length;
  storeSlot(j, earlier <= position, [&](Val c) {
    return k.ifElse(
        isInFlight, {},
        [&]() -> SmallVector<Val> { return {loadInFlight(earlier, c)}; },
        [&]() -> SmallVector<Val> { return {loadRing(earlier, c)}; })[0];
  });
}

void EntryBlock::loadSelectedSlot(Val j, Val slot) {
  Val isInside = slot < k.index(extents.selected);
  Val column = select(isInside, slot, k.index(0));
  Val chosen = k.load(k.argument(op.getSelection()), {row, column});
  StateType state = cast<StateType>(op.getCompressed().getType());
  int64_t pageRows = state.getRows();
  Val isValid = isInside & (chosen >= k.i32(0)), entry = toIndex(chosen);
  storeSlot(j, isValid, [&](Val c) {
    Val page = toIndex(
        k.load(k.argument(op.getPages()), {sequence, entry / pageRows}));
    return loadPacked(k, k.argument(op.getCompressed()),
                      {page, entry % pageRows}, state.getRow(), c);
  });
}

Val EntryBlock::load(Val first) {
  Val zero = k.index(0), window = k.index(extents.window);
  Val windowEnd = select(first < window, window - first, zero);
  windowEnd = min(windowEnd, k.index(extents.slots));
  k.loop(zero, windowEnd, 1, [&](Val j) { loadWindowSlot(j, first + j); });
  k.loop(windowEnd, k.index(extents.slots), 1, [&](Val j) {
    if (extents.selected > 0)
      loadSelectedSlot(j, first + j - window);
    else
      storeEmpty(j);
  });
  return k.loop(zero, k.index(extents.slots), 1, {k.i32(0)}, {},
                [&](Val j, Vals count) -> SmallVector<Val> {
                  return {count[0] + k.load(valid, {j})};
                })[0];
}

Val EntryBlock::masked(Val j, Val scores) {
  Val isValid = k.loadVector(valid, {j}) > splat(k.i32(0));
  return select(isValid, scores, k.f32(-INFINITY));
}

//===----------------------------------------------------------------------===//
// Softmax and sums
//===----------------------------------------------------------------------===//

/// Heads past the end repeat the last one; they are not stored.
HeadGroup::HeadGroup(KernelBuilder &k, SparseAttentionOp op,
                     const Extents &extents, EntryBlock &block, Val row,
                     Val firstHead)
    : k(k), op(op), extents(extents), block(block), firstHead(firstHead) {
  Type f32 = k.getF32Type();
  int64_t heads = extents.groupHeads;
  query = k.scratch({heads, extents.channels}, f32);
  sums = k.scratch({heads, extents.channels}, f32);
  probabilities = k.scratch({heads, extents.slots}, f32);
  softmax = k.scratch({heads, kSoftmaxColumns}, f32);
  Value source = k.argument(op.getQuery());
  k.loop(k.index(0), k.index(heads), 1, [&](Val h) {
    k.store(k.f32(-1e30), softmax, {h, k.index(kMaximum)});
    k.store(k.f32(0), softmax, {h, k.index(kDenominator)});
    k.loop(k.index(0), k.index(extents.channels), kLanes, [&](Val c) {
      k.store(toF32(k.loadVector(source, {row, head(h), c})), query, {h, c});
      k.store(k.f32x16(0), sums, {h, c});
    });
  });
}

/// Two heads by two slots.
void HeadGroup::scoreTile(Val h, Val j) {
  SmallVector<Val> zeros(kPair * kPair, k.f32x16(0));
  auto dots =
      k.loop(k.index(0), k.index(extents.channels), kLanes, zeros, {},
             [&](Val c, Vals sum) -> SmallVector<Val> {
               Val q[kPair], key[kPair];
               for (int64_t i = 0; i < kPair; ++i) {
                 q[i] = k.loadVector(query, {h + double(i), c});
                 key[i] = block.values(j + double(i), c);
               }
               return {fma(q[0], key[0], sum[0]), fma(q[0], key[1], sum[1]),
                       fma(q[1], key[0], sum[2]), fma(q[1], key[1], sum[3])};
             });
  Val scale = k.f32(op.getScale().convertToDouble());
  for (int64_t i = 0; i < kPair * kPair; ++i) {
    int64_t head = i / kPair, slot = i % kPair;
    k.store(sumLanes(dots[i]) * scale, probabilities,
            {h + double(head), j + double(slot)});
  }
}

/// Turns the scores of head `h` into probabilities.
void HeadGroup::updateSoftmax(Val h) {
  SmallVector<Val> scores;
  for (int64_t j = 0; j < extents.slots; j += kLanes)
    scores.push_back(
        block.masked(k.index(j), k.loadVector(probabilities, {h, k.index(j)})));
  Val last = k.load(softmax, {h, k.index(kMaximum)});
  Val largest = scores[0];
  for (Val s : ArrayRef(scores).drop_front())
    largest = max(largest, s);
  Val maximum = max(last, maxLanes(largest));
  Val total = k.f32x16(0);
  for (auto [i, s] : llvm::enumerate(scores)) {
    Val p = exp(s - maximum);
    total = total + p;
    k.store(roundBF16(p), probabilities, {h, k.index(i * kLanes)});
  }
  Val factor = exp(last - maximum);
  Val denominator = k.load(softmax, {h, k.index(kDenominator)});
  k.store(maximum, softmax, {h, k.index(kMaximum)});
  k.store(denominator * factor + sumLanes(total), softmax,
          {h, k.index(kDenominator)});
  k.store(factor, softmax, {h, k.index(kFactor)});
}

/// Two heads by two vectors of channels.
void HeadGroup::sumTile(Val h, Val c) {
  SmallVector<Val> zeros(kPair * kPair, k.f32x16(0));
  auto blockSums = k.loop(
      k.index(0), k.index(extents.slots), 1, zeros, {},
      [&](Val j, Vals sum) -> SmallVector<Val> {
        Val p[kPair], value[kPair];
        for (int64_t i = 0; i < kPair; ++i) {
          p[i] = k.load(probabilities, {h + double(i), j});
          value[i] = block.values(j, c + double(i * kLanes));
        }
        return {fma(value[0], p[0], sum[0]), fma(value[1], p[0], sum[1]),
                fma(value[0], p[1], sum[2]), fma(value[1], p[1], sum[3])};
      });
  for (int64_t i = 0; i < kPair * kPair; ++i) {
    int64_t row = i / kPair, vector = i % kPair;
    Val head = h + double(row), column = c + double(vector * kLanes);
    Val factor = k.load(softmax, {head, k.index(kFactor)});
    Val sum = k.loadVector(sums, {head, column}) * factor + blockSums[i];
    k.store(sum, sums, {head, column});
  }
}

void HeadGroup::accumulate() {
  Val zero = k.index(0), heads = k.index(extents.groupHeads);
  k.loop(zero, heads, kPair, [&](Val h) {
    k.loop(zero, k.index(extents.slots), kPair,
           [&](Val j) { scoreTile(h, j); });
  });
  k.loop(zero, heads, 1, [&](Val h) { updateSoftmax(h); });
  k.loop(zero, heads, kPair, [&](Val h) {
    k.loop(zero, k.index(extents.channels), kPair * kLanes,
           [&](Val c) { sumTile(h, c); });
  });
}

void HeadGroup::finish(Val h, Tile &out) {
  Val maximum = k.load(softmax, {h, k.index(kMaximum)});
  Val sink = k.load(k.argument(op.getSink()), {head(h)});
  Val denominator =
      k.load(softmax, {h, k.index(kDenominator)}) + exp(sink - maximum);
  k.loop(k.index(0), k.index(extents.channels), kLanes, {&out}, [&](Val c) {
    Val result = k.loadVector(sums, {h, c}) / denominator;
    k.store(toBF16(result), out, {k.index(0), h, c});
  });
}

static void emitSparseAttention(KernelBuilder &k, SparseAttentionOp op) {
  Extents extents(k, op);
  Value query = k.argument(op.getQuery());
  k.grid({{query, 0}, {{}, 0, extents.groups}}, [&](Vals ids) {
    Val zero = k.index(0), row = ids[0];
    Val firstHead = ids[1] * extents.groupHeads;
    Val count = extents.heads % extents.groupHeads == 0
                    ? k.index(extents.groupHeads)
                    : min(k.index(extents.groupHeads),
                          k.index(extents.heads) - firstHead);
    Tile &out = k.tile(0, {row, firstHead, zero},
                       {k.index(1), count, k.index(extents.channels)});
    EntryBlock block(k, op, extents, row);
    HeadGroup heads(k, op, extents, block, row, firstHead);
    k.loop(zero, k.index(extents.window + extents.selected), kSlots,
           [&](Val first) {
             Val hasEntries = block.load(first) > k.i32(0);
             k.ifThen(hasEntries, {}, [&] { heads.accumulate(); });
           });
    k.loop(zero, count, 1, {&out}, [&](Val h) { heads.finish(h, out); });
  });
}

void populateAttentionEmitters(EmitterRegistry &registry) {
  registry.add(emitSparseAttention);
}

} // namespace cedar
