//===- RopeEmitters.cpp - the kernels of rope_table and rope ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rotation of neighbouring channel pairs (SPEC 3.6): angles are f32 products,
// cos and sin f32, the complex product is two products and a sum each, rounded
// once.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Codes.h"
#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "codegen/Conversion/CedarToLoops/RowPieces.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

/// 16 frequencies from pair `first` on, zeros past the end.
static Val frequencyVector(KernelBuilder &k, ArrayRef<float> frequencies,
                           int64_t first) {
  SmallVector<float> lanes(kLanes, 0.0f);
  llvm::copy(frequencies.drop_front(first).take_front(kLanes), lanes.begin());
  auto type = VectorType::get({kLanes}, k.getF32Type());
  auto values = DenseElementsAttr::get(type, ArrayRef<float>(lanes));
  return k.val(arith::ConstantOp::create(k, type, values));
}

static void emitRopeTable(KernelBuilder &k, RopeTableOp op) {
  Value positions = k.argument(op.getPositions());
  ArrayRef<float> frequencies = op.getRope().getFrequencies().asArrayRef();
  int64_t pairs = frequencies.size();
  k.grid({{positions, 0}}, [&](Vals ids) {
    Val zero = k.index(0), one = k.index(1);
    Tile &out =
        k.tile(0, {ids[0], zero, zero}, {one, k.index(2), k.index(pairs)});
    Val position = k.load(positions, {ids[0]}) + double(op.getOffset());
    Val scalar = intToFloat(position, k.getF32Type());
    for (int64_t first = 0; first < pairs; first += kLanes) {
      auto [cos, sin] = cosSin(scalar * frequencyVector(k, frequencies, first));
      k.store(cos, out, {zero, zero, k.index(first)});
      k.store(sin, out, {zero, one, k.index(first)});
    }
  });
}

/// Lanes for accesses to runs of `extent` elements: a power of two that divides
/// it.
static int64_t lanesFor(int64_t extent) {
  int64_t lanes = kLanes;
  while (extent % lanes != 0)
    lanes /= 2;
  return lanes;
}

namespace {

/// One row of rope.
class Rotation {
public:
  Rotation(KernelBuilder &k, RopeOp op, Vals row)
      : k(k), op(op), row(row), x(k.argument(op.getInput())),
        table(k.argument(op.getTable())),
        channels(op.getInput().getType().getShape().back()),
        rotated(2 * k.extent(table, 2)) {}

  /// Gives all channels, a few at a time, to `store(values, channel)`. Loops
  /// write `tiles`.
  using Store = llvm::function_ref<void(Val values, Val channel)>;
  void run(Tiles tiles, Store store) {
    copyLeading(tiles, store);
    rotateTrailing(tiles, store);
  }

private:
  void copyLeading(Tiles tiles, Store store);
  void rotateTrailing(Tiles tiles, Store store);

  KernelBuilder &k;
  RopeOp op;
  Vals row;
  Value x, table;
  int64_t channels, rotated;
};

} // namespace

void Rotation::copyLeading(Tiles tiles, Store store) {
  int64_t leading = channels - rotated;
  if (leading == 0)
    return;
  int64_t lanes = lanesFor(leading);
  k.loop(k.index(0), k.index(leading), lanes, tiles,
         [&](Val c) { store(k.loadInside(x, at(row, c), lanes), c); });
}

void Rotation::rotateTrailing(Tiles tiles, Store store) {
  int64_t lanes = lanesFor(rotated);
  k.loop(k.index(0), k.index(rotated), lanes, tiles, [&](Val i) {
    Val channel = i + double(channels - rotated);
    auto [a, b] = deinterleave(toF32(k.loadInside(x, at(row, channel), lanes)));
    Val c = k.loadInside(table, {row[0], k.index(0), i / 2}, lanes / 2);
    Val d = k.loadInside(table, {row[0], k.index(1), i / 2}, lanes / 2);
    if (op.getInverse())
      d = -d;
    store(toBF16(interleave(a * c - b * d, a * d + b * c)), channel);
  });
}

/// Groups of codes need not begin where the rotated channels do, so the values
/// go through scratch.
static void giveRotatedCodes(KernelBuilder &k, RankedTensorType type,
                             Rotation &rotation, Tile &out, Vals inTile) {
  Scratch values = k.scratch({type.getShape().back()}, k.bf16());
  rotation.run({}, [&](Val v, Val channel) {
    k.storeInside(v, values.memref, {channel});
  });
  auto load = [&](Val column) { return k.loadVector(values, {column}); };
  giveRow(k, type, load, out, inTile);
}

static void emitRope(KernelBuilder &k, RopeOp op) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Value x = k.argument(op.getInput());
  k.rowGrid(x, rowWidth(type), [&](Vals row, Vals inTile, Tile &out) {
    Rotation rotation(k, op, row);
    if (getScaled(type))
      return giveRotatedCodes(k, type, rotation, out, inTile);
    rotation.run({&out}, [&](Val v, Val channel) {
      k.storeInside(v, out, at(inTile, channel));
    });
  });
}

void populateRopeEmitters(EmitterRegistry &registry) {
  registry.add(emitRopeTable);
  registry.add(emitRope);
}

} // namespace cedar
