//===- EngramEmitters.cpp - the kernels of the n-gram memory ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Token compression, hashing, table rows and the gate (SPEC 3.12). One block
// per row.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Codes.h"
#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "codegen/Conversion/CedarToLoops/RowPieces.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

Val isImage(KernelBuilder &k, Value kind, Val row) {
  Val value = k.load(kind, {row});
  return notEqual(value, constantLike(value, 0));
}

static void emitCompressTokens(KernelBuilder &k, CompressTokensOp op) {
  Value tokens = k.argument(op.getTokens()), kind = k.argument(op.getKind());
  Value map = k.argument(op.getMap());
  k.grid({{tokens, 0}}, [&](Vals ids) {
    Tile &out = k.tile(0, {ids[0]}, {k.index(1)});
    Val id = k.ifElse(
        isImage(k, kind, ids[0]), {},
        [&] { return SmallVector<Val>{k.i32(-1)}; },
        [&] {
          Val token = toIndex(k.load(tokens, {ids[0]}));
          return SmallVector<Val>{k.load(map, {token})};
        })[0];
    k.store(id, out, {k.index(0)});
  });
}

//===----------------------------------------------------------------------===//
// ngram_hash
//===----------------------------------------------------------------------===//

namespace {

/// Looks back from one row over its sequence's compressed ids.
struct History {
  KernelBuilder &k;
  Value ids, context;
  Val row, position, length, slot;

  History(KernelBuilder &k, NgramHashOp op, Val row)
      : k(k), ids(k.argument(op.getIds())),
        context(k.argument(op.getContext())), row(row) {
    Val sequence = toIndex(k.load(k.argument(op.getSequence()), {row}));
    position = k.load(k.argument(op.getPositions()), {row});
    length = k.load(k.argument(op.getLength()), {sequence});
    slot = toIndex(k.load(k.argument(op.getSlots()), {sequence}));
  }

  /// The id `distance` tokens back, -1 if dead or before the sequence's start.
  Val id(int64_t distance) const {
    Val earlier = position - double(distance);
    return k.ifElse(
        earlier >= length, {},
        [&] { return SmallVector<Val>{k.load(ids, {row - double(distance)})}; },
        [&] { return SmallVector<Val>{committed(earlier)}; })[0];
  }

private:
  /// The id of a committed position, from the ring.
  Val committed(Val earlier) const {
    return k.ifElse(
        earlier < k.i32(0), {}, [&] { return SmallVector<Val>{k.i32(-1)}; },
        [&] {
          Val entry = toIndex(earlier) % double(k.extent(context, 1));
          return SmallVector<Val>{k.load(context, {slot, entry, k.index(0)})};
        })[0];
  }
};

} // namespace

/// The ids of the last `count` tokens, newest first: the first dead one and all
/// earlier ones count as `pad`.
static SmallVector<Val> windowOf(const History &history, int64_t count,
                                 Val pad) {
  KernelBuilder &k = history.k;
  SmallVector<Val> window;
  Val alive;
  for (int64_t i = 0; i < count; ++i) {
    Val id = history.id(i);
    Val isToken = id >= k.i32(0);
    alive = i == 0 ? isToken : alive & isToken;
    window.push_back(toInt(select(alive, id, pad), 64));
  }
  return window;
}

static void emitNgramHash(KernelBuilder &k, NgramHashOp op) {
  ArrayRef<int64_t> multipliers = op.getMultipliers(), primes = op.getPrimes();
  int64_t heads = primes.size() / (multipliers.size() - 1);
  k.grid({{k.argument(op.getIds()), 0}}, [&](Vals ids) {
    Val zero = k.index(0);
    Tile &out = k.tile(0, {ids[0], zero}, {k.index(1), k.index(primes.size())});
    Val pad = k.load(k.argument(op.getMap()), {k.index(op.getPadToken())});
    SmallVector<Val> window =
        windowOf(History(k, op, ids[0]), multipliers.size(), pad);
    Val roll = window[0] * k.i64(multipliers[0]);
    int64_t offset = 0;
    for (auto [column, prime] : llvm::enumerate(primes)) {
      if (column % heads == 0) { // the next order
        int64_t back = column / heads + 1;
        roll = roll ^ (window[back] * k.i64(multipliers[back]));
      }
      Val tableRow = roll % k.i64(prime) + k.i64(offset);
      k.store(toInt(tableRow, 32), out, {zero, k.index(column)});
      offset += prime;
    }
  });
}

//===----------------------------------------------------------------------===//
// table_gather
//===----------------------------------------------------------------------===//

static void emitTableGather(KernelBuilder &k, TableGatherOp op) {
  Value rows = k.argument(op.getRows());
  int64_t columns = k.extent(rows, 1);
  int64_t width = op.getTable().getType().getDimSize(1);
  k.grid({{rows, 0}}, [&](Vals ids) {
    Val zero = k.index(0);
    Tile &out =
        k.tile(0, {ids[0], zero}, {k.index(1), k.index(columns * width)});
    k.loop(zero, k.index(columns), 1, {&out}, [&](Val column) {
      Val tableRow = toIndex(k.load(rows, {ids[0], column}));
      k.loop(zero, k.index(width), kLanes, {&out}, [&](Val c) {
        Val values = loadValues(k, op.getTable(), {tableRow}, c);
        k.store(toBF16(values), out, {zero, column * double(width) + c});
      });
    });
  });
}

//===----------------------------------------------------------------------===//
// engram_gate
//===----------------------------------------------------------------------===//

namespace {

/// One row of engram_gate.
class Gate {
public:
  Gate(KernelBuilder &k, StreamShape shape, const GateParameters &parameters,
       const RowSource &streams)
      : k(k), parameters(parameters), streams(streams), n(shape.count),
        width(shape.width) {}

  /// The stream's gate.
  Val value(Val stream);
  /// Writes stream + gate * value.
  void apply(Val stream, Val gate, const RowSink &out);
  void copy(Val stream, const RowSink &out);

private:
  Val inverseNorm(Val squares) {
    return k.f32(1) /
           sqrt(sumLanes(squares) / double(width) + parameters.epsilon);
  }

  KernelBuilder &k;
  const GateParameters &parameters;
  const RowSource &streams;
  int64_t n, width;
};

} // namespace

Val Gate::value(Val i) {
  SmallVector<Val> sums = k.loop(
      k.index(0), k.index(width), kLanes, SmallVector<Val>(3, k.f32x16(0)), {},
      [&](Val c, Vals sum) -> SmallVector<Val> {
        Val x = toF32(streams.load(k, {i, c}));
        Val key = toF32(parameters.keyValue.load(k, {i * double(width) + c}));
        Val weight = toF32(k.loadVector(parameters.queryWeight, {i, c})) *
                     toF32(k.loadVector(parameters.keyWeight, {i, c}));
        return {sum[0] + x * weight * key, fma(x, x, sum[1]),
                fma(key, key, sum[2])};
      });
  Val dot = sumLanes(sums[0]) * inverseNorm(sums[1]) * inverseNorm(sums[2]) *
            (1.0 / std::sqrt(double(width)));
  Val root = sqrt(max(abs(dot), constantLike(dot, 1e-6)));
  return sigmoid(copysign(root, dot));
}

void Gate::apply(Val i, Val gate, const RowSink &out) {
  k.loop(k.index(0), k.index(width), kLanes, out.tiles, [&](Val c) {
    Val value = toF32(parameters.keyValue.load(k, {c + double(n * width)}));
    out.store(k, toBF16(toF32(streams.load(k, {i, c})) + gate * value), {i, c});
  });
}

void Gate::copy(Val i, const RowSink &out) {
  k.loop(k.index(0), k.index(width), kLanes, out.tiles,
         [&](Val c) { out.store(k, streams.load(k, {i, c}), {i, c}); });
}

void gateStreams(KernelBuilder &k, StreamShape shape,
                 const GateParameters &parameters, Val isImage,
                 const RowSource &streams, const RowSink &out) {
  Gate gate(k, shape, parameters, streams);
  k.loop(k.index(0), k.index(shape.count), 1, out.tiles, [&](Val i) {
    k.ifElse(
        isImage, out.tiles,
        [&]() -> SmallVector<Val> {
          gate.copy(i, out);
          return {};
        },
        [&]() -> SmallVector<Val> {
          gate.apply(i, gate.value(i), out);
          return {};
        });
  });
}

static void emitEngramGate(KernelBuilder &k, EngramGateOp op) {
  Value streams = k.argument(op.getStreams()), kind = k.argument(op.getKind());
  StreamShape shape{k.extent(streams, 1), k.extent(streams, 2)};
  k.grid({{streams, 0}}, [&](Vals ids) {
    Val row = ids[0], zero = k.index(0);
    Tile &out =
        k.tile(0, {row, zero, zero},
               {k.index(1), k.index(shape.count), k.index(shape.width)});
    GateParameters parameters{{k.argument(op.getKeyValue()), {row}},
                              k.argument(op.getQueryWeight()),
                              k.argument(op.getKeyWeight()),
                              op.getEpsilon().convertToDouble()};
    gateStreams(k, shape, parameters, isImage(k, kind, row), {streams, {row}},
                {{&out}, {}});
  });
}

void populateEngramEmitters(EmitterRegistry &registry) {
  registry.add(emitCompressTokens);
  registry.add(emitNgramHash);
  registry.add(emitTableGather);
  registry.add(emitEngramGate);
}

} // namespace cedar
