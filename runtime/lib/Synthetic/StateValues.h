//===- StateValues.h - random entries of caches ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of a state as they could have been computed: values of order one in the
// state's encoding, token ids where it holds ids.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SYNTHETIC_STATEVALUES_H
#define CEDAR_RUNTIME_SYNTHETIC_STATEVALUES_H

#include "runtime/lib/Synthetic/ElementTable.h"

#include <optional>

namespace cedar::rt {

/// Fills rows of one state.
class StateValues {
public:
  /// `ids` token ids may occur.
  StateValues(const artifact::State &state, uint32_t ids, ValueRandom &random);

  /// Fills `rows` rows.
  void fill(std::byte *to, uint64_t rows, ValueRandom &random) const;

private:
  void fillRow(std::byte *row, ValueRandom &random) const;

  const artifact::State &state_;
  uint32_t ids_;
  std::optional<ElementTable> values_, scales_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SYNTHETIC_STATEVALUES_H
