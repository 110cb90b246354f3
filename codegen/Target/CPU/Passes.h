//===- Passes.h - the last passes before CPU code ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_TARGET_CPU_PASSES_H
#define CEDAR_CODEGEN_TARGET_CPU_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace cedar {

#define GEN_PASS_DECL
#include "codegen/Target/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "codegen/Target/CPU/Passes.h.inc"

/// Kernels over tensors (the result of convert-cedar-to-loops) -> LLVM dialect
/// with entry points. Also registered as `cedar-cpu-pipeline`.
void buildCPUPipeline(mlir::OpPassManager &pm);

/// The stages of it that other targets share: tensors to memrefs in place, and
/// loops over memrefs to the LLVM dialect.
void addInPlaceBufferization(mlir::OpPassManager &pm);
void addLoweringToLLVM(mlir::OpPassManager &pm);
void registerCPUPipeline();

} // namespace cedar

#endif // CEDAR_CODEGEN_TARGET_CPU_PASSES_H
