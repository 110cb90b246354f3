//===- KernelWords.cpp - unpacking the words of a launch ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/Common/KernelWords.h"

using namespace mlir;

namespace cedar {

static Value constant(ImplicitLocOpBuilder &b, int64_t value) {
  return LLVM::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

void appendMemref(ImplicitLocOpBuilder &b, Value pointer, MemRefType type,
                  llvm::function_ref<Value()> nextSize,
                  SmallVectorImpl<Value> &arguments) {
  arguments.append({pointer, pointer, constant(b, 0)});
  SmallVector<Value> sizes, strides(type.getRank());
  for (int64_t size : type.getShape())
    sizes.push_back(ShapedType::isDynamic(size) ? nextSize()
                                                : constant(b, size));
  Value stride = constant(b, 1);
  for (int64_t i = type.getRank(); i-- > 0;) {
    strides[i] = stride;
    stride = LLVM::MulOp::create(b, stride, sizes[i]);
  }
  llvm::append_range(arguments, sizes);
  llvm::append_range(arguments, strides);
}

SmallVector<Value> unpackWords(ImplicitLocOpBuilder &b, Value words,
                               ArrayAttr types) {
  int32_t index = 0;
  auto next = [&](Type type) -> Value {
    Value address = LLVM::GEPOp::create(b, words.getType(), b.getI64Type(),
                                        words, ArrayRef<LLVM::GEPArg>{index++});
    return LLVM::LoadOp::create(b, type, address);
  };
  SmallVector<Value> arguments;
  for (Type type : types.getAsValueRange<TypeAttr>()) {
    Value pointer = next(LLVM::LLVMPointerType::get(b.getContext()));
    appendMemref(
        b, pointer, cast<MemRefType>(type),
        [&] { return next(b.getI64Type()); }, arguments);
  }
  return arguments;
}

} // namespace cedar
