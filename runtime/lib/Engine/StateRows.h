//===- StateRows.h - where the rows of a sequence lie ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of a session's region that hold one sequence: its slot of every
// ring, and what is committed of its pages.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_STATEROWS_H
#define CEDAR_RUNTIME_ENGINE_STATEROWS_H

#include "runtime/lib/Engine/SequenceTable.h"

#include <functional>

namespace cedar::rt {

/// Consecutive rows of one state.
struct StateRange {
  uint32_t state;  ///< index
  uint64_t row;    ///< first one, counted in its sequence
  uint64_t offset; ///< in the region
  uint64_t bytes;
};

using StateRangeVisitor = std::function<Status(const StateRange &)>;

/// Visits the rows of `slot`, which has `length` tokens and pages for them: all
/// states in their order, the rows of each from the first on, in ranges of at
/// most a page or `mostBytes`, but of one row at least. Stops at a failure.
Status visitStateRows(const artifact::Manifest &manifest,
                      const SessionLayout &layout, const SequenceTable &table,
                      uint32_t slot, uint32_t length, uint64_t mostBytes,
                      const StateRangeVisitor &visit);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_STATEROWS_H
