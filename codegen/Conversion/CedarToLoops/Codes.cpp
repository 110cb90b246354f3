//===- Codes.cpp - FP8, FP4 and scale codes in kernels ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both code formats are narrow relatives of IEEE half: their exponent and mantissa
// bits, moved to the place of a half's, give the value up to a power of two, for
// normal and subnormal codes alike.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Codes.h"

#include "dialect/Cedar/IR/CedarTypes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace cedar {

/// A half with magnitude bits `magnitude` and the sign in bit 15 of `sign`, times
/// `scale`.
static Val fromHalfBits(Val magnitude, Val sign, double scale) {
  Val half = bitcast(magnitude | (sign & int64_t(0x8000)), sign.builder->getF16Type());
  return toF32(half) * scale;
}

Val decodeE4M3(Val codes) {
  Val wide = toInt(codes, 16);
  Val magnitude = wide & int64_t(0x7F);
  Val value = fromHalfBits(magnitude << 7, wide << 8, 256.0); // bias 15 against 7
  Val isNan = equal(magnitude, constantLike(magnitude, 0x7F));
  return select(isNan, constantLike(value, std::nan("")), value);
}

Val decodeE2M1(Val bytes) {
  auto &b = *bytes.builder;
  Val low = bytes & int64_t(0xF);
  Val high = bytes >> 4;
  Val codes{&b, vector::InterleaveOp::create(b, b.getLoc(), low, high)};
  Val wide = toInt(codes, 16);
  return fromHalfBits((wide & int64_t(7)) << 9, wide << 12, 16384.0); // bias 15 against 1
}

Val decodeE8M0(Val byte) {
  Val wide = toInt(byte, 32);
  Val bits = wide << 23;
  bits = select(equal(wide, constantLike(wide, 0)),
                constantLike(wide, 0x00400000), bits);
  bits = select(equal(wide, constantLike(wide, 255)),
                constantLike(wide, 0x7FC00000), bits);
  return bitcast(bits, byte.builder->getF32Type());
}

static Val decodeScale(Val byte, Type scaleType) {
  return isa<Float8E8M0FNUType>(scaleType) ? decodeE8M0(byte) : decodeE4M3(byte);
}

/// 16 codes of type `element` whose first is in column `column` of `row`.
static Val loadCodes(KernelBuilder &k, Value memory, Vals row, Type element,
                     Val column) {
  SmallVector<Val> indices(row);
  if (element.getIntOrFloatBitWidth() == 4) {
    indices.push_back(column / 2);
    return decodeE2M1(k.loadInside(memory, indices, kLanes / 2));
  }
  indices.push_back(column);
  return decodeE4M3(k.loadInside(memory, indices));
}

Val loadPacked(KernelBuilder &k, Value memory, Vals row, RankedTensorType type,
               Val column) {
  ScaledAttr scaled = getScaled(type);
  int64_t channels = type.getShape().back();
  int64_t codeBytes = channels * type.getElementTypeBitWidth() / 8;
  Val codes = loadCodes(k, memory, row, type.getElementType(), column);
  SmallVector<Val> scaleIndex(row);
  scaleIndex.push_back(column / scaled.getBlock().back() + codeBytes);
  return codes * decodeScale(k.load(memory, scaleIndex), scaled.getScaleType());
}

Val loadWeight(KernelBuilder &k, ArrayRef<Value> parts, RankedTensorType type,
               Val row, Val column) {
  ScaledAttr scaled = getScaled(type);
  if (!scaled)
    return toF32(k.loadVector(parts[0], {row, column}));
  Val codes = loadCodes(k, parts[0], {row}, type.getElementType(), column);
  ArrayRef<int64_t> block = scaled.getBlock();
  Val scale = k.load(parts[1], {row / block[0], column / block[1]});
  return codes * decodeScale(scale, scaled.getScaleType());
}

} // namespace cedar
