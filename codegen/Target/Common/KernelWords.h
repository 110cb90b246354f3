//===- KernelWords.h - unpacking the words of a launch ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both kinds of entry points, those of CPU kernels and those of GPU kernels,
// turn the words of a launch (KernelSignature.h) into expanded memref
// arguments.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_TARGET_COMMON_KERNELWORDS_H
#define CEDAR_CODEGEN_TARGET_COMMON_KERNELWORDS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace cedar {

/// Attribute of a kernel: its memref types before conversion to LLVM.
inline constexpr llvm::StringLiteral kArgumentTypesAttr =
    "cedar.argument_types";

/// The expanded arguments (pointers, offset, sizes, strides) of memrefs of the
/// given types, read from `words` one after the other.
llvm::SmallVector<mlir::Value> unpackWords(mlir::ImplicitLocOpBuilder &b,
                                           mlir::Value words,
                                           mlir::ArrayAttr types);

/// Appends the expanded form of a contiguous memref of type `type` at
/// `pointer`; `nextSize` supplies dynamic sizes in order.
void appendMemref(mlir::ImplicitLocOpBuilder &b, mlir::Value pointer,
                  mlir::MemRefType type,
                  llvm::function_ref<mlir::Value()> nextSize,
                  llvm::SmallVectorImpl<mlir::Value> &arguments);

} // namespace cedar

#endif // CEDAR_CODEGEN_TARGET_COMMON_KERNELWORDS_H
