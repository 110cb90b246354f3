//===- StateRows.cpp - where the rows of a sequence lie -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ring is treated as a state with one page, the slot.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/StateRows.h"

#include "runtime/lib/Engine/StateFile.h"

#include <algorithm>

using namespace cedar;
using namespace cedar::rt;

Status rt::visitStateRows(const artifact::Manifest &manifest,
                          const SessionLayout &layout,
                          const SequenceTable &table, uint32_t slot,
                          uint32_t length, uint64_t mostBytes,
                          const StateRangeVisitor &visit) {
  for (int i = 0; i < manifest.states_size(); ++i) {
    const artifact::State &state = manifest.states(i);
    bool paged = state.kind() == artifact::State::PAGED;
    uint64_t rows = stateRows(state, length), block = state.rows();
    uint64_t most = std::max<uint64_t>(mostBytes / state.row_bytes(), 1);
    for (uint64_t row = 0, step; row < rows; row += step) {
      uint64_t place = row % block;
      step = std::min({rows - row, block - place, most});
      uint64_t first =
          paged ? uint64_t(table.page(slot, uint32_t(row / block))) : slot;
      StateRange range{uint32_t(i), row,
                       layout.pools[size_t(i)] +
                           (first * block + place) * state.row_bytes(),
                       step * state.row_bytes()};
      if (Status status = visit(range); !status.ok())
        return status;
    }
  }
  return Status();
}
