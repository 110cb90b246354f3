//===- PrimitiveBuilder.cpp - builds the primitives of a layer op ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Model/PrimitiveBuilder.h"

#include "passes/Model/Taps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace cedar {

PrimitiveBuilder::PrimitiveBuilder(LayerOpInterface op,
                                   const SymbolTable &symbols, Value batch)
    : b(op), loc(op.getLoc()), op(op), symbols(symbols), batch(batch) {}

Value PrimitiveBuilder::weight(StringRef name) {
  return globalWeight((op.getWeightPath() + "." + name).str());
}

Value PrimitiveBuilder::globalWeight(StringRef symbol) {
  auto weight = symbols.lookup<WeightOp>(symbol);
  return WeightRefOp::create(b, loc, weight.getType(),
                             FlatSymbolRefAttr::get(weight.getSymNameAttr()));
}

Value PrimitiveBuilder::state(FlatSymbolRefAttr symbol) {
  auto state = symbols.lookup<StateOp>(symbol.getAttr());
  return StateRefOp::create(b, loc, state.getType(), symbol);
}

RankedTensorType PrimitiveBuilder::rows(ArrayRef<int64_t> shape, Type element) {
  SmallVector<int64_t> dims = {ShapedType::kDynamic};
  llvm::append_range(dims, shape);
  return RankedTensorType::get(dims, element);
}

Value PrimitiveBuilder::linearTo(Value input, StringRef name, Type element) {
  Value matrix = weight(name);
  int64_t n = cast<RankedTensorType>(matrix.getType()).getDimSize(0);
  return LinearOp::create(b, loc, rows({n}, element), input, matrix);
}

Value PrimitiveBuilder::linear(Value input, StringRef name) {
  return linearTo(input, name, b.getBF16Type());
}

Value PrimitiveBuilder::linearF32(Value input, StringRef name) {
  return linearTo(input, name, b.getF32Type());
}

Value PrimitiveBuilder::rmsNorm(Value input, StringRef name,
                                FloatAttr epsilon) {
  return RmsNormOp::create(b, loc, input.getType(), input, weight(name),
                           epsilon);
}

Value PrimitiveBuilder::rope(Value input, Value table, bool inverse) {
  return RopeOp::create(b, loc, input.getType(), input, table,
                        inverse ? b.getUnitAttr() : UnitAttr());
}

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

Value PrimitiveBuilder::aq8(Value input) {
  return QuantizeOp::create(b, loc, aq8Type(b.getContext(), shapeOf(input)),
                            input);
}

Value PrimitiveBuilder::mxfp4(Value input) {
  return QuantizeOp::create(b, loc, mxfp4Type(b.getContext(), shapeOf(input)),
                            input);
}

Value PrimitiveBuilder::nvfp4(Value input) {
  return QuantizeOp::create(b, loc, nvfp4Type(b.getContext(), shapeOf(input)),
                            input);
}

void PrimitiveBuilder::stage(Value rows, Value state) {
  StateStageOp::create(b, loc, rows, state);
}

/// Splits the last dimension of `input` into the given sizes.
Value PrimitiveBuilder::expand(Value input, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<ReassociationIndices> groups(type.getRank());
  for (size_t dim = 0; dim <= shape.size(); ++dim)
    groups[std::min<size_t>(dim, type.getRank() - 1)].push_back(dim);
  SmallVector<OpFoldResult> sizes = {tensor::getMixedSize(b, loc, batch, 0)};
  for (int64_t size : shape)
    sizes.push_back(b.getIndexAttr(size));
  return tensor::ExpandShapeOp::create(
      b, loc, rows(shape, type.getElementType()), input, groups, sizes);
}

Value PrimitiveBuilder::split(Value input, int64_t parts) {
  return expand(input, {parts, shapeOf(input)[1] / parts});
}

Value PrimitiveBuilder::column(Value input) { return expand(input, {1}); }

Value PrimitiveBuilder::join(Value input) {
  ArrayRef<int64_t> shape = shapeOf(input);
  SmallVector<ReassociationIndices> groups = {{0}, {1, 2}};
  auto element = cast<RankedTensorType>(input.getType()).getElementType();
  return tensor::CollapseShapeOp::create(
      b, loc, rows({shape[1] * shape[2]}, element), input, groups);
}

void PrimitiveBuilder::tapInner(Value value, StringRef inner) {
  auto taps = op->getAttrOfType<DictionaryAttr>(innerTapsAttrName);
  if (!taps)
    return;
  if (auto name = taps.getAs<StringAttr>(inner))
    setTap(cast<OpResult>(value), name);
}

} // namespace cedar
