//===- LaunchShape.cpp - how many threads run a kernel --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Cuda/LaunchShape.h"

#include <algorithm>

using namespace cedar;
using namespace cedar::rt;

static constexpr int64_t blockGroups = blockThreads / 16;
/// Thread blocks that a multiprocessor holds, at most.
static constexpr int64_t residentBlocks = 16;
/// Block-local memory of all groups of a launch, at most. A kernel that needs
/// more for one thread block gets that.
static constexpr uint64_t scratchLimit = uint64_t(1) << 30;

static int64_t mostGroups(const artifact::Target &target) {
  return int64_t(target.multiprocessors()) * residentBlocks * blockGroups;
}

static uint64_t kernelScratch(const artifact::Target &target,
                              const artifact::Kernel &kernel) {
  uint64_t all = kernel.scratch_bytes() * uint64_t(mostGroups(target));
  uint64_t least = kernel.scratch_bytes() * uint64_t(blockGroups);
  return std::max(std::min(all, scratchLimit), least);
}

uint64_t rt::scratchBytes(const artifact::Target &target, bool prefetched) {
  uint64_t bytes = 0;
  for (const artifact::Entry &entry : target.entries())
    for (const artifact::Launch &launch : entry.launches())
      if (launch.prefetch() || !prefetched)
        bytes = std::max(
            bytes, kernelScratch(target, target.kernels(int(launch.kernel()))));
  return bytes;
}

unsigned rt::gridSize(const artifact::Target &target,
                      const artifact::Kernel &kernel, int64_t blocks,
                      uint64_t scratch) {
  int64_t groups = std::min(blocks, mostGroups(target));
  if (kernel.scratch_bytes() > 0)
    groups = std::min(groups, int64_t(scratch / kernel.scratch_bytes()) /
                                  blockGroups * blockGroups);
  return unsigned((groups + blockGroups - 1) / blockGroups);
}
