//===- Val.h - arithmetic on SSA values as C++ expressions
//-----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `Val` is an SSA value with the builder that extends the kernel it belongs to,
// so that emitters read like the formulas of the specification. Operands are
// scalars or vectors of one element type; a scalar operand is broadcast to the
// other's vector shape. `+ - *` never contract and never reassociate: `fma` is
// only for factors whose product is exact (bf16 values and codes).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_VAL_H
#define CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_VAL_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace cedar {

/// Lanes of every vector of a kernel, a part of the ops' semantics: a sum over
/// k is 16 partial sums, lane i taking k = i mod 16.
constexpr int64_t kLanes = 16;

/// An SSA value that C++ operators extend.
struct Val {
  mlir::ImplicitLocOpBuilder *builder = nullptr;
  mlir::Value value;

  mlir::Type type() const { return value.getType(); }
  operator mlir::Value() const { return value; }
};

/// Element type of a scalar or vector value.
mlir::Type elementType(Val v);
/// `like` with element type `element`: a scalar or vector type.
mlir::Type withElement(mlir::Type like, mlir::Type element);

/// A constant of the type of `like` (splat for vectors).
Val constantLike(Val like, double value);
/// The scalar `v` as a vector of `lanes`.
Val splat(Val v, int64_t lanes = kLanes);

Val operator+(Val a, Val b);
Val operator-(Val a, Val b);
Val operator*(Val a, Val b);
/// Float or unsigned integer division.
Val operator/(Val a, Val b);
/// Unsigned integer remainder.
Val operator%(Val a, Val b);
Val operator&(Val a, Val b);
Val operator|(Val a, Val b);
Val operator^(Val a, Val b);
Val operator<<(Val a, int64_t bits);
/// Logical shift right.
Val operator>>(Val a, int64_t bits);
Val operator+(Val a, double b);
Val operator-(Val a, double b);
Val operator*(Val a, double b);
Val operator/(Val a, double b);
Val operator%(Val a, double b);
Val operator&(Val a, int64_t b);
Val operator-(Val a);

/// a * b + c with one rounding; the product must be exact.
Val fma(Val a, Val b, Val c);
/// IEEE maximum / minimum of floats (NaN propagates), signed for integers.
Val max(Val a, Val b);
Val min(Val a, Val b);
Val abs(Val a);
/// Square root, correctly rounded.
Val sqrt(Val a);
/// Magnitude of `a`, sign of `b`.
Val copysign(Val a, Val b);

/// Comparisons: ordered for floats, signed for integers, unsigned for index.
Val operator<(Val a, Val b);
Val operator<=(Val a, Val b);
Val operator>(Val a, Val b);
Val operator>=(Val a, Val b);
Val equal(Val a, Val b);
Val notEqual(Val a, Val b);
Val select(Val condition, Val a, Val b);

/// Conversions, elementwise. bf16 rounds to nearest even.
Val toF32(Val v);
Val toF64(Val v);
Val toBF16(Val v);
/// bf16 rounding of an f32 value, as f32.
Val roundBF16(Val v);
/// Integers and index: zero- or sign-extends, truncates, or casts.
Val toInt(Val v, unsigned bits, bool isSigned = false);
Val toIndex(Val v);
/// Signed integer to float.
Val intToFloat(Val v, mlir::Type element);
/// Float to signed integer, toward zero.
Val floatToInt(Val v, unsigned bits);
/// Same bits as another element type of equal width.
Val bitcast(Val v, mlir::Type element);

/// Sum and maximum of the 16 lanes by the fixed tree (8, 4, 2, 1).
Val sumLanes(Val v);
Val maxLanes(Val v);
/// Sum and maximum of any number of lanes, in ascending order.
Val sumAscending(Val v);
Val maxAscending(Val v);
/// Lane `i` of a vector.
Val lane(Val v, int64_t i);
/// Even lanes and odd lanes.
std::pair<Val, Val> deinterleave(Val v);
/// Lanes of `even` and `odd` in turn.
Val interleave(Val even, Val odd);

/// e^x for f32 (x <= 88.7), about 1 ulp, without fused operations.
Val exp(Val x);
/// log(1 + x) for f32 x >= 0.
Val log1p(Val x);
/// 1 / (1 + e^-x) for f32.
Val sigmoid(Val x);
/// cos and sin of an f32 angle in radians, |a| < 2^24, through f64.
std::pair<Val, Val> cosSin(Val angle);

} // namespace cedar

#endif // CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_VAL_H
