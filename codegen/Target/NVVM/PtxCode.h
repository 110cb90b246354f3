//===- PtxCode.h - PTX and machine code of GPU kernels ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_TARGET_NVVM_PTXCODE_H
#define CEDAR_CODEGEN_TARGET_NVVM_PTXCODE_H

#include "codegen/Target/NVVM/Chips.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace cedar {

/// PTX of a module in the LLVM and NVVM dialects, whose context has the
/// translations of both.
llvm::Expected<std::string> emitPtx(mlir::ModuleOp module, const Chip &chip);

/// Path of ptxas: CEDAR_PTXAS, then the path, then /usr/local/cuda; none if
/// absent.
std::optional<std::string> findPtxas();

/// Machine code of `ptx`, by ptxas.
llvm::Expected<std::string> assemblePtx(llvm::StringRef ptxas,
                                        llvm::StringRef ptx, const Chip &chip);

} // namespace cedar

#endif // CEDAR_CODEGEN_TARGET_NVVM_PTXCODE_H
