//===- AddKernelEntryPoints.cpp - functions that the runtime calls ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds, in the LLVM dialect, the wrapper that turns the words of a launch
// into the expanded memref arguments of a kernel.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/CPU/Passes.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

#define DEBUG_TYPE "cedar-add-kernel-entry-points"

namespace cedar {
#define GEN_PASS_DEF_ADDKERNELENTRYPOINTS
#include "codegen/Target/CPU/Passes.h.inc"
} // namespace cedar

using namespace mlir;

namespace {

/// Reads the words of a launch one after the other.
class WordReader {
public:
  WordReader(ImplicitLocOpBuilder &b, Value words) : b(b), words(words) {}

  Value next(Type type) {
    Value address = LLVM::GEPOp::create(b, words.getType(), b.getI64Type(),
                                        words, ArrayRef<LLVM::GEPArg>{index++});
    return LLVM::LoadOp::create(b, type, address);
  }

  Value constant(int64_t value) {
    return LLVM::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }

private:
  ImplicitLocOpBuilder &b;
  Value words;
  int32_t index = 0;
};

/// Appends the expanded form of a contiguous memref: allocated and aligned
/// pointer, offset, sizes, strides.
void appendMemref(ImplicitLocOpBuilder &b, WordReader &reader, MemRefType type,
                  SmallVectorImpl<Value> &arguments) {
  Value pointer = reader.next(LLVM::LLVMPointerType::get(b.getContext()));
  arguments.append({pointer, pointer, reader.constant(0)});
  SmallVector<Value> sizes, strides(type.getRank());
  for (int64_t size : type.getShape())
    sizes.push_back(ShapedType::isDynamic(size) ? reader.next(b.getI64Type())
                                                : reader.constant(size));
  Value stride = reader.constant(1);
  for (int64_t i = type.getRank(); i-- > 0;) {
    strides[i] = stride;
    stride = LLVM::MulOp::create(b, stride, sizes[i]);
  }
  llvm::append_range(arguments, sizes);
  llvm::append_range(arguments, strides);
}

void addEntryPoint(LLVM::LLVMFuncOp kernel, ArrayAttr argumentTypes) {
  std::string name = kernel.getName().str();
  kernel.setName(name + ".body");
  kernel.setLinkage(LLVM::Linkage::Internal);
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel);
  Type i64 = b.getI64Type(),
       pointer = LLVM::LLVMPointerType::get(b.getContext());
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(b.getContext()), {pointer, i64, i64});
  auto entry = LLVM::LLVMFuncOp::create(b, name, type);
  b.setInsertionPointToStart(entry.addEntryBlock(b));
  WordReader reader(b, entry.getArgument(0));
  SmallVector<Value> arguments;
  for (auto memref : argumentTypes.getAsValueRange<TypeAttr>())
    appendMemref(b, reader, cast<MemRefType>(memref), arguments);
  arguments.append({entry.getArgument(1), entry.getArgument(2)});
  LLVM::CallOp::create(b, kernel, arguments);
  LLVM::ReturnOp::create(b, ValueRange{});
}

struct AddKernelEntryPointsPass
    : cedar::impl::AddKernelEntryPointsBase<AddKernelEntryPointsPass> {
  using Base::Base;

  void runOnOperation() override {
    auto functions = llvm::to_vector(getOperation().getOps<LLVM::LLVMFuncOp>());
    for (LLVM::LLVMFuncOp kernel : functions)
      if (auto types = kernel->getAttrOfType<ArrayAttr>("cedar.argument_types"))
        addEntryPoint(kernel, types);
  }
};

} // namespace
