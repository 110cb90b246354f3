//===- KernelThread.h - threads on which kernels run ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels never run on the caller's threads: they need large stacks, the
// default rounding, and no signals.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_KERNELTHREAD_H
#define CEDAR_RUNTIME_ENGINE_KERNELTHREAD_H

#include <cstddef>
#include <pthread.h>

namespace cedar::rt {

/// Kernels keep scratch of a few MiB on the stack.
inline constexpr size_t kernelStackBytes = size_t(16) << 20;

/// Rounds of spinning before a thread sleeps (about 50 us) or yields.
inline constexpr int spinRounds = 1000;

/// Starts a thread that runs `body(self)`; 0 or the error of the system.
int startKernelThread(void *(*body)(void *), void *self, pthread_t &thread);

/// To be called first on such a thread: signals go to the caller's threads;
/// rounding and denormals are the defaults, whatever the creating thread had.
void prepareKernelThread();

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_KERNELTHREAD_H
