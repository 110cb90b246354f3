//===- Module.h - an artifact with its code loaded ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An open artifact whose checksums hold, the target chosen for this CPU, and
// the kernels of that target. Immutable once open.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_MODULE_H
#define CEDAR_RUNTIME_ENGINE_MODULE_H

#include "runtime/lib/Artifact/ArtifactReader.h"
#include "runtime/lib/Engine/CodeObject.h"

#include "runtime/lib/Cuda/CudaDevice.h"

#include <memory>
#include <optional>
#include <vector>

namespace cedar::rt {

/// What sessions execute.
class Module {
public:
  /// Opens `path` with the code of `target`; empty picks the best that runs.
  static Result<std::shared_ptr<const Module>> open(const std::string &path,
                                                    const std::string &target);

  const ArtifactReader &artifact() const { return artifact_; }
  const artifact::Manifest &manifest() const { return artifact_.manifest(); }
  const artifact::Model &model() const { return manifest().model(); }
  const artifact::Target &target() const { return *target_; }

  /// The function of kernel `index` of the target.
  KernelFunction kernel(uint32_t index) const { return kernels_[index]; }

  /// The GPU that runs the target, or null for a CPU target.
  CudaDevice *device() const { return device_.get(); }

  /// Index of the entry `name` of the target.
  Result<uint32_t> entryIndex(const char *name) const;

  /// Index of the entry that commits what entry `index` stages, if any.
  std::optional<uint32_t> commitOf(uint32_t index) const;

  /// Index of the entry that completes a prompt after entry `index`, if that
  /// one leaves something out.
  std::optional<uint32_t> finishOf(uint32_t index) const;

private:
  explicit Module(ArtifactReader reader) : artifact_(std::move(reader)) {}

  Status chooseTarget(const std::string &name);
  Status loadCode();
  Status loadDevice();

  ArtifactReader artifact_;
  const artifact::Target *target_ = nullptr;
  std::optional<CodeObject> code_;
  std::vector<KernelFunction> kernels_;
  std::unique_ptr<CudaDevice> device_;
};

/// The target of `manifest` by name, with the name "cuda" the best for the GPU
/// of this machine, or with an empty name the one with the most CPU features
/// among those that this machine can run.
Result<const artifact::Target *>
selectTarget(const artifact::Manifest &manifest, const std::string &name);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_MODULE_H
