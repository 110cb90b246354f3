//===- GpuBuckets.h - sizes of calls that are recorded --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recorded work serves every call that is no larger: powers of two in rows, of
// one row per sequence and of one sequence. Calls of other forms are queued
// kernel by kernel.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_GPUBUCKETS_H
#define CEDAR_RUNTIME_ENGINE_GPUBUCKETS_H

#include "runtime/lib/Engine/SessionLayout.h"

namespace cedar::rt {

/// Whether calls of `entry` are recorded in a session: decode, verify, the
/// session's prefill entry, and what completes or commits their rows.
bool isRecorded(const artifact::Target &target, const artifact::Entry &entry,
                const SessionOptions &options);

/// The sizes, in the order in which a call tries them.
std::vector<Extents> bucketsOf(const artifact::Entry &entry,
                               const SessionOptions &options);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_GPUBUCKETS_H
