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
#include "codegen/Conversion/CedarToLoops/RowPieces.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

//===----------------------------------------------------------------------===//
// mhc_init
//===----------------------------------------------------------------------===//

void beginStreams(KernelBuilder &k, StreamShape shape, const RowSource &input,
                  const RowSink &out) {
  k.loop(k.index(0), k.index(shape.width), kLanes, out.tiles, [&](Val c) {
    Val v = input.load(k, {c});
    for (int64_t i = 0; i < shape.count; ++i)
      out.store(k, v, {k.index(i), c});
  });
}

static void emitMhcInit(KernelBuilder &k, MhcInitOp op) {
  Value x = k.argument(op.getInput());
  StreamShape shape{op.getMix().getType().getDimSize(1),
                    op.getInput().getType().getDimSize(1)};
  k.grid({{x, 0}}, [&](Vals ids) {
    Val zero = k.index(0), one = k.index(1), n = k.index(shape.count);
    Tile &streams =
        k.tile(0, {ids[0], zero, zero}, {one, n, k.index(shape.width)});
    Tile &mix = k.tile(1, {ids[0], zero}, {one, n});
    beginStreams(k, shape, {x, {ids[0]}}, {{&streams}, {}});
    for (int64_t i = 0; i < shape.count; ++i)
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
  Mix(KernelBuilder &k, StreamShape shape, const MixParameters &parameters,
      const RowSource &streams)
      : k(k), parameters(parameters), streams(streams), n(shape.count),
        width(shape.width), outputs(k.extent(parameters.fn, 0)),
        products(k.scratch({outputs}, k.getF32Type())) {}

  void project();
  MixResults finish();

private:
  SmallVector<Val> overStreams(const SmallVector<Val> &init,
                               KernelBuilder::LoopBody body);
  void projectRows(Val first, int64_t count);
  Val normFactor();
  Val coefficients(int64_t first, int64_t site, Val factor);
  SmallVector<Val> sinkhorn(SmallVector<Val> comb);
  SmallVector<Val> normalizeColumns(ArrayRef<Val> comb);
  SmallVector<Val> normalizeRows(ArrayRef<Val> comb);

  KernelBuilder &k;
  const MixParameters &parameters;
  const RowSource &streams;
  int64_t n, width, outputs;
  Scratch products; ///< fn . x
};

} // namespace

/// Loops over the flattened streams; `body` receives (flat index, [x,
/// carried...]).
SmallVector<Val> Mix::overStreams(const SmallVector<Val> &init,
                                  KernelBuilder::LoopBody body) {
  return k.loop(k.index(0), k.index(n), 1, init, {}, [&](Val i, Vals outer) {
    return k.loop(k.index(0), k.index(width), kLanes, outer, {},
                  [&](Val c, Vals carried) {
                    SmallVector<Val> values{toF32(streams.load(k, {i, c}))};
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
          next.push_back(
              sum + k.loadVector(parameters.fn, {first + double(i), flat}) *
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
  return k.f32(1) / sqrt(mean + parameters.normEpsilon);
}

/// n values m * scale[site] + base from output `first` on.
Val Mix::coefficients(int64_t first, int64_t site, Val factor) {
  Val m = k.loadInside(products.memref, {k.index(first)}, n) * factor;
  return m * k.load(parameters.scale, {k.index(site)}) +
         k.loadInside(parameters.base, {k.index(first)}, n);
}

SmallVector<Val> Mix::normalizeColumns(ArrayRef<Val> comb) {
  Val sum = comb.front();
  for (Val row : comb.drop_front())
    sum = sum + row;
  sum = sum + parameters.epsilon;
  return llvm::map_to_vector(comb, [&](Val row) { return row / sum; });
}

SmallVector<Val> Mix::normalizeRows(ArrayRef<Val> comb) {
  return llvm::map_to_vector(comb, [&](Val row) {
    return row / (sumAscending(row) + parameters.epsilon);
  });
}

SmallVector<Val> Mix::sinkhorn(SmallVector<Val> comb) {
  for (Val &row : comb) { // softmax of each row
    row = exp(row - maxAscending(row));
    row = row / sumAscending(row) + parameters.epsilon;
  }
  comb = normalizeColumns(comb);
  return k.loop(
      k.index(1), k.index(parameters.iterations), 1, comb, {},
      [&](Val, Vals rows) { return normalizeColumns(normalizeRows(rows)); });
}

MixResults Mix::finish() {
  Val factor = normFactor();
  Val pre = sigmoid(coefficients(0, 0, factor)) + parameters.epsilon;
  Val post = sigmoid(coefficients(n, 1, factor)) * 2.0;
  SmallVector<Val> rows;
  for (int64_t j = 0; j < n; ++j)
    rows.push_back(coefficients((2 + j) * n, 2, factor));
  return {pre, post, sinkhorn(rows)};
}

MixResults mixStreams(KernelBuilder &k, StreamShape shape,
                      const MixParameters &parameters,
                      const RowSource &streams) {
  Mix mix(k, shape, parameters, streams);
  mix.project();
  return mix.finish();
}

static void emitMhcMix(KernelBuilder &k, MhcMixOp op) {
  Value streams = k.argument(op.getStreams());
  StreamShape shape{k.extent(streams, 1), k.extent(streams, 2)};
  MixParameters parameters{k.argument(op.getFn()),
                           k.argument(op.getScale()),
                           k.argument(op.getBase()),
                           int64_t(op.getIterations()),
                           op.getEpsilon().convertToDouble(),
                           op.getNormEpsilon().convertToDouble()};
  k.grid({{streams, 0}}, [&](Vals ids) {
    Val zero = k.index(0), one = k.index(1), n = k.index(shape.count);
    MixResults results = mixStreams(k, shape, parameters, {streams, {ids[0]}});
    Tile &pre = k.tile(0, {ids[0], zero}, {one, n});
    Tile &post = k.tile(1, {ids[0], zero}, {one, n});
    Tile &comb = k.tile(2, {ids[0], zero, zero}, {one, n, n});
    k.storeInside(results.pre, pre, {zero, zero});
    k.storeInside(results.post, post, {zero, zero});
    for (auto [j, values] : llvm::enumerate(results.comb))
      k.storeInside(values, comb, {zero, k.index(j), zero});
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

/// The n streams at one channel vector.
static SmallVector<Val> loadStreams(KernelBuilder &k, int64_t n,
                                    const RowSource &streams, Val c) {
  SmallVector<Val> values;
  for (int64_t i = 0; i < n; ++i)
    values.push_back(toF32(streams.load(k, {k.index(i), c})));
  return values;
}

void collapseStreams(KernelBuilder &k, StreamShape shape, Vals weights,
                     const RowSource &streams, const RowSink &out) {
  k.loop(k.index(0), k.index(shape.width), kLanes, out.tiles, [&](Val c) {
    Val sum = weightedSum(weights, loadStreams(k, shape.count, streams, c));
    out.store(k, toBF16(sum), {c});
  });
}

static void emitMhcCollapse(KernelBuilder &k, MhcCollapseOp op) {
  Value streams = k.argument(op.getStreams()), mix = k.argument(op.getMix());
  StreamShape shape{k.extent(streams, 1), k.extent(streams, 2)};
  k.grid({{streams, 0}}, [&](Vals ids) {
    Tile &out =
        k.tile(0, {ids[0], k.index(0)}, {k.index(1), k.index(shape.width)});
    SmallVector<Val> weights;
    for (int64_t i = 0; i < shape.count; ++i)
      weights.push_back(k.load(mix, {ids[0], k.index(i)}));
    collapseStreams(k, shape, weights, {streams, {ids[0]}}, {{&out}, {}});
  });
}

/// New stream i at channel c.
static Val expandStream(KernelBuilder &k,
                        const ExpandCoefficients &coefficients, int64_t i,
                        Val input, ArrayRef<Val> old) {
  auto load = [&](const RowSource &from, Vals within) {
    SmallVector<Val> all(from.indices);
    llvm::append_range(all, within);
    return k.load(from.memory, all);
  };
  SmallVector<Val> weights;
  for (size_t j = 0; j < old.size(); ++j)
    weights.push_back(load(coefficients.comb, {k.index(j), k.index(i)}));
  return load(coefficients.post, {k.index(i)}) * input +
         weightedSum(weights, old);
}

void expandStreams(KernelBuilder &k, StreamShape shape, const RowSource &input,
                   const RowSource &streams,
                   const ExpandCoefficients &coefficients, const RowSink &out) {
  k.loop(k.index(0), k.index(shape.width), kLanes, out.tiles, [&](Val c) {
    Val y = toF32(input.load(k, {c}));
    SmallVector<Val> old = loadStreams(k, shape.count, streams, c);
    for (int64_t i = 0; i < shape.count; ++i)
      out.store(k, toBF16(expandStream(k, coefficients, i, y, old)),
                {k.index(i), c});
  });
}

static void emitMhcExpand(KernelBuilder &k, MhcExpandOp op) {
  Value y = k.argument(op.getInput()), streams = k.argument(op.getStreams());
  Value post = k.argument(op.getPost()), comb = k.argument(op.getComb());
  StreamShape shape{k.extent(streams, 1), k.extent(streams, 2)};
  k.grid({{streams, 0}}, [&](Vals ids) {
    Val row = ids[0], zero = k.index(0);
    Tile &out =
        k.tile(0, {row, zero, zero},
               {k.index(1), k.index(shape.count), k.index(shape.width)});
    expandStreams(k, shape, {y, {row}}, {streams, {row}},
                  {{post, {row}}, {comb, {row}}}, {{&out}, {}});
  });
}

void populateHyperConnectionEmitters(EmitterRegistry &registry) {
  registry.add(emitMhcInit);
  registry.add(emitMhcMix);
  registry.add(emitMhcCollapse);
  registry.add(emitMhcExpand);
}

} // namespace cedar
