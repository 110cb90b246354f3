//===- AddGpuEntryPoints.cpp - kernels that the runtime launches ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread t of block c is thread t mod 16 of group (c * threads + t) / 16; its
// group's scratch begins at group * scratch bytes.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/NVVM/Passes.h"

#include "codegen/Target/Common/KernelWords.h"
#include "passes/Decision.h"

#define DEBUG_TYPE "cedar-add-gpu-entry-points"

namespace cedar {
#define GEN_PASS_DEF_ADDGPUENTRYPOINTS
#include "codegen/Target/NVVM/Passes.h.inc"
} // namespace cedar

using namespace mlir;

namespace {

class EntryBuilder {
public:
  EntryBuilder(LLVM::LLVMFuncOp kernel, ArrayAttr types)
      : kernel(kernel), types(types), b(kernel.getLoc(), kernel) {}

  void build() {
    std::string name = kernel.getName().str();
    kernel.setName(name + "_body");
    kernel.setLinkage(LLVM::Linkage::Internal);
    Type pointer = LLVM::LLVMPointerType::get(b.getContext());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(b.getContext()), {pointer, pointer});
    auto entry = LLVM::LLVMFuncOp::create(b, name, type);
    entry->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), b.getUnitAttr());
    b.setInsertionPointToStart(entry.addEntryBlock(b));
    SmallVector<Value> arguments =
        cedar::unpackWords(b, entry.getArgument(0), types);
    appendGroup(entry.getArgument(1), arguments);
    LLVM::CallOp::create(b, kernel, arguments);
    LLVM::ReturnOp::create(b, ValueRange{});
  }

private:
  Value constant(Type type, int64_t value) {
    return LLVM::ConstantOp::create(b, IntegerAttr::get(type, value));
  }

  /// Appends scratch, group, number of groups, lane and mask.
  void appendGroup(Value scratch, SmallVectorImpl<Value> &arguments) {
    Type i32 = b.getI32Type(), i64 = b.getI64Type();
    Value thread = NVVM::ThreadIdXOp::create(b, i32);
    Value block = NVVM::BlockIdXOp::create(b, i32);
    Value threads = NVVM::BlockDimXOp::create(b, i32);
    Value blocks = NVVM::GridDimXOp::create(b, i32);
    auto div16 = [&](Value v) {
      return LLVM::LShrOp::create(b, v, constant(i32, 4));
    };
    auto toI64 = [&](Value v) -> Value {
      return LLVM::ZExtOp::create(b, i64, v);
    };
    Value flat =
        LLVM::AddOp::create(b, LLVM::MulOp::create(b, block, threads), thread);
    Value group = toI64(div16(flat));
    Value groups = toI64(div16(LLVM::MulOp::create(b, blocks, threads)));
    Value lane = toI64(LLVM::AndOp::create(b, thread, constant(i32, 15)));
    // The half of the warp that the group is.
    Value half = LLVM::AndOp::create(b, thread, constant(i32, 16));
    Value mask = LLVM::ShlOp::create(b, constant(i32, 0xFFFF), half);
    appendScratch(scratch, group, arguments);
    arguments.append({group, groups, lane, mask});
  }

  void appendScratch(Value scratch, Value group,
                     SmallVectorImpl<Value> &arguments) {
    auto bytes = kernel->getAttrOfType<IntegerAttr>(cedar::kScratchBytesAttr);
    Type i64 = b.getI64Type(), i8 = b.getI8Type();
    Value size = constant(i64, bytes.getInt());
    Value offset = LLVM::MulOp::create(b, group, size);
    Value base = LLVM::GEPOp::create(b, scratch.getType(), i8, scratch,
                                     ArrayRef<LLVM::GEPArg>{offset});
    auto type = MemRefType::get({ShapedType::kDynamic}, i8);
    cedar::appendMemref(b, base, type, [&] { return size; }, arguments);
  }

  LLVM::LLVMFuncOp kernel;
  ArrayAttr types;
  ImplicitLocOpBuilder b;
};

struct AddGpuEntryPointsPass
    : cedar::impl::AddGpuEntryPointsBase<AddGpuEntryPointsPass> {
  using Base::Base;

  void runOnOperation() override {
    auto functions = llvm::to_vector(getOperation().getOps<LLVM::LLVMFuncOp>());
    for (LLVM::LLVMFuncOp kernel : functions)
      if (auto types =
              kernel->getAttrOfType<ArrayAttr>(cedar::kArgumentTypesAttr))
        EntryBuilder(kernel, types).build();
      else
        cedar::remarkLeftAlone(DEBUG_TYPE, kernel,
                               "no launch calls it: it has no "
                               "cedar.argument_types");
  }
};

} // namespace
