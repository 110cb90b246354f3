//===- Decision.h - remarks on what a pass decided -*- C++ -*--------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every decision is a remark of MLIR's remark engine: passed, missed or
// analysis, in the category of its pass, with a reason and, where the user can
// change something, a suggestion. The decision trace of cedar-compile is made
// of the same remarks; two arguments are for it:
//
//   Topic   the ops that the decision is about, "rms_norm, quantize"
//   Where   paths of the model, if the remark's location does not tell them
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_DECISION_H
#define CEDAR_PASSES_DECISION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"

namespace cedar {

inline constexpr llvm::StringLiteral topicKey = "Topic";
inline constexpr llvm::StringLiteral whereKey = "Where";

/// The name of the function, or of what else in a module holds `op`, or "".
inline llvm::StringRef holderOf(mlir::Operation *op) {
  for (; op && !llvm::isa<mlir::ModuleOp>(op); op = op->getParentOp())
    if (auto name = op->getAttrOfType<mlir::StringAttr>(
            mlir::SymbolTable::getSymbolAttrName()))
      return name.getValue();
  return "";
}

/// What a remark of `pass` on something in `function` is filed under.
inline mlir::remark::RemarkOpts decisionOf(llvm::StringRef pass,
                                           llvm::StringRef name,
                                           llvm::StringRef function) {
  return mlir::remark::RemarkOpts::name(name).category(pass).function(function);
}

/// The same on `op`.
inline mlir::remark::RemarkOpts
decisionOf(llvm::StringRef pass, llvm::StringRef name, mlir::Operation *op) {
  return decisionOf(pass, name, holderOf(op));
}

inline mlir::remark::detail::LazyTextBuild topic(std::string ops) {
  return mlir::remark::metric(topicKey, std::move(ops));
}

inline mlir::remark::detail::LazyTextBuild where(std::string paths) {
  return mlir::remark::metric(whereKey, std::move(paths));
}

/// Says that `pass` does nothing with `op`, why, and what to do if it should.
inline void remarkLeftAlone(llvm::StringRef pass, mlir::Operation *op,
                            const llvm::Twine &why,
                            const llvm::Twine &advice = "") {
  std::string name = op->getName().stripDialect().str();
  auto symbol = op->getAttrOfType<mlir::StringAttr>(
      mlir::SymbolTable::getSymbolAttrName());
  auto remark =
      mlir::remark::analysis(op->getLoc(), decisionOf(pass, "left-alone", op));
  remark << mlir::remark::add("{0} is left as it is",
                              symbol ? "@" + symbol.str() : name)
         << mlir::remark::reason("{0}", why.str());
  if (!advice.isTriviallyEmpty())
    remark << mlir::remark::suggest("{0}", advice.str());
  remark << topic(name);
}

} // namespace cedar

#endif // CEDAR_PASSES_DECISION_H
