//===- KernelThread.cpp - threads on which kernels run --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// POSIX threads, because std::thread cannot set the size of a stack.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/KernelThread.h"

#include <csignal>
#include <xmmintrin.h>

int cedar::rt::startKernelThread(void *(*body)(void *), void *self,
                                 pthread_t &thread) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kernelStackBytes);
  int error = pthread_create(&thread, &attributes, body, self);
  pthread_attr_destroy(&attributes);
  return error;
}

void cedar::rt::prepareKernelThread() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
  constexpr unsigned defaults = 0x1f80;
  _mm_setcsr(defaults);
}
