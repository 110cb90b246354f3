//===- OpRules.h - rules of verifiers -*- C++ -*---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A verifier is a chain of rules; the first broken one is reported, with what
// was expected before what was found:
//
//     return OpRules(*this)
//         .rows({"input", getInput()}, {{"kind", getKind()}})
//         .atLeast("topk", getTopk(), 1)
//         .result();
//
// A dynamic size agrees with every size.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_OPRULES_H
#define CEDAR_DIALECT_CEDAR_IR_OPRULES_H

#include "dialect/Cedar/IR/CedarTypes.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/Twine.h"

namespace cedar {

/// A tensor operand or result under its name in ODS.
struct NamedTensor {
  NamedTensor(llvm::StringRef name, mlir::Value value)
      : name(name), type(llvm::cast<mlir::RankedTensorType>(value.getType())) {}

  /// Size of dimension `index`, counted from the end if negative.
  int64_t dim(int64_t index) const {
    return type.getDimSize(index < 0 ? type.getRank() + index : index);
  }

  llvm::StringRef name;
  mlir::RankedTensorType type;
};

/// Product and sum of two sizes: dynamic if one is, and the largest number on
/// overflow.
int64_t sizeProduct(int64_t a, int64_t b);
int64_t sizeSum(int64_t a, int64_t b);

/// Whether the sizes may be the same at run time.
bool sizesAgree(int64_t a, int64_t b);

class OpRules {
public:
  explicit OpRules(mlir::Operation *op) : op(op) {}

  /// A condition; `message` begins with "expected".
  OpRules &that(bool holds, const llvm::Twine &message);

  OpRules &rank(const NamedTensor &tensor, int64_t expected);
  OpRules &dim(const NamedTensor &tensor, int64_t index, int64_t expected);
  /// The first dimensions of `others` agree with that of `tensor`.
  OpRules &rows(const NamedTensor &tensor, llvm::ArrayRef<NamedTensor> others);
  OpRules &sameShape(const NamedTensor &tensor, const NamedTensor &like);
  OpRules &sameElements(const NamedTensor &tensor, const NamedTensor &like);
  /// The tensor has the format that `matches` tells, named `format`.
  OpRules &format(const NamedTensor &tensor, llvm::StringRef format,
                  bool matches);

  OpRules &atLeast(llvm::StringRef name, int64_t value, int64_t minimum);
  OpRules &atMost(llvm::StringRef name, int64_t value, int64_t maximum);
  OpRules &positive(llvm::StringRef name, const llvm::APFloat &value);
  OpRules &notNegative(llvm::StringRef name, const llvm::APFloat &value);
  OpRules &finite(llvm::StringRef name, const llvm::APFloat &value);

  OpRules &kind(llvm::StringRef name, StateType state, StateKind expected);
  OpRules &row(llvm::StringRef name, StateType state,
               mlir::RankedTensorType expected);

  mlir::LogicalResult result() const { return mlir::failure(broken); }

private:
  OpRules &sign(llvm::StringRef name, const llvm::APFloat &value, bool holds,
                llvm::StringRef expected);

  mlir::Operation *op;
  bool broken = false;
};

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_OPRULES_H
