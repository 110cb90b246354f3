//===- Passes.h - from kernels over memrefs to NVVM ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_TARGET_NVVM_PASSES_H
#define CEDAR_CODEGEN_TARGET_NVVM_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace cedar {

/// Bytes of block-local memory of a distributed kernel.
inline constexpr llvm::StringLiteral kScratchBytesAttr = "cedar.scratch_bytes";

#define GEN_PASS_DECL
#include "codegen/Target/NVVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "codegen/Target/NVVM/Passes.h.inc"

/// Kernels over tensors -> LLVM and NVVM dialects with entry points. Also
/// registered as `cedar-nvvm-pipeline`.
void buildNVVMPipeline(mlir::OpPassManager &pm);
void registerNVVMPipeline();

} // namespace cedar

#endif // CEDAR_CODEGEN_TARGET_NVVM_PASSES_H
