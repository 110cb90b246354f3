//===- KernelSignature.cpp - arguments of lowered kernels
//------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows how operands are passed. See KernelSignature.h.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/KernelSignature.h"

#include "dialect/Cedar/IR/CedarTypes.h"

using namespace mlir;

namespace cedar {

static Type byteType(MLIRContext *context) {
  return IntegerType::get(context, 8);
}

/// [.., C] codes with row scales -> [.., bytes of a packed row].
static Type packedRows(RankedTensorType type) {
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = packedRowBytes(type);
  return RankedTensorType::get(shape, byteType(type.getContext()));
}

/// Shapes in bytes of the codes and of the scales of one weight matrix.
static std::pair<SmallVector<int64_t>, SmallVector<int64_t>>
weightPartShapes(RankedTensorType type) {
  ArrayRef<int64_t> shape = type.getShape().take_back(2);
  ArrayRef<int64_t> block = getScaled(type).getBlock();
  int64_t codesPerByte = type.getElementTypeBitWidth() == 4 ? 2 : 1;
  return {{shape[0], shape[1] / codesPerByte},
          {llvm::divideCeilSigned(shape[0], block[0]),
           llvm::divideCeilSigned(shape[1], block[1])}};
}

static SmallVector<Type> lowerWeight(RankedTensorType type) {
  auto [codes, scales] = weightPartShapes(type);
  Type byte = byteType(type.getContext());
  if (type.getRank() == 2)
    return {RankedTensorType::get(codes, byte),
            RankedTensorType::get(scales, byte)};
  auto table = [&](ArrayRef<int64_t> shape) {
    return MemRefType::get({type.getDimSize(0)}, MemRefType::get(shape, byte));
  };
  return {table(codes), table(scales)};
}

static Type lowerState(StateType state) {
  RankedTensorType row = state.getRow();
  int64_t width = row.getDimSize(0);
  Type element = row.getElementType();
  if (getScaled(row)) {
    width = packedRowBytes(row);
    element = byteType(row.getContext());
  }
  return MemRefType::get({ShapedType::kDynamic, state.getRows(), width},
                         element);
}

SmallVector<Type> lowerKernelType(Type type, bool isWeight) {
  if (auto state = dyn_cast<StateType>(type))
    return {lowerState(state)};
  auto tensor = cast<RankedTensorType>(type);
  if (!getScaled(tensor))
    return {tensor};
  if (isWeight)
    return lowerWeight(tensor);
  return {packedRows(tensor)};
}

Type stagedRowsType(Type stateType) {
  auto pool = cast<MemRefType>(lowerState(cast<StateType>(stateType)));
  return RankedTensorType::get({ShapedType::kDynamic, pool.getDimSize(2)},
                               pool.getElementType());
}

int64_t wordCount(Type type) {
  return 1 + cast<ShapedType>(type).getNumDynamicDims();
}

int64_t extentWord(func::FuncOp kernel, unsigned argument, unsigned dim) {
  ArrayRef<Type> types = kernel.getArgumentTypes();
  int64_t word = 1;
  for (Type type : types.take_front(argument))
    word += wordCount(type);
  auto shape = cast<ShapedType>(types[argument]).getShape();
  for (int64_t size : shape.take_front(dim))
    word += ShapedType::isDynamic(size);
  return word;
}

} // namespace cedar
