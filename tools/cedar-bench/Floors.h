//===- Floors.h - predicted costs beside measured times -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What reports of cedar-compile say about the calls that are measured. They
// name kernels as the artifact does, so a kernel is found by entry and name.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARBENCH_FLOORS_H
#define CEDAR_TOOLS_CEDARBENCH_FLOORS_H

#include "runtime/lib/Support/Status.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cedar {

/// What one call costs, or a part of it. Nothing is known without launches.
struct Cost {
  double launches = 0;
  double seconds = 0; ///< at least, on the report's machine
  double flops = 0, bytes = 0;

  Cost &operator+=(const Cost &other);
};

/// Costs of one entry at one size.
struct EntryFloor {
  std::string entry;
  uint64_t rows = 0, sequences = 0, context = 0;
  Cost whole;                          ///< with steps fused that could be
  std::map<std::string, Cost> kernels; ///< as launched
  std::map<std::string, Cost> paths;   ///< as launched, "layers.3.attn"
};

/// Sizes of a measured call.
struct CallSize {
  uint64_t rows, sequences;
  uint64_t context; ///< tokens of a sequence before the call, about
};

class Floors {
public:
  /// Reads a file of `cedar-compile --report` or of the pass cedar-cost, and
  /// adds what it has.
  rt::Status read(const std::string &path);

  bool empty() const { return entries_.empty(); }
  /// The machine that floors are for: "h200 (...)".
  const std::string &machine() const { return machine_; }

  /// The costs of `entry` in a call of that size, or null.
  const EntryFloor *find(const std::string &entry, const CallSize &size) const;

private:
  std::vector<EntryFloor> entries_;
  std::string machine_;
};

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARBENCH_FLOORS_H
