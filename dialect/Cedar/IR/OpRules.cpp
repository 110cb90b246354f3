//===- OpRules.cpp - rules of verifiers -----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/OpRules.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace cedar;

int64_t cedar::sizeProduct(int64_t a, int64_t b) {
  if (ShapedType::isDynamic(a) || ShapedType::isDynamic(b))
    return ShapedType::kDynamic;
  int64_t product;
  bool overflow = llvm::MulOverflow(a, b, product);
  return overflow ? std::numeric_limits<int64_t>::max() : product;
}

int64_t cedar::sizeSum(int64_t a, int64_t b) {
  if (ShapedType::isDynamic(a) || ShapedType::isDynamic(b))
    return ShapedType::kDynamic;
  int64_t sum;
  bool overflow = llvm::AddOverflow(a, b, sum);
  return overflow ? std::numeric_limits<int64_t>::max() : sum;
}

bool cedar::sizesAgree(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

OpRules &OpRules::that(bool holds, const Twine &message) {
  if (broken || holds)
    return *this;
  op->emitOpError(message);
  broken = true;
  return *this;
}

OpRules &OpRules::rank(const NamedTensor &tensor, int64_t expected) {
  int64_t found = tensor.type.getRank();
  return that(found == expected, "expected '" + tensor.name + "' of rank " +
                                     Twine(expected) + ", found rank " +
                                     Twine(found));
}

OpRules &OpRules::dim(const NamedTensor &tensor, int64_t index,
                      int64_t expected) {
  if (broken)
    return *this;
  int64_t found = tensor.type.getDimSize(index);
  return that(sizesAgree(found, expected),
              "expected dimension " + Twine(index) + " of '" + tensor.name +
                  "' to be " + Twine(expected) + ", found " + Twine(found));
}

OpRules &OpRules::rows(const NamedTensor &tensor,
                       ArrayRef<NamedTensor> others) {
  for (const NamedTensor &other : others)
    that(sizesAgree(other.dim(0), tensor.dim(0)),
         "expected '" + other.name + "' of " + Twine(tensor.dim(0)) +
             " rows as '" + tensor.name + "', found " + Twine(other.dim(0)));
  return *this;
}

OpRules &OpRules::sameShape(const NamedTensor &tensor,
                            const NamedTensor &like) {
  if (broken || succeeded(verifyCompatibleShape(tensor.type, like.type)))
    return *this;
  op->emitOpError("expected '")
      << tensor.name << "' of the shape of '" << like.name << "', " << like.type
      << ", found " << tensor.type;
  broken = true;
  return *this;
}

OpRules &OpRules::sameElements(const NamedTensor &tensor,
                               const NamedTensor &like) {
  if (broken || (tensor.type.getElementType() == like.type.getElementType() &&
                 tensor.type.getEncoding() == like.type.getEncoding()))
    return *this;
  op->emitOpError("expected '")
      << tensor.name << "' of the elements of '" << like.name << "', "
      << like.type << ", found " << tensor.type;
  broken = true;
  return *this;
}

OpRules &OpRules::format(const NamedTensor &tensor, StringRef format,
                         bool matches) {
  if (broken || matches)
    return *this;
  op->emitOpError("expected '")
      << tensor.name << "' in " << format << " form, found " << tensor.type;
  broken = true;
  return *this;
}

OpRules &OpRules::atLeast(StringRef name, int64_t value, int64_t minimum) {
  return that(value >= minimum, "expected '" + name + "' of at least " +
                                    Twine(minimum) + ", found " + Twine(value));
}

OpRules &OpRules::atMost(StringRef name, int64_t value, int64_t maximum) {
  return that(value <= maximum, "expected '" + name + "' of at most " +
                                    Twine(maximum) + ", found " + Twine(value));
}

OpRules &OpRules::sign(StringRef name, const APFloat &value, bool holds,
                       StringRef expected) {
  SmallString<16> found;
  value.toString(found);
  return that(value.isFinite() && holds,
              "expected " + expected + " '" + name + "', found " + found);
}

OpRules &OpRules::positive(StringRef name, const APFloat &value) {
  return sign(name, value, !value.isNegative() && !value.isZero(),
              "a positive");
}

OpRules &OpRules::notNegative(StringRef name, const APFloat &value) {
  return sign(name, value, !value.isNegative() || value.isZero(),
              "a non-negative");
}

OpRules &OpRules::finite(StringRef name, const APFloat &value) {
  return sign(name, value, true, "a finite");
}

OpRules &OpRules::kind(StringRef name, StateType state, StateKind expected) {
  return that(state.getKind() == expected,
              "expected '" + name + "' to be a " +
                  stringifyStateKind(expected) + " state, found a " +
                  stringifyStateKind(state.getKind()) + " one");
}

OpRules &OpRules::row(StringRef name, StateType state,
                      RankedTensorType expected) {
  if (broken || state.getRow() == expected)
    return *this;
  op->emitOpError("expected rows of '")
      << name << "' of type " << expected << ", found " << state.getRow();
  broken = true;
  return *this;
}
