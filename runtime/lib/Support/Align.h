//===- Align.h - sizes that memory comes in -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those of x86-64, the only processor that the runtime knows.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SUPPORT_ALIGN_H
#define CEDAR_RUNTIME_SUPPORT_ALIGN_H

#include <cstdint>

namespace cedar::rt {

/// A cache line, and the widest vector.
inline constexpr uint64_t lineBytes = 64;

/// What memory is mapped in.
inline constexpr uint64_t mappedPageBytes = 4096;

/// The first multiple of `alignment`, a power of two, at or after `offset`.
inline constexpr uint64_t alignUp(uint64_t offset, uint64_t alignment) {
  return (offset + alignment - 1) & ~(alignment - 1);
}

/// The last multiple of `alignment`, a power of two, at or before `offset`.
inline constexpr uint64_t alignDown(uint64_t offset, uint64_t alignment) {
  return offset & ~(alignment - 1);
}

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SUPPORT_ALIGN_H
