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

/// How code is generated beside the target.
struct CodeOptions {
  /// Checks every memory access with AddressSanitizer. The code then runs only
  /// in a process that carries the sanitizer's runtime.
  bool sanitizeAddress = false;
};

/// Object code of a module in the LLVM dialect, whose context has the dialect's
/// translation. Modules of one context may be emitted by several threads.
llvm::Expected<llvm::SmallVector<char, 0>>
emitObjectCode(mlir::ModuleOp module, const CPUTarget &target,
               const CodeOptions &options = {});

/// Links object files to one shared object with ld.lld (CEDAR_LLD names another
/// path). Undefined symbols are an error, but for the sanitizer's.
llvm::Expected<llvm::SmallVector<char, 0>>
linkSharedObject(llvm::ArrayRef<llvm::SmallVector<char, 0>> objects,
                 const CodeOptions &options = {});

} // namespace cedar

#endif // CEDAR_CODEGEN_TARGET_CPU_OBJECTCODE_H
