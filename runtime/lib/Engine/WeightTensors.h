//===- WeightTensors.h - tensors that a module reads ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches the weights of a manifest with the tensors of a checkpoint folder and
// reports everything that does not fit in one message.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_WEIGHTTENSORS_H
#define CEDAR_RUNTIME_ENGINE_WEIGHTTENSORS_H

#include "runtime/lib/Artifact/Manifest.pb.h"
#include "runtime/lib/Checkpoint/Checkpoint.h"

#include <string>
#include <vector>

namespace cedar::rt {

/// The checkpoint tensors of one part: one, or with a stack its elements.
struct PartTensors {
  const artifact::WeightPart *part = nullptr;
  uint32_t weight = 0; ///< index in the manifest
  uint32_t index = 0;  ///< of the part in the weight
  std::vector<const TensorInfo *> tensors;
};

/// Name of element `e` of a part, or of the part itself when it is no stack.
std::string tensorName(const artifact::WeightPart &part, uint32_t e);

/// Finds all tensors of all weights that come from the checkpoint. Fails with
/// every tensor that is missing or has another type or shape.
Result<std::vector<PartTensors>>
matchTensors(const artifact::Manifest &manifest, const CheckpointIndex &index);

/// Refuses scales of `parts` that are NaN: code 0xff of f8E8M0FNU.
Status checkScales(const std::vector<PartTensors> &parts,
                   Checkpoint &checkpoint);

/// Bytes of all f8E8M0FNU scales of `parts`.
uint64_t scaleBytes(const std::vector<PartTensors> &parts);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_WEIGHTTENSORS_H
