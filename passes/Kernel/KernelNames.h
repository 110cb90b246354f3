//===- KernelNames.h - which primitives share a kernel -*- C++ -*--------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Primitives share a kernel if they have op, attributes and types in common and
// take the same operands from weights. Kernels are named after the op and
// numbered in the order in which they are met.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_KERNEL_KERNELNAMES_H
#define CEDAR_PASSES_KERNEL_KERNELNAMES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"

#include <string>

namespace cedar {

class KernelNames {
public:
  /// "rms_norm_0" of a primitive. Ask for all primitives of a module, in order.
  llvm::StringRef of(mlir::Operation *primitive);

private:
  llvm::StringMap<std::string> names; ///< by what kernels have in common
  llvm::StringMap<int> counts;        ///< by stem
};

} // namespace cedar

#endif // CEDAR_PASSES_KERNEL_KERNELNAMES_H
