//===- RatePtx.h - kernels that reach what a GPU can --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX of two kernels: one copies memory, one multiplies bf16 matrices that lie
// in registers or shared memory. They set the bounds that the figures of a
// model's kernels are held against. The driver compiles them when they load.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARBENCH_RATEPTX_H
#define CEDAR_TOOLS_CEDARBENCH_RATEPTX_H

#include <string>

namespace cedar {

/// Threads of a block of either kernel.
inline constexpr unsigned rateThreads = 256;

/// The kernel `copy(u64 to, u64 from, u64 bytes)`: 16 bytes a thread at a time.
inline constexpr const char *copyKernel = "cedar_copy_rate";
/// The kernel `products(u64 out, u32 rounds)`; `out` is 4 bytes that it may
/// write.
inline constexpr const char *productKernel = "cedar_product_rate";

/// Multiply-adds of a block in one round, counted twice.
double productFlops(const std::string &target);
/// Blocks that fill a multiprocessor.
unsigned productBlocks(const std::string &target);

/// A module with both kernels: for "sm_90a" with its own product instruction,
/// for any other target with that of sm_80, which all later chips have.
std::string ratePtx(const std::string &target);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARBENCH_RATEPTX_H
