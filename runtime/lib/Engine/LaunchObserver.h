//===- LaunchObserver.h - who stands beside every launch ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With an observer a session runs launch by launch, in order, on CPUs and GPUs.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_LAUNCHOBSERVER_H
#define CEDAR_RUNTIME_ENGINE_LAUNCHOBSERVER_H

#include "runtime/lib/Support/Status.h"

#include <cstdint>

namespace cedar::rt {

/// Called by the thread that calls the session; a failure ends that call.
class LaunchObserver {
public:
  virtual ~LaunchObserver() = default;

  /// All launches before `launch` of `entry` have ended.
  virtual Status before(uint32_t entry, uint32_t launch) = 0;
  /// The launch has ended, too.
  virtual Status after(uint32_t entry, uint32_t launch) = 0;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_LAUNCHOBSERVER_H
