//===- Val.cpp - arithmetic on SSA values as C++ expressions
//---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One arith, math or vector op per operator; the only logic is the choice
// between float and integer forms and the broadcast of scalars.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Val.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace cedar {

static bool isFloat(Val v) { return isa<FloatType>(elementType(v)); }

Type elementType(Val v) { return getElementTypeOrSelf(v.type()); }

Type withElement(Type like, Type element) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.cloneWith(std::nullopt, element);
  return element;
}

static TypedAttr constantAttr(Type type, double value) {
  Type element = getElementTypeOrSelf(type);
  TypedAttr scalar;
  if (auto floatType = dyn_cast<FloatType>(element))
    scalar = FloatAttr::get(floatType, value);
  else
    scalar = IntegerAttr::get(element, static_cast<int64_t>(value));
  if (auto vector = dyn_cast<VectorType>(type))
    return DenseElementsAttr::get(vector, scalar);
  return scalar;
}

static Val constantOf(Val like, Type type, double value) {
  auto &b = *like.builder;
  return {&b,
          arith::ConstantOp::create(b, b.getLoc(), constantAttr(type, value))};
}

Val constantLike(Val like, double value) {
  return constantOf(like, like.type(), value);
}

Val splat(Val v, int64_t lanes) {
  auto type = VectorType::get({lanes}, v.type());
  return {v.builder, vector::BroadcastOp::create(*v.builder,
                                                 v.builder->getLoc(), type, v)};
}

/// Broadcasts the scalar one of two operands to the other's shape.
static void unify(Val &a, Val &b) {
  auto vectorA = dyn_cast<VectorType>(a.type());
  auto vectorB = dyn_cast<VectorType>(b.type());
  if (vectorA && !vectorB)
    b = splat(b, vectorA.getNumElements());
  else if (vectorB && !vectorA)
    a = splat(a, vectorB.getNumElements());
}

template <typename Op>
static Val create(Val a, Val b) {
  return {a.builder, Op::create(*a.builder, a.builder->getLoc(), a, b)};
}

template <typename FloatOp, typename IntOp>
static Val binary(Val a, Val b) {
  unify(a, b);
  return isFloat(a) ? create<FloatOp>(a, b) : create<IntOp>(a, b);
}

template <typename IntOp>
static Val integerBinary(Val a, Val b) {
  unify(a, b);
  return create<IntOp>(a, b);
}

Val operator+(Val a, Val b) {
  return binary<arith::AddFOp, arith::AddIOp>(a, b);
}
Val operator-(Val a, Val b) {
  return binary<arith::SubFOp, arith::SubIOp>(a, b);
}
Val operator*(Val a, Val b) {
  return binary<arith::MulFOp, arith::MulIOp>(a, b);
}
Val operator/(Val a, Val b) {
  return binary<arith::DivFOp, arith::DivUIOp>(a, b);
}
Val operator%(Val a, Val b) { return integerBinary<arith::RemUIOp>(a, b); }
Val operator&(Val a, Val b) { return integerBinary<arith::AndIOp>(a, b); }
Val operator|(Val a, Val b) { return integerBinary<arith::OrIOp>(a, b); }
Val operator^(Val a, Val b) { return integerBinary<arith::XOrIOp>(a, b); }
Val operator<<(Val a, int64_t bits) {
  return create<arith::ShLIOp>(a, constantLike(a, bits));
}
Val operator>>(Val a, int64_t bits) {
  return create<arith::ShRUIOp>(a, constantLike(a, bits));
}
Val operator+(Val a, double b) { return a + constantLike(a, b); }
Val operator-(Val a, double b) { return a - constantLike(a, b); }
Val operator*(Val a, double b) { return a * constantLike(a, b); }
Val operator/(Val a, double b) { return a / constantLike(a, b); }
Val operator%(Val a, double b) { return a % constantLike(a, b); }
Val operator&(Val a, int64_t b) { return a & constantLike(a, b); }

Val operator-(Val a) {
  if (isFloat(a))
    return {a.builder,
            arith::NegFOp::create(*a.builder, a.builder->getLoc(), a)};
  return constantLike(a, 0) - a;
}

Val fma(Val a, Val b, Val c) {
  unify(a, b);
  unify(a, c);
  auto &builder = *a.builder;
  return {&builder, math::FmaOp::create(builder, builder.getLoc(), a, b, c)};
}

Val max(Val a, Val b) {
  return binary<arith::MaximumFOp, arith::MaxSIOp>(a, b);
}
Val min(Val a, Val b) {
  return binary<arith::MinimumFOp, arith::MinSIOp>(a, b);
}
Val abs(Val a) {
  return {a.builder, math::AbsFOp::create(*a.builder, a.builder->getLoc(), a)};
}
Val sqrt(Val a) {
  return {a.builder, math::SqrtOp::create(*a.builder, a.builder->getLoc(), a)};
}
Val copysign(Val a, Val b) {
  unify(a, b);
  return create<math::CopySignOp>(a, b);
}

static Val compare(Val a, Val b, arith::CmpFPredicate floats,
                   arith::CmpIPredicate ints, arith::CmpIPredicate indices) {
  unify(a, b);
  auto &builder = *a.builder;
  if (isFloat(a))
    return {&builder,
            arith::CmpFOp::create(builder, builder.getLoc(), floats, a, b)};
  bool isIndex = isa<IndexType>(elementType(a));
  return {&builder, arith::CmpIOp::create(builder, builder.getLoc(),
                                          isIndex ? indices : ints, a, b)};
}

Val operator<(Val a, Val b) {
  return compare(a, b, arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt,
                 arith::CmpIPredicate::ult);
}
Val operator<=(Val a, Val b) {
  return compare(a, b, arith::CmpFPredicate::OLE, arith::CmpIPredicate::sle,
                 arith::CmpIPredicate::ule);
}
Val operator>(Val a, Val b) { return b < a; }
Val operator>=(Val a, Val b) { return b <= a; }
Val equal(Val a, Val b) {
  return compare(a, b, arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq,
                 arith::CmpIPredicate::eq);
}
Val notEqual(Val a, Val b) {
  return compare(a, b, arith::CmpFPredicate::UNE, arith::CmpIPredicate::ne,
                 arith::CmpIPredicate::ne);
}
Val select(Val condition, Val a, Val b) {
  unify(a, b);
  auto vector = dyn_cast<VectorType>(condition.type());
  if (vector && !isa<VectorType>(a.type())) {
    a = splat(a, vector.getNumElements());
    b = splat(b, vector.getNumElements());
  }
  auto &builder = *a.builder;
  return {&builder,
          arith::SelectOp::create(builder, builder.getLoc(), condition, a, b)};
}

template <typename Op>
static Val cast(Val v, Type element) {
  Type type = withElement(v.type(), element);
  if (type == v.type())
    return v;
  return {v.builder,
          Op::create(*v.builder, v.builder->getLoc(), type, v.value)};
}

Val toF32(Val v) {
  Type f32 = v.builder->getF32Type();
  if (elementType(v).getIntOrFloatBitWidth() > 32)
    return cast<arith::TruncFOp>(v, f32);
  return cast<arith::ExtFOp>(v, f32);
}
Val toF64(Val v) { return cast<arith::ExtFOp>(v, v.builder->getF64Type()); }
Val toBF16(Val v) { return cast<arith::TruncFOp>(v, v.builder->getBF16Type()); }
Val roundBF16(Val v) { return toF32(toBF16(v)); }

Val toInt(Val v, unsigned bits, bool isSigned) {
  Type element = v.builder->getIntegerType(bits);
  if (isa<IndexType>(elementType(v)))
    return cast<arith::IndexCastOp>(v, element);
  unsigned width = elementType(v).getIntOrFloatBitWidth();
  if (bits < width)
    return cast<arith::TruncIOp>(v, element);
  return isSigned ? cast<arith::ExtSIOp>(v, element)
                  : cast<arith::ExtUIOp>(v, element);
}

Val toIndex(Val v) {
  return cast<arith::IndexCastOp>(v, v.builder->getIndexType());
}
Val intToFloat(Val v, Type element) {
  return cast<arith::SIToFPOp>(v, element);
}
Val floatToInt(Val v, unsigned bits) {
  return cast<arith::FPToSIOp>(v, v.builder->getIntegerType(bits));
}
Val bitcast(Val v, Type element) { return cast<arith::BitcastOp>(v, element); }

/// Halves a vector until one lane is left, joining the halves with `join`.
static Val reduceLanes(Val v, llvm::function_ref<Val(Val, Val)> join) {
  auto &b = *v.builder;
  int64_t width = llvm::cast<VectorType>(v.type()).getNumElements();
  auto half = [&](int64_t begin, int64_t size) {
    return Val{&b, vector::ExtractStridedSliceOp::create(
                       b, b.getLoc(), v, ArrayRef<int64_t>{begin},
                       ArrayRef<int64_t>{size}, ArrayRef<int64_t>{1})};
  };
  for (; width > 1; width /= 2)
    v = join(half(0, width / 2), half(width / 2, width / 2));
  return lane(v, 0);
}

Val sumLanes(Val v) {
  return reduceLanes(v, [](Val a, Val b) { return a + b; });
}
Val maxLanes(Val v) {
  return reduceLanes(v, [](Val a, Val b) { return max(a, b); });
}
/// Joins the lanes one after the other.
static Val foldLanes(Val v, llvm::function_ref<Val(Val, Val)> join) {
  Val result = lane(v, 0);
  for (int64_t i = 1; i < llvm::cast<VectorType>(v.type()).getNumElements();
       ++i)
    result = join(result, lane(v, i));
  return result;
}

Val sumAscending(Val v) {
  return foldLanes(v, [](Val a, Val b) { return a + b; });
}
Val maxAscending(Val v) {
  return foldLanes(v, [](Val a, Val b) { return max(a, b); });
}
Val lane(Val v, int64_t i) {
  auto &b = *v.builder;
  return {&b, vector::ExtractOp::create(b, b.getLoc(), v, i)};
}
std::pair<Val, Val> deinterleave(Val v) {
  auto &b = *v.builder;
  auto op = vector::DeinterleaveOp::create(b, b.getLoc(), v);
  return {Val{&b, op.getRes1()}, Val{&b, op.getRes2()}};
}
Val interleave(Val even, Val odd) {
  auto &b = *even.builder;
  return {&b, vector::InterleaveOp::create(b, b.getLoc(), even, odd)};
}

} // namespace cedar
