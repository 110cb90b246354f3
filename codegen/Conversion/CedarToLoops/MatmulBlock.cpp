//===- MatmulBlock.cpp - one block of a matrix product ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inner tile is 2 rows x 2 columns of 16 lanes: eight accumulators of AVX2.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/MatmulBlock.h"

using namespace mlir;

namespace cedar {

static constexpr int64_t kInner = 2; // rows and columns of the inner tile

/// The largest chunk of at most 512 terms that divides `depth`.
static int64_t chunkOf(int64_t depth) {
  int64_t chunk = std::min<int64_t>(depth, 512);
  while (depth % chunk != 0 || chunk % kLanes != 0)
    chunk -= chunk % kLanes == 0 ? kLanes : chunk % kLanes;
  return chunk;
}

MatmulBlock::MatmulBlock(KernelBuilder &k, int64_t columns, int64_t depth,
                         double factor)
    : k(k), columns(columns), depth(depth), chunk(chunkOf(depth)),
      group(chunk % (2 * kLanes) == 0 ? 2 * kLanes : kLanes), factor(factor) {
  Type f32 = k.getF32Type();
  x = k.scratch({kRowTile, chunk}, f32);
  w = k.scratch({kInner, chunk}, f32);
  results = k.scratch({kRowTile, columns}, f32);
  if (chunk < depth)
    sums = k.scratch({kRowTile, columns, kLanes}, f32);
}

void MatmulBlock::run(Val rows, Load loadX, Load loadW) {
  Val zero = k.index(0);
  if (sums.memref)
    k.loop(zero, k.index(kRowTile), 1, [&](Val m) {
      k.loop(zero, k.index(columns), 1,
             [&](Val n) { k.store(k.f32x16(0), sums, {m, n, zero}); });
    });
  k.loop(zero, k.index(depth), chunk, [&](Val begin) {
    convert(rows, x, begin, loadX);
    multiplyChunk(rows, begin, loadW);
  });
  if (sums.memref)
    reduce(rows);
}

/// to[i, :] = load(i, begin...) for i < count.
void MatmulBlock::convert(Val count, Scratch to, Val begin, Load load) {
  k.loop(k.index(0), count, 1, [&](Val i) {
    k.loop(k.index(0), k.index(chunk), group, [&](Val c) {
      for (auto [n, v] : llvm::enumerate(load(i, begin + c, group)))
        k.store(v, to, {i, c + double(n * kLanes)});
    });
  });
}

void MatmulBlock::multiplyChunk(Val rows, Val begin, Load loadW) {
  k.loop(k.index(0), k.index(columns), kInner, [&](Val column) {
    convert(k.index(kInner), w, begin, [&](Val i, Val c, int64_t count) {
      return loadW(column + i, c, count);
    });
    // An odd last row is computed with its neighbour, whose results are not
    // used.
    k.loop(k.index(0), rows, kInner,
           [&](Val row) { multiplyTile(row, column); });
  });
}

void MatmulBlock::multiplyTile(Val row, Val column) {
  Val zero = k.index(0);
  auto each = [&](llvm::function_ref<void(int64_t, Val, Val)> body) {
    for (int64_t i = 0; i < kInner * kInner; ++i) {
      int64_t down = i / kInner, right = i % kInner;
      body(i, row + double(down), column + double(right));
    }
  };
  SmallVector<Val> init(kInner * kInner, k.f32x16(0));
  if (sums.memref)
    each([&](int64_t i, Val m, Val n) {
      init[i] = k.loadVector(sums, {m, n, zero});
    });
  auto sum = k.loop(zero, k.index(chunk), kLanes, init, {},
                    [&](Val c, Vals acc) -> SmallVector<Val> {
                      SmallVector<Val> xs, ws, next(acc);
                      for (int64_t i = 0; i < kInner; ++i) {
                        xs.push_back(k.loadVector(x, {row + double(i), c}));
                        ws.push_back(k.loadVector(w, {k.index(i), c}));
                      }
                      for (int64_t i = 0; i < kInner * kInner; ++i)
                        next[i] = fma(xs[i / kInner], ws[i % kInner], acc[i]);
                      return next;
                    });
  each([&](int64_t i, Val m, Val n) {
    if (sums.memref)
      k.store(sum[i], sums, {m, n, zero});
    else
      k.store(sumLanes(sum[i]), results, {m, n});
  });
}

void MatmulBlock::reduce(Val rows) {
  k.loop(k.index(0), rows, 1, [&](Val m) {
    k.loop(k.index(0), k.index(columns), 1, [&](Val n) {
      k.store(sumLanes(k.loadVector(sums, {m, n, k.index(0)})), results,
              {m, n});
    });
  });
}

} // namespace cedar
