//===- FakeCuda.h - a CUDA driver without a GPU ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libcuda.so.1 for tests. Device memory is host memory, and an image is a
// shared object whose kernels run here. Work in a stream runs as late as CUDA
// allows: when somebody waits for it. So whoever reads a result without having
// waited, or changes pinned memory too early, gets wrong values.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TEST_UNIT_RUNTIME_FAKECUDA_H
#define CEDAR_TEST_UNIT_RUNTIME_FAKECUDA_H

#include <cstdint>

struct FakeCudaCounts {
  uint64_t kernels;   ///< that have run
  uint64_t replays;   ///< graphs that were launched
  uint64_t copies;    ///< between host and device, that have run
  uint64_t allocated; ///< bytes of device memory in use
  uint64_t pinned;    ///< ranges of host memory
  uint64_t misuses;   ///< addresses that are not the device's, unjoined forks
};

extern "C" {
FakeCudaCounts fakeCudaCounts();
/// Makes the kernel `symbol` fail when it runs; null: none.
void fakeCudaFailKernel(const char *symbol);
/// Refuses to pin host memory.
void fakeCudaRefusePinning(bool refuse);
}

#endif // CEDAR_TEST_UNIT_RUNTIME_FAKECUDA_H
