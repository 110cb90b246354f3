//===- ManifestCheck.h - rules of a manifest ------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What must hold for a manifest so that the runtime can follow it without
// looking twice: every index in range, every size consistent, nothing that
// overflows. Readers and the writer apply the same rules.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ARTIFACT_MANIFESTCHECK_H
#define CEDAR_RUNTIME_ARTIFACT_MANIFESTCHECK_H

#include "runtime/lib/Artifact/Manifest.pb.h"
#include "runtime/lib/Support/Status.h"

namespace cedar::rt {

/// Checks model facts, weights, states and all targets.
Status checkManifest(const artifact::Manifest &manifest);

/// Checks kernels and entries of one target.
Status checkPlan(const artifact::Manifest &manifest,
                 const artifact::Target &target);

/// Checks what a launch of `entry` says of the table rows that it reads.
Status checkGather(const artifact::Manifest &manifest,
                   const artifact::Target &target, const artifact::Entry &entry,
                   const artifact::Launch &launch);

/// Checks that launches of `entry` which run beside each other use no memory
/// both.
Status checkWaits(const artifact::Entry &entry);

/// Whether `target` runs on a CPU rather than on a GPU.
bool isCpuTarget(const artifact::Target &target);

/// The weight whose rows a launch with `gather` reads, UINT32_MAX if it has no
/// weight.
uint32_t gatheredWeight(const artifact::Launch &launch);

/// An input of an entry that the runtime fills from the batch.
struct BatchInput {
  const char *name;
  artifact::ElementType type;
  std::vector<artifact::Dim> dims;
};

/// All of them; an entry may leave some out. Inputs by other names are given by
/// the caller. `embeddings` has the hidden size as its static second extent.
const std::vector<BatchInput> &batchInputs();

/// Product of the static extents of `tensor` times its element size, or 0 when
/// that is beyond any memory.
uint64_t staticBytes(const artifact::Tensor &tensor);

/// The only dynamic extent of `tensor`, ONE if there is none, POOL if there are
/// several.
artifact::Dim dynamicDim(const artifact::Tensor &tensor);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ARTIFACT_MANIFESTCHECK_H
