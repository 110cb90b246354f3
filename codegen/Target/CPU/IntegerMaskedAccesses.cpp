//===- IntegerMaskedAccesses.cpp - masked bf16 accesses as integers
//--------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without AVX-512 a masked access of bf16 becomes scalar accesses, and LLVM
// moves bf16 scalars through f32 registers: __truncsfbf2 is called to move 16
// bits. As integers they are just moved.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/CPU/Passes.h"

#include "mlir/IR/Builders.h"

#define DEBUG_TYPE "cedar-integer-masked-accesses"

namespace cedar {
#define GEN_PASS_DEF_INTEGERMASKEDACCESSES
#include "codegen/Target/CPU/Passes.h.inc"
} // namespace cedar

using namespace mlir;

namespace {

/// The vector of integers for a vector of bf16, or null.
VectorType integerType(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || !vector.getElementType().isBF16())
    return nullptr;
  return vector.clone(IntegerType::get(type.getContext(), 16));
}

/// Replaces an operand by its bits.
void castOperand(OpOperand &operand) {
  if (VectorType type = integerType(operand.get().getType())) {
    OpBuilder b(operand.getOwner());
    operand.set(LLVM::BitcastOp::create(b, operand.getOwner()->getLoc(), type,
                                        operand.get()));
  }
}

/// Makes `op` yield bits, and casts them back for its users.
void castResult(OpResult result) {
  Type original = result.getType();
  VectorType type = integerType(original);
  if (!type)
    return;
  OpBuilder b(result.getContext());
  b.setInsertionPointAfter(result.getOwner());
  result.setType(type);
  auto cast = LLVM::BitcastOp::create(b, result.getLoc(), original, result);
  result.replaceAllUsesExcept(cast, cast);
}

struct IntegerMaskedAccessesPass
    : cedar::impl::IntegerMaskedAccessesBase<IntegerMaskedAccessesPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (!isa<LLVM::MaskedLoadOp, LLVM::MaskedStoreOp>(op))
        return;
      for (OpOperand &operand : op->getOpOperands())
        castOperand(operand);
      for (OpResult result : op->getResults())
        castResult(result);
    });
  }
};

} // namespace
