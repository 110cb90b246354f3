//===- LaunchShape.h - how many threads run a kernel ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results do not depend on these numbers: every group of threads takes each
// n-th block, n groups in all. They follow from the manifest alone, so that the
// memory that block-local values take is known without a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_CUDA_LAUNCHSHAPE_H
#define CEDAR_RUNTIME_CUDA_LAUNCHSHAPE_H

#include "runtime/lib/Artifact/Manifest.pb.h"

namespace cedar::rt {

/// Threads of a thread block; a group is 16 of them.
inline constexpr unsigned blockThreads = 128;

/// Bytes of block-local memory that serve every launch of `target`, one at a
/// time, or with `prefetched` every one that is prefetched.
uint64_t scratchBytes(const artifact::Target &target, bool prefetched);

/// Thread blocks that run `blocks` blocks of `kernel` with `scratch` bytes.
unsigned gridSize(const artifact::Target &target,
                  const artifact::Kernel &kernel, int64_t blocks,
                  uint64_t scratch);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CUDA_LAUNCHSHAPE_H
