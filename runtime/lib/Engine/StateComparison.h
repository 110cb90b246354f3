//===- StateComparison.h - the states of two sequences --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares what two sessions of one model have committed.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_STATECOMPARISON_H
#define CEDAR_RUNTIME_ENGINE_STATECOMPARISON_H

#include "runtime/lib/Engine/Comparison.h"
#include "runtime/lib/Engine/Session.h"

namespace cedar::rt {

/// Compares the rows of sequence `one` of `main` and `two` of `other`. What
/// differs first beyond the tolerance, or an empty string.
Result<std::string> compareStates(const Session &main, cedar_sequence one,
                                  const Session &other, cedar_sequence two,
                                  const Tolerance &tolerance,
                                  ByElementType<Tally> &tallies);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_STATECOMPARISON_H
