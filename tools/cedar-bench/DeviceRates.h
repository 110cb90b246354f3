//===- DeviceRates.h - what a GPU reaches -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rates of a GPU, by kernels of the bench's own (RatePtx.h).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARBENCH_DEVICERATES_H
#define CEDAR_TOOLS_CEDARBENCH_DEVICERATES_H

#include "runtime/lib/Support/Status.h"
#include "tools/cedar-bench/MachineRates.h"

#include <string>

namespace cedar {

/// The rates of the first GPU, for code of `target`. Takes half a gigabyte of
/// its memory for a second.
rt::Result<MachineRates> measureGpu(const std::string &target);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARBENCH_DEVICERATES_H
