//===- ValMath.cpp - exp, log1p, sigmoid, cos and sin
//----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementary functions as IR, so that every target and every vector width gives
// the same bits: no library calls, no fused operations. Methods are textbook
// ones (Cody and Waite, "Software Manual for the Elementary Functions", 1980):
// argument reduction, then a polynomial.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Val.h"

using namespace mlir;

namespace cedar {

/// c[0] + x (c[1] + x (c[2] + ...)).
static Val polynomial(Val x, ArrayRef<double> coefficients) {
  Val sum = constantLike(x, coefficients.back());
  for (double c : llvm::reverse(coefficients.drop_back()))
    sum = sum * x + c;
  return sum;
}

Val exp(Val x) {
  // In double, so that one rounding at the end is all the error there is.
  // Adding 1.5 * 2^52 rounds to an integer, whose value is in the low bits.
  constexpr double magic = 6755399441055744.0;
  Val wide = toF64(min(max(x, constantLike(x, -104.0)), constantLike(x, 89.0)));
  Val shifted = wide * 1.44269504088896341 + magic;
  Val n = shifted - magic;
  Val r = wide - n * 0.693147180559945309;
  Val y = polynomial(r, {1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120,
                         1.0 / 720, 1.0 / 5040, 1.0 / 40320});
  // 2^n y: n is added to the exponent.
  auto &b = *x.builder;
  Val bits =
      bitcast(y, b.getI64Type()) + (bitcast(shifted, b.getI64Type()) << 52);
  return toF32(bitcast(bits, b.getF64Type()));
}

Val sigmoid(Val x) { return constantLike(x, 1.0) / (exp(-x) + 1.0); }

/// log(u) for f64 u >= 1.
static Val log(Val u) {
  auto &b = *u.builder;
  // u = m 2^e with m in [sqrt(1/2), sqrt(2)).
  Val bits = bitcast(u, b.getI64Type());
  Val shifted = bits - static_cast<double>(0x3FE6A09E00000000);
  Val e = shifted >> 52;
  Val m = bitcast(bits - (e << 52), b.getF64Type());
  Val s = (m - 1.0) / (m + 1.0);
  Val s2 = s * s;
  Val series = polynomial(s2, {2.0, 2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9,
                               2.0 / 11, 2.0 / 13, 2.0 / 15});
  return intToFloat(e, b.getF64Type()) * 0.693147180559945309 + s * series;
}

Val log1p(Val x) {
  Val wide = toF64(x);
  Val small = wide - wide * wide * 0.5 + wide * wide * wide * (1.0 / 3);
  Val isSmall = x < constantLike(x, 1e-4);
  Val value = toF32(select(isSmall, small, log(wide + 1.0)));
  Val infinity = constantLike(x, std::numeric_limits<double>::infinity());
  return select(x < infinity, value, x); // `log` reads the bits of a number
}

std::pair<Val, Val> cosSin(Val angle) {
  constexpr double magic = 6755399441055744.0; // 1.5 * 2^52
  Val x = toF64(angle);
  Val shifted = x * 0.636619772367581343 + magic;
  Val n = shifted - magic;
  Val quadrant = bitcast(shifted, x.builder->getI64Type()) & int64_t(3);
  // pi/2 in two parts; the first has 33 bits, so n * first is exact below 2^20.
  Val r = (x - n * 1.57079632673412561417) - n * 6.07710050650619224932e-11;
  Val r2 = r * r;
  Val sine =
      r + r * r2 *
              polynomial(r2, {-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880,
                              -1.0 / 39916800, 1.0 / 6227020800.0});
  Val cosine =
      polynomial(r2, {1.0, -0.5, 1.0 / 24, -1.0 / 720, 1.0 / 40320,
                      -1.0 / 3628800, 1.0 / 479001600.0, -1.0 / 87178291200.0});
  auto inQuadrant = [&](int64_t q) {
    return equal(quadrant, constantLike(quadrant, q));
  };
  Val c = select(
      inQuadrant(0), cosine,
      select(inQuadrant(1), -sine, select(inQuadrant(2), -cosine, sine)));
  Val s = select(
      inQuadrant(0), sine,
      select(inQuadrant(1), cosine, select(inQuadrant(2), -sine, -cosine)));
  return {toF32(c), toF32(s)};
}

} // namespace cedar
