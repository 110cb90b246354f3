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

static Val halfToF32(Val magnitude, Val sign) {
  Val half =
      bitcast(magnitude | (sign & int64_t(0x8000)), sign.builder->getF16Type());
  return toF32(half);
}

static constexpr double kE4M3Factor = 256.0;   // bias 15 against 7
static constexpr double kE2M1Factor = 16384.0; // bias 15 against 1

/// Value of E4M3 codes / 2^8.
static Val halfOfE4M3(Val codes) {
  Val wide = toInt(codes, 16);
  Val magnitude = wide & int64_t(0x7F);
  Val isNan = equal(magnitude, constantLike(magnitude, 0x7F));
  Val bits = select(isNan, constantLike(magnitude, 0x7E00), magnitude << 7);
  return halfToF32(bits, wide << 8);
}

/// Value of E2M1 codes / 2^14.
static Val halfOfE2M1(Val bytes) {
  Val codes = interleave(bytes & int64_t(0xF), bytes >> 4);
  Val wide = toInt(codes, 16);
  return halfToF32((wide & int64_t(7)) << 9, wide << 12);
}

Val decodeE4M3(Val codes) { return halfOfE4M3(codes) * kE4M3Factor; }

Val decodeE2M1(Val bytes) { return halfOfE2M1(bytes) * kE2M1Factor; }

Val decodeE8M0(Val byte) {
  Val wide = toInt(byte, 32);
  // Byte 0 is the subnormal 2^-127, byte 255 infinity with a mantissa bit more.
  Val bits = max(wide << 23, constantLike(wide, 0x00400000)) |
             (((wide + 1) >> 8) << 22);
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

double codeFactor(RankedTensorType type) {
  if (!getScaled(type))
    return 1;
  return type.getElementTypeBitWidth() == 4 ? kE2M1Factor : kE4M3Factor;
}

/// 16 codes of type `element` whose first is in column `column` of `row`,
/// divided by their factor.
static Val loadCodes(KernelBuilder &k, Value memory, Vals row, Type element,
                     Val column) {
  if (element.getIntOrFloatBitWidth() == 4)
    return halfOfE2M1(k.loadInside(memory, at(row, column / 2), kLanes / 2));
  return halfOfE4M3(k.loadInside(memory, at(row, column)));
}

/// The same for `count` neighbouring codes, times `scale`.
static SmallVector<Val> loadScaled(KernelBuilder &k, Value memory, Vals row,
                                   RankedTensorType type, Val column,
                                   int64_t count, Val scale) {
  SmallVector<Val> values;
  for (int64_t i = 0; i < count; i += kLanes)
    values.push_back(
        loadCodes(k, memory, row, type.getElementType(), column + double(i)) *
        scale);
  return values;
}

SmallVector<Val> loadPackedGroup(KernelBuilder &k, Value memory, Vals row,
                                 RankedTensorType type, Val column,
                                 int64_t count) {
  ScaledAttr scaled = getScaled(type);
  int64_t channels = type.getShape().back();
  int64_t codeBytes = channels * type.getElementTypeBitWidth() / 8;
  Val index = column / scaled.getBlock().back() + codeBytes;
  Val scale =
      decodeScale(k.load(memory, at(row, index)), scaled.getScaleType());
  return loadScaled(k, memory, row, type, column, count, scale);
}

SmallVector<Val> loadWeightGroup(KernelBuilder &k, ArrayRef<Value> parts,
                                 RankedTensorType type, Val row, Val column,
                                 int64_t count) {
  if (ScaledAttr scaled = getScaled(type)) {
    ArrayRef<int64_t> block = scaled.getBlock();
    Val scale = k.load(parts[1], {row / block[0], column / block[1]});
    return loadScaled(k, parts[0], {row}, type, column, count,
                      decodeScale(scale, scaled.getScaleType()));
  }
  SmallVector<Val> values;
  for (int64_t i = 0; i < count; i += kLanes)
    values.push_back(toF32(k.loadVector(parts[0], {row, column + double(i)})));
  return values;
}

Val loadPacked(KernelBuilder &k, Value memory, Vals row, RankedTensorType type,
               Val column) {
  return loadPackedGroup(k, memory, row, type, column, kLanes)[0] *
         codeFactor(type);
}

Val loadWeight(KernelBuilder &k, ArrayRef<Value> parts, RankedTensorType type,
               Val row, Val column) {
  Val value = loadWeightGroup(k, parts, type, row, column, kLanes)[0];
  return getScaled(type) ? value * codeFactor(type) : value;
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
