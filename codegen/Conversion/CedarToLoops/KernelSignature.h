//===- KernelSignature.h - arguments of lowered kernels
//--------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How each operand of a kernel is passed, one rule for the emitters, the plan
// and the wrapper that the runtime calls:
//
// * a plain tensor: itself;
// * rows of FP8 or FP4 codes: packed rows of bytes, codes then scales;
// * a weight of codes: two tensors of bytes, codes (two FP4 a byte) and scales;
// * a stack of weights: a table of memrefs per part;
// * a state: its pool, memref<pool x rows x bytes>; a committed ring also its
//   staged rows.
//
// In the words of a launch each argument is its pointer, then its dynamic
// extents.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_KERNELSIGNATURE_H
#define CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_KERNELSIGNATURE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace cedar {

/// Unit attribute of a function that holds one kernel.
inline constexpr llvm::StringLiteral kKernelAttr = "cedar.kernel";
/// Argument attribute of a kernel: the operand is a weight of the checkpoint.
inline constexpr llvm::StringLiteral kWeightAttr = "cedar.weight";
/// Grid of a lowered kernel: pairs (word, tile), see Manifest.proto's GridTerm.
inline constexpr llvm::StringLiteral kGridAttr = "cedar.grid";
/// Estimated FLOPs plus bytes of one block of a call of one row.
inline constexpr llvm::StringLiteral kBlockWorkAttr = "cedar.block_work";

/// The types that stand for a kernel operand of type `type`.
llvm::SmallVector<mlir::Type> lowerKernelType(mlir::Type type, bool isWeight);

/// The staged rows of a ring state, as `state_commit` receives them.
mlir::Type stagedRowsType(mlir::Type stateType);

/// Number of words that an argument of lowered type `type` takes.
int64_t wordCount(mlir::Type type);

/// Index among the launch's words of dynamic extent `dim` of argument
/// `argument`.
int64_t extentWord(mlir::func::FuncOp kernel, unsigned argument, unsigned dim);

} // namespace cedar

#endif // CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_KERNELSIGNATURE_H
