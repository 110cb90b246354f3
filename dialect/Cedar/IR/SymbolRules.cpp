//===- SymbolRules.cpp - rules of symbol users ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/SymbolRules.h"

#include "dialect/Cedar/IR/OpRules.h"

using namespace mlir;
using namespace cedar;

WeightOp cedar::findWeight(Operation *op, SymbolTableCollection &tables,
                           StringAttr symbol) {
  auto weight = tables.lookupNearestSymbolFrom<WeightOp>(op, symbol);
  if (!weight)
    op->emitOpError("expected a cedar.weight named '")
        << symbol.getValue() << "', found none";
  return weight;
}

StateOp cedar::findState(Operation *op, SymbolTableCollection &tables,
                         StringAttr symbol) {
  auto state = tables.lookupNearestSymbolFrom<StateOp>(op, symbol);
  if (!state)
    op->emitOpError("expected a cedar.state named '")
        << symbol.getValue() << "', found none";
  return state;
}

StateType cedar::findState(Operation *op, SymbolTableCollection &tables,
                           FlatSymbolRefAttr symbol, StringRef role) {
  StateOp state = findState(op, tables, symbol.getAttr());
  if (!state)
    return {};
  if (state.getRole() == role)
    return cast<StateType>(state.getType());
  InFlightDiagnostic error = op->emitOpError("expected the state '")
                             << symbol.getValue() << "' to have role '" << role
                             << "', found '" << state.getRole() << "'";
  error.attachNote(state.getLoc()) << "the state is here";
  return {};
}

StringAttr PathWeights::symbol(StringRef suffix) const {
  auto interface = const_cast<LayerOpInterface &>(op);
  return StringAttr::get(interface->getContext(),
                         interface.getWeightPath() + "." + suffix);
}

int64_t PathWeights::dim(StringRef suffix, unsigned index) {
  auto weight = tables.lookupNearestSymbolFrom<WeightOp>(op, symbol(suffix));
  if (!weight)
    return ShapedType::kDynamic;
  auto type = cast<RankedTensorType>(weight.getType());
  return index < type.getRank() ? type.getDimSize(index) : ShapedType::kDynamic;
}

static bool shapesAgree(ArrayRef<int64_t> found, ArrayRef<int64_t> expected) {
  return found.size() == expected.size() &&
         llvm::all_of(llvm::zip(found, expected), [](auto sizes) {
           return sizesAgree(std::get<0>(sizes), std::get<1>(sizes));
         });
}

PathWeights &PathWeights::shape(StringRef suffix, ArrayRef<int64_t> expected) {
  if (broken)
    return *this;
  WeightOp weight = findWeight(op, tables, symbol(suffix));
  broken = !weight;
  if (broken)
    return *this;
  auto type = cast<RankedTensorType>(weight.getType());
  broken = !shapesAgree(type.getShape(), expected);
  if (!broken)
    return *this;
  auto shape = RankedTensorType::get(expected, type.getElementType());
  InFlightDiagnostic error = op->emitOpError("expected the weight '")
                             << weight.getSymName() << "' of type " << shape
                             << ", found " << type;
  error.attachNote(weight.getLoc()) << "the weight is here";
  return *this;
}
