//===- Chips.cpp - the GPU targets ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Figures of the CUDA C++ Programming Guide, "Compute Capabilities", and of the
// PTX ISA's release notes.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/NVVM/Chips.h"

#include "llvm/ADT/STLExtras.h"

namespace cedar {

static constexpr Chip kChips[] = {
    {"sm_80", "A100", 108, 163 << 10, 65536, 70},
    {"sm_86", "RTX 30, A10, A40", 84, 99 << 10, 65536, 71},
    {"sm_89", "RTX 40, L4, L40", 142, 99 << 10, 65536, 78},
    {"sm_90a", "H100, H200", 132, 227 << 10, 65536, 80},
    {"sm_100a", "B100, B200", 148, 227 << 10, 65536, 86},
    {"sm_120", "RTX 50", 170, 99 << 10, 65536, 87},
};

llvm::ArrayRef<Chip> knownChips() { return kChips; }

const Chip *lookupChip(llvm::StringRef name) {
  const auto *chip =
      llvm::find_if(kChips, [&](const Chip &c) { return c.name == name; });
  return chip == std::end(kChips) ? nullptr : chip;
}

} // namespace cedar
