//===- MachineRates.h - what this machine reaches -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rates that the figures of kernels are held against, measured in the same run.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARBENCH_MACHINERATES_H
#define CEDAR_TOOLS_CEDARBENCH_MACHINERATES_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace cedar {

/// Runs `body(thread)` on that many threads at once, each on a CPU of its own.
void onThreads(uint32_t threads, const std::function<void(uint32_t)> &body);

/// Copies more than any cache holds.
class MemoryCopy {
public:
  explicit MemoryCopy(uint32_t threads);
  void run();
  /// Read and written by a run.
  double bytes() const;

private:
  uint32_t threads_;
  size_t part_;
  std::vector<char> from_, to_;
};

/// Multiply-adds of AVX2 in registers.
class MultiplyAdds {
public:
  explicit MultiplyAdds(uint32_t threads) : results_(threads) {}
  void run();
  double flops() const;

private:
  std::vector<float> results_;
};

/// Best of a few; 0 where it was not measured.
struct MachineRates {
  double copyBytes = 0; ///< a second, read and written
  double flops = 0;     ///< a second, multiply-adds counted twice
};

/// The rates of `threads` CPUs.
MachineRates measureCpus(uint32_t threads);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARBENCH_MACHINERATES_H
