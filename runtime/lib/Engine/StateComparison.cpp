//===- StateComparison.cpp - the states of two sequences ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equal pages and lengths give ranges of the same rows in both sessions.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/StateComparison.h"

#include "runtime/lib/Engine/StateRows.h"
#include "runtime/lib/Support/Quote.h"

using namespace cedar;
using namespace cedar::rt;

static Result<std::vector<std::byte>> readRows(const Session &session,
                                               const StateRange &range) {
  std::vector<std::byte> bytes(range.bytes);
  if (Status status =
          session.readRange(range.offset, bytes.data(), range.bytes);
      !status.ok())
    return status;
  return bytes;
}

/// Compares one range of rows of `state`.
static Result<std::string>
compareRange(const artifact::State &state, const Session &main,
             const StateRange &ours, const Session &other,
             const StateRange &theirs, const Tolerance &tolerance,
             ByElementType<Tally> &tallies) {
  Result<std::vector<std::byte>> a = readRows(main, ours);
  Result<std::vector<std::byte>> b = readRows(other, theirs);
  if (!a.ok() || !b.ok())
    return a.ok() ? b.status() : a.status();
  std::string where = "state " + quoteName(state.name());
  std::optional<Difference> difference =
      compareRows(stateRowFormat(state), ours.bytes / state.row_bytes(),
                  a->data(), b->data(), tolerance, where, tallies);
  if (!difference)
    return std::string();
  difference->row += ours.row;
  return where + ", " + difference->text();
}

Result<std::string> rt::compareStates(const Session &main, cedar_sequence one,
                                      const Session &other, cedar_sequence two,
                                      const Tolerance &tolerance,
                                      ByElementType<Tally> &tallies) {
  Result<std::vector<StateRange>> ours = main.stateRanges(one);
  Result<std::vector<StateRange>> theirs = other.stateRanges(two);
  if (!ours.ok() || !theirs.ok())
    return ours.ok() ? theirs.status() : ours.status();
  uint32_t length = *main.length(one), otherLength = *other.length(two);
  if (length != otherLength || ours->size() != theirs->size())
    return "the lengths of sequences, " + std::to_string(length) + " and " +
           std::to_string(otherLength) + " tokens";
  for (size_t i = 0; i < ours->size(); ++i) {
    Result<std::string> difference =
        compareRange(main.module().manifest().states(int((*ours)[i].state)),
                     main, (*ours)[i], other, (*theirs)[i], tolerance, tallies);
    if (!difference.ok() || !difference->empty())
      return difference;
  }
  return std::string();
}
