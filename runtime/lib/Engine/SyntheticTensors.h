//===- SyntheticTensors.h - where weights without a checkpoint go ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensors that a module would read from a checkpoint, each with the pattern
// of its bytes and its place in host memory. A table that launches gather rows
// from may be larger than any memory: it repeats itself, and on the host all
// repetitions are the same memory.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_SYNTHETICTENSORS_H
#define CEDAR_RUNTIME_ENGINE_SYNTHETICTENSORS_H

#include "runtime/lib/Engine/Region.h"
#include "runtime/lib/Synthetic/TensorPatterns.h"

#include <vector>

namespace cedar::rt {

/// Bytes after which a table repeats itself.
inline constexpr uint64_t syntheticTablePeriod = uint64_t(32) << 20;

struct SyntheticTensor {
  TensorPattern pattern;
  uint64_t bytes = 0;
  uint64_t offset = 0; ///< in host memory; of a table unused

  bool isTable() const { return pattern.period != UINT64_MAX; }
};

/// One part of a weight: a tensor, or those of a stack.
struct SyntheticPart {
  uint32_t weight = 0, index = 0;
  std::vector<SyntheticTensor> tensors;
};

/// All parts of `manifest` that come from a checkpoint.
Result<std::vector<SyntheticPart>>
listSyntheticParts(const artifact::Manifest &manifest,
                   TensorPatterns &patterns);

/// Gives the tensors their offsets; returns the bytes they take together.
uint64_t placeOnHost(const artifact::Manifest &manifest,
                     std::vector<SyntheticPart> &parts);

/// Fills host memory with all tensors that are no tables, on all CPUs.
Status fillHost(const std::vector<SyntheticPart> &parts, std::byte *memory);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_SYNTHETICTENSORS_H
