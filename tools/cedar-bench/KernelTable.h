//===- KernelTable.h - what to do next ----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measured times of kernels beside their floors, those first that lose most.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARBENCH_KERNELTABLE_H
#define CEDAR_TOOLS_CEDARBENCH_KERNELTABLE_H

#include "tools/cedar-bench/MachineRates.h"
#include "tools/cedar-bench/Workload.h"
#include "tools/runtime-lib/LaunchProfile.h"

#include <cstdio>

namespace cedar {

/// Seconds per call, one for each run, and launches per call.
struct Series {
  std::vector<double> seconds;
  double launches = 0;
  Cost cost; ///< of a call

  void append(const LaunchProfile::Sum &sum, uint32_t calls);
  double median() const;
};

/// By entry and by kernel or path; sums are called "all".
using SeriesByKernel = std::map<LaunchProfile::Key, Series>;

/// The sum over `entry`, or with "" over all of a call.
inline LaunchProfile::Key allOf(const std::string &entry) {
  return {entry, "all"};
}

/// Adds what the floors say, `costs` of each entry. Refuses floors of other
/// calls only.
void addCosts(const Floors &floors, const Load &load,
              std::map<std::string, Cost> EntryFloor::*costs,
              SeriesByKernel &series);

/// Refuses costs of another number of launches, which are of another model.
void checkLaunches(const SeriesByKernel &kernels);

/// The kernels of one load.
class KernelTable {
public:
  KernelTable(const Load &load, const SeriesByKernel &kernels);

  /// Prints them, those first that take longest beyond their floors.
  void print(std::FILE *file, const std::string &floorMachine,
             const MachineRates &measured) const;

private:
  struct Row {
    LaunchProfile::Key key;
    Series series;
    double above; ///< seconds beyond the floor
  };

  void printRow(std::FILE *file, const Row &row,
                const MachineRates &measured) const;

  std::string load_;
  Series whole_; ///< all kernels of a call
  std::vector<Row> rows_;
};

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARBENCH_KERNELTABLE_H
