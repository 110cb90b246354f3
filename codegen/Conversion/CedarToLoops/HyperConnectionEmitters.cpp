//===- HyperConnectionEmitters.cpp - the kernels of the mhc ops ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Residual streams and their coefficients (SPEC 3.1, 3.3, 3.4). One block per
// row. All sums over streams run in ascending order; n is small, so loops over
// streams are unrolled and a row of `comb` is a vector of n lanes.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

//===----------------------------------------------------------------------===//
// mhc_init
//===----------------------------------------------------------------------===//

static void emitMhcInit(KernelBuilder &k, MhcInitOp op) {
  Value x = k.argument(op.getInput());
  int64_t n = op.getMix().getType().getDimSize(1);
  int64_t width = op.getInput().getType().getDimSize(1);
  k.grid({{x, 0}}, [&](Vals ids) {
    Val zero = k.index(0), one = k.index(1);
    Tile &streams =
        k.tile(0, {ids[0], zero, zero}, {one, k.index(n), k.index(width)});
    Tile &mix = k.tile(1, {ids[0], zero}, {one, k.index(n)});
    k.loop(zero, k.index(width), kLanes, {&streams}, [&](Val c) {
      Val v = k.loadVector(x, {ids[0], c});
      for (int64_t i = 0; i < n; ++i)
        k.store(v, streams, {zero, k.index(i), c});
    });
    for (int64_t i = 0; i < n; ++i)
      k.store(k.f32(i == 0), mix, {zero, k.index(i)});
  });
}

//===----------------------------------------------------------------------===//
// mhc_mix
//===----------------------------------------------------------------------===//

namespace {

/// One row's coefficients: first the products with `fn`, then what follows.
class Mix {
public:
  Mix(KernelBuilder &k, MhcMixOp op, Val row)
      : k(k), op(op), row(row), streams(k.argument(op.getStreams())),
        fn(k.argument(op.getFn())), scale(k.argument(op.getScale())),
        base(k.argument(op.getBase())), n(k.extent(streams, 1)),
        width(k.extent(streams, 2)), outputs(k.extent(fn, 0)),
        products(k.scratch({outputs}, k.getF32Type())) {}

  void project();
  void finish();

private:
  Val loadStreams(Val stream, Val channel) {
    return toF32(k.loadVector(streams, {row, stream, channel}));
  }
  SmallVector<Val> overStreams(SmallVector<Val> init,
                               KernelBuilder::LoopBody body);
  void projectRows(Val first, int64_t count);
  Val normFactor();
  Val coefficients(int64_t first, int64_t site, Val factor);
  SmallVector<Val> sinkhorn(SmallVector<Val> comb);
  SmallVector<Val> normalizeColumns(ArrayRef<Val> comb);
  SmallVector<Val> normalizeRows(ArrayRef<Val> comb);

  KernelBuilder &k;
  MhcMixOp op;
  Val row;
  Value streams, fn, scale, base;
  int64_t n, width, outputs;
  Scratch products; ///< fn . x
};

} // namespace

/// Loops over the flattened streams; `body` receives (flat index, [x,
/// carried...]).
SmallVector<Val> Mix::overStreams(SmallVector<Val> init,
                                  KernelBuilder::LoopBody body) {
  return k.loop(k.index(0), k.index(n), 1, init, {}, [&](Val i, Vals outer) {
    return k.loop(k.index(0), k.index(width), kLanes, outer, {},
                  [&](Val c, Vals carried) {
                    SmallVector<Val> values{loadStreams(i, c)};
                    llvm::append_range(values, carried);
                    return body(i * double(width) + c, values);
                  });
  });
}

/// products[first + i] = fn[first + i, :] . x for i < count.
void Mix::projectRows(Val first, int64_t count) {
  SmallVector<Val> sums = overStreams(
      SmallVector<Val>(count, k.f32x16(0)), [&](Val flat, Vals values) {
        SmallVector<Val> next;
        for (auto [i, sum] : llvm::enumerate(values.drop_front()))
          next.push_back(sum + k.loadVector(fn, {first + double(i), flat}) *
                                   values[0]);
        return next;
      });
  for (auto [i, sum] : llvm::enumerate(sums))
    k.store(sumLanes(sum), products, {first + double(i)});
}

void Mix::project() {
  constexpr int64_t rows = 4; // of fn that share one pass over the streams
  int64_t full = outputs / rows * rows;
  k.loop(k.index(0), k.index(full), rows,
         [&](Val first) { projectRows(first, rows); });
  if (full < outputs)
    projectRows(k.index(full), outputs - full);
}

Val Mix::normFactor() {
  Val squares = overStreams({k.f32x16(0)}, [](Val, Vals values) {
    return SmallVector<Val>{fma(values[0], values[0], values[1])};
  })[0];
  Val mean = sumLanes(squares) / double(n * width);
  return k.f32(1) / sqrt(mean + op.getNormEpsilon().convertToDouble());
}

/// n values m * scale[site] + base from output `first` on.
Val Mix::coefficients(int64_t first, int64_t site, Val factor) {
  Val m = k.loadInside(products.memref, {k.index(first)}, n) * factor;
  return m * k.load(scale, {k.index(site)}) +
         k.loadInside(base, {k.index(first)}, n);
}

SmallVector<Val> Mix::normalizeColumns(ArrayRef<Val> comb) {
  Val sum = comb.front();
  for (Val row : comb.drop_front())
    sum = sum + row;
  sum = sum + op.getEpsilon().convertToDouble();
  return llvm::map_to_vector(comb, [&](Val row) { return row / sum; });
}

SmallVector<Val> Mix::normalizeRows(ArrayRef<Val> comb) {
  return llvm::map_to_vector(comb, [&](Val row) {
    return row / (sumAscending(row) + op.getEpsilon().convertToDouble());
  });
}

SmallVector<Val> Mix::sinkhorn(SmallVector<Val> comb) {
  for (Val &row : comb) { // softmax of each row
    row = exp(row - maxAscending(row));
    row = row / sumAscending(row) + op.getEpsilon().convertToDouble();
  }
  comb = normalizeColumns(comb);
  return k.loop(
      k.index(1), k.index(op.getIterations()), 1, comb, {},
      [&](Val, Vals rows) { return normalizeColumns(normalizeRows(rows)); });
}

void Mix::finish() {
  Val zero = k.index(0), one = k.index(1), streamCount = k.index(n);
  Val factor = normFactor();
  Tile &pre = k.tile(0, {row, zero}, {one, streamCount});
  Tile &post = k.tile(1, {row, zero}, {one, streamCount});
  Tile &comb = k.tile(2, {row, zero, zero}, {one, streamCount, streamCount});
  Val preValue = sigmoid(coefficients(0, 0, factor));
  k.storeInside(preValue + op.getEpsilon().convertToDouble(), pre,
                {zero, zero});
  k.storeInside(sigmoid(coefficients(n, 1, factor)) * 2.0, post, {zero, zero});
  SmallVector<Val> rows;
  for (int64_t j = 0; j < n; ++j)
    rows.push_back(coefficients((2 + j) * n, 2, factor));
  for (auto [j, values] : llvm::enumerate(sinkhorn(rows)))
    k.storeInside(values, comb, {zero, k.index(j), zero});
}

static void emitMhcMix(KernelBuilder &k, MhcMixOp op) {
  k.grid({{k.argument(op.getStreams()), 0}}, [&](Vals ids) {
    Mix mix(k, op, ids[0]);
    mix.project();
    mix.finish();
  });
}

//===----------------------------------------------------------------------===//
// mhc_collapse and mhc_expand
//===----------------------------------------------------------------------===//

/// sum_i coefficients[i] * values[i], ascending.
static Val weightedSum(ArrayRef<Val> coefficients, ArrayRef<Val> values) {
  Val sum = coefficients[0] * values[0];
  for (size_t i = 1; i < values.size(); ++i)
    sum = sum + coefficients[i] * values[i];
  return sum;
}

/// The n streams of a row at one channel vector.
static SmallVector<Val> loadStreams(KernelBuilder &k, Value streams, Val row,
                                    Val c) {
  SmallVector<Val> values;
  for (int64_t i = 0; i < k.extent(streams, 1); ++i)
    values.push_back(toF32(k.loadVector(streams, {row, k.index(i), c})));
  return values;
}

static void emitMhcCollapse(KernelBuilder &k, MhcCollapseOp op) {
  Value streams = k.argument(op.getStreams()), mix = k.argument(op.getMix());
  int64_t n = k.extent(streams, 1), width = k.extent(streams, 2);
  k.grid({{streams, 0}}, [&](Vals ids) {
    Val zero = k.index(0);
    Tile &out = k.tile(0, {ids[0], zero}, {k.index(1), k.index(width)});
    SmallVector<Val> weights;
    for (int64_t i = 0; i < n; ++i)
      weights.push_back(k.load(mix, {ids[0], k.index(i)}));
    k.loop(zero, k.index(width), kLanes, {&out}, [&](Val c) {
      Val sum = weightedSum(weights, loadStreams(k, streams, ids[0], c));
      k.store(toBF16(sum), out, {zero, c});
    });
  });
}

static void emitMhcExpand(KernelBuilder &k, MhcExpandOp op) {
  Value y = k.argument(op.getInput()), streams = k.argument(op.getStreams());
  Value post = k.argument(op.getPost()), comb = k.argument(op.getComb());
  int64_t n = k.extent(streams, 1), width = k.extent(streams, 2);
  k.grid({{streams, 0}}, [&](Vals ids) {
    Val zero = k.index(0);
    Tile &out = k.tile(0, {ids[0], zero, zero},
                       {k.index(1), k.index(n), k.index(width)});
    k.loop(zero, k.index(width), kLanes, {&out}, [&](Val c) {
      Val input = toF32(k.loadVector(y, {ids[0], c}));
      SmallVector<Val> old = loadStreams(k, streams, ids[0], c);
      for (int64_t i = 0; i < n; ++i) {
        SmallVector<Val> weights;
        for (int64_t j = 0; j < n; ++j)
          weights.push_back(k.load(comb, {ids[0], k.index(j), k.index(i)}));
        Val added = k.load(post, {ids[0], k.index(i)}) * input;
        k.store(toBF16(added + weightedSum(weights, old)), out,
                {zero, k.index(i), c});
      }
    });
  });
}

void populateHyperConnectionEmitters(EmitterRegistry &registry) {
  registry.add(emitMhcInit);
  registry.add(emitMhcMix);
  registry.add(emitMhcCollapse);
  registry.add(emitMhcExpand);
}

} // namespace cedar
