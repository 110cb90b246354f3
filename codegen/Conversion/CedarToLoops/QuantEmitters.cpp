//===- QuantEmitters.cpp - the kernels of quantize and dequantize
//----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block-scaled rounding along the last dimension (SPEC 4.1-4.3) and its
// inverse. One block per row, group after group: the largest magnitude, the
// scale, the codes.
//
// Infinities and NaN: an AQ8 or MXFP4 group with either gets the scale 255, so
// that all its values read as NaN. An NVFP4 group with a NaN gets the scale
// 0x7F (NaN); infinities there saturate.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Codes.h"
#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "codegen/Conversion/CedarToLoops/RowPieces.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

namespace {

/// One of the formats that activations are rounded to.
struct Format {
  int64_t group;         ///< values per scale
  bool isFP4;            ///< codes are E2M1, otherwise E4M3
  bool hasE4M3Scale;     ///< otherwise E8M0
  double floor, divisor; ///< scale of a group = max(amax, floor) / divisor

  static Format of(RankedTensorType type) {
    if (isAQ8(type))
      return {32, false, false, 1e-4, 448};
    if (isMXFP4(type))
      return {32, true, false, 6 * 0x1p-126, 6};
    return {16, true, true, 6 * 0x1p-9, 6};
  }
};

/// The scale byte of a group, and what its values are multiplied (E8M0) or
/// divided (E4M3) by.
struct GroupScale {
  Val byte, value;
};

} // namespace

/// max |x| of a group: magnitudes order like their bits, NaN last.
static Val largestMagnitude(ArrayRef<Val> values) {
  auto magnitude = [](Val v) {
    return bitcast(v, v.builder->getI32Type()) & int64_t(0x7FFFFFFF);
  };
  Val largest = magnitude(values.front());
  for (Val v : values.drop_front())
    largest = max(largest, magnitude(v));
  return bitcast(maxLanes(largest), largest.builder->getF32Type());
}

static GroupScale scaleOf(const Format &format, ArrayRef<Val> values) {
  Val amax = largestMagnitude(values);
  amax = max(amax, constantLike(amax, format.floor));
  if (format.hasE4M3Scale) {
    Val byte = encodeE4M3(amax / format.divisor);
    return {byte, decodeE4M3(byte)};
  }
  Val byte = encodeE8M0Above(amax * (1.0 / format.divisor));
  // 1 / 2^(b - 127) is the value of byte 254 - b; a NaN scale (255) stays one.
  return {byte, decodeE8M0(constantLike(byte, -2) - byte)};
}

static void storeGroup(KernelBuilder &k, const Format &format, Tile &out,
                       ArrayRef<Val> values, GroupScale scale, Vals inTile,
                       Val column) {
  for (auto [i, v] : llvm::enumerate(values)) {
    Val scaled = format.hasE4M3Scale ? v / scale.value : v * scale.value;
    Val first = column + double(i * kLanes);
    if (format.isFP4)
      k.storeInside(encodeE2M1(scaled), out, at(inTile, first / 2));
    else
      k.storeInside(encodeE4M3(scaled), out, at(inTile, first));
  }
}

void quantizeRow(KernelBuilder &k, RankedTensorType type,
                 llvm::function_ref<Val(Val column)> load, Tile &out,
                 Vals inTile) {
  Format format = Format::of(type);
  int64_t channels = type.getShape().back();
  int64_t codeBytes = packedRowBytes(type) - channels / format.group;
  k.loop(k.index(0), k.index(channels), format.group, {&out}, [&](Val column) {
    SmallVector<Val> values;
    for (int64_t i = 0; i < format.group; i += kLanes)
      values.push_back(load(column + double(i)));
    GroupScale scale = scaleOf(format, values);
    storeGroup(k, format, out, values, scale, inTile, column);
    k.store(scale.byte, out, at(inTile, column / format.group + codeBytes));
  });
}

int64_t rowWidth(RankedTensorType type) {
  return getScaled(type) ? packedRowBytes(type) : type.getShape().back();
}

void giveRow(KernelBuilder &k, RankedTensorType type,
             llvm::function_ref<Val(Val column)> load, Tile &out, Vals inTile) {
  if (getScaled(type))
    return quantizeRow(
        k, type, [&](Val column) { return toF32(load(column)); }, out, inTile);
  k.loop(k.index(0), k.index(type.getShape().back()), kLanes, {&out},
         [&](Val column) { k.store(load(column), out, at(inTile, column)); });
}

static void emitQuantize(KernelBuilder &k, QuantizeOp op) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Value x = k.argument(op.getInput());
  k.rowGrid(x, packedRowBytes(type), [&](Vals row, Vals inTile, Tile &out) {
    auto load = [&](Val column) {
      return loadValues(k, op.getInput(), row, column);
    };
    quantizeRow(k, type, load, out, inTile);
  });
}

static void emitDequantize(KernelBuilder &k, DequantizeOp op) {
  int64_t channels = op.getResult().getType().getShape().back();
  Value shapeOf = k.argument(op.getInput());
  k.rowGrid(shapeOf, channels, [&](Vals row, Vals inTile, Tile &out) {
    k.loop(k.index(0), k.index(channels), kLanes, {&out}, [&](Val column) {
      Val values = loadValues(k, op.getInput(), row, column);
      k.store(toBF16(values), out, at(inTile, column));
    });
  });
}

void populateQuantEmitters(EmitterRegistry &registry) {
  registry.add(emitQuantize);
  registry.add(emitDequantize);
}

} // namespace cedar
