//===- Codes.cpp - FP8, FP4 and scale codes in kernels ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both code formats are narrow relatives of IEEE half: their exponent and
// mantissa bits, moved to the place of a half's, give the value up to a power
// of two, for normal and subnormal codes alike.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Codes.h"

#include "dialect/Cedar/IR/CedarTypes.h"

using namespace mlir;

namespace cedar {

/// A half with magnitude bits `magnitude` and the sign in bit 15 of `sign`,
/// times `scale`.
static Val fromHalfBits(Val magnitude, Val sign, double scale) {
  Val half =
      bitcast(magnitude | (sign & int64_t(0x8000)), sign.builder->getF16Type());
  return toF32(half) * scale;
}

Val decodeE4M3(Val codes) {
  Val wide = toInt(codes, 16);
  Val magnitude = wide & int64_t(0x7F);
  Val value =
      fromHalfBits(magnitude << 7, wide << 8, 256.0); // bias 15 against 7
  Val isNan = equal(magnitude, constantLike(magnitude, 0x7F));
  return select(isNan, constantLike(value, std::nan("")), value);
}

Val decodeE2M1(Val bytes) {
  Val codes = interleave(bytes & int64_t(0xF), bytes >> 4);
  Val wide = toInt(codes, 16);
  return fromHalfBits((wide & int64_t(7)) << 9, wide << 12,
                      16384.0); // bias 15 against 1
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

namespace {

/// A format of sign, exponent and mantissa in few bits.
struct Minifloat {
  int64_t mantissaBits, bias;
  int64_t largest; ///< code of the largest finite magnitude
  int64_t signBit;
};

} // namespace

/// The magnitude code, before saturation, from the bits of |v|. Normal numbers
/// are rounded by adding half a code's distance (less one below an even code)
/// to the bits, subnormal ones by adding 2^23 steps.
static Val encodeMagnitude(Val bits, const Minifloat &format) {
  Type f32 = bits.builder->getF32Type();
  int64_t drop = 23 - format.mantissaBits;
  Val odd = (bits >> drop) & int64_t(1);
  Val rounded = (bits + double((int64_t(1) << (drop - 1)) - 1) + odd) >> drop;
  Val normal = rounded - double((127 - format.bias) << format.mantissaBits);
  Val steps =
      constantLike(bits, (151 - format.bias - format.mantissaBits) << 23);
  Val sum =
      bitcast(bitcast(bits, f32) + bitcast(steps, f32), elementType(bits));
  Val isSubnormal = bits < constantLike(bits, (128 - format.bias) << 23);
  return select(isSubnormal, sum - steps, normal);
}

/// The code as an i32.
static Val encode(Val v, const Minifloat &format) {
  Val bits = bitcast(v, v.builder->getI32Type());
  Val code = encodeMagnitude(bits & int64_t(0x7FFFFFFF), format);
  code = min(code, constantLike(code, format.largest));
  return code | ((bits >> 31) << format.signBit);
}

Val encodeE4M3(Val v) {
  Val code = encode(v, {/*mantissaBits=*/3, /*bias=*/7, /*largest=*/0x7E,
                        /*signBit=*/7});
  return toInt(select(equal(v, v), code, constantLike(code, 0x7F)), 8);
}

Val encodeE2M1(Val v) {
  Val code = encode(v, {/*mantissaBits=*/1, /*bias=*/1, /*largest=*/7,
                        /*signBit=*/3});
  auto [even, odd] = deinterleave(toInt(code, 8));
  return even | (odd << 4);
}

Val encodeE8M0Above(Val t) {
  Val bits = bitcast(t, t.builder->getI32Type());
  Val hasMantissa =
      toInt(notEqual(bits & int64_t(0x7FFFFF), constantLike(bits, 0)), 32);
  return toInt(min((bits >> 23) + hasMantissa, constantLike(bits, 255)), 8);
}

static Val decodeScale(Val byte, Type scaleType) {
  return isa<Float8E8M0FNUType>(scaleType) ? decodeE8M0(byte)
                                           : decodeE4M3(byte);
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

Val loadValues(KernelBuilder &k, Value operand, Vals row, Val column) {
  ArrayRef<Value> parts = k.parts(operand);
  auto type = cast<RankedTensorType>(operand.getType());
  if (parts.size() == 2)
    return loadWeight(k, parts, type, row.front(), column);
  if (getScaled(type))
    return loadPacked(k, parts.front(), row, type, column);
  return toF32(k.loadVector(parts.front(), at(row, column)));
}

} // namespace cedar
