//===- ObjectCode.h - machine code of kernels ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_TARGET_CPU_OBJECTCODE_H
#define CEDAR_CODEGEN_TARGET_CPU_OBJECTCODE_H

#include "codegen/Target/CPU/CPUTargets.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

namespace cedar {

/// Object code of a module in the LLVM dialect. With `assembly`, text.
llvm::Expected<llvm::SmallVector<char, 0>>
emitObjectCode(mlir::ModuleOp module, const CPUTarget &target, bool assembly = false);

/// Links object files to one shared object without undefined symbols, with ld.lld
/// (CEDAR_LLD names another path).
llvm::Expected<llvm::SmallVector<char, 0>>
linkSharedObject(llvm::ArrayRef<llvm::SmallVector<char, 0>> objects);

} // namespace cedar

#endif // CEDAR_CODEGEN_TARGET_CPU_OBJECTCODE_H
