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

#include "codegen/Target/Common/KernelWords.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "passes/Decision.h"

#define DEBUG_TYPE "cedar-add-kernel-entry-points"

namespace cedar {
#define GEN_PASS_DEF_ADDKERNELENTRYPOINTS
#include "codegen/Target/CPU/Passes.h.inc"
} // namespace cedar

using namespace mlir;

static void addEntryPoint(LLVM::LLVMFuncOp kernel, ArrayAttr argumentTypes) {
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
  SmallVector<Value> arguments =
      cedar::unpackWords(b, entry.getArgument(0), argumentTypes);
  arguments.append({entry.getArgument(1), entry.getArgument(2)});
  LLVM::CallOp::create(b, kernel, arguments);
  LLVM::ReturnOp::create(b, ValueRange{});
}

namespace {

struct AddKernelEntryPointsPass
    : cedar::impl::AddKernelEntryPointsBase<AddKernelEntryPointsPass> {
  using Base::Base;

  void runOnOperation() override {
    auto functions = llvm::to_vector(getOperation().getOps<LLVM::LLVMFuncOp>());
    for (LLVM::LLVMFuncOp kernel : functions)
      if (auto types =
              kernel->getAttrOfType<ArrayAttr>(cedar::kArgumentTypesAttr))
        addEntryPoint(kernel, types);
      else
        cedar::remarkLeftAlone(DEBUG_TYPE, kernel,
                               "no launch calls it: it has no "
                               "cedar.argument_types");
  }
};

} // namespace
