//===- Chips.h - the GPU targets ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of chips that help texts, checks, the code generator and documents
// come from.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_TARGET_NVVM_CHIPS_H
#define CEDAR_CODEGEN_TARGET_NVVM_CHIPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace cedar {

struct Chip {
  llvm::StringLiteral name;     ///< of the target and of the architecture
  llvm::StringLiteral products; ///< for people
  int multiprocessors;          ///< of the largest product
  int sharedBytes;              ///< that one block can have
  int registers;                ///< of 32 bits per multiprocessor
  int ptxVersion; ///< lowest that knows the chip, 10 * major + minor
};

/// All chips, oldest first.
llvm::ArrayRef<Chip> knownChips();

/// The chip called `name`, or null.
const Chip *lookupChip(llvm::StringRef name);

} // namespace cedar

#endif // CEDAR_CODEGEN_TARGET_NVVM_CHIPS_H
