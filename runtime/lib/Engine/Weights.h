//===- Weights.h - a module bound to a checkpoint -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The addresses of all weights of a module. Tensors stay where they lie in the
// mapped files; those that are less aligned than the code needs are copied.
// SyntheticWeights.cpp has weights without a checkpoint.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_WEIGHTS_H
#define CEDAR_RUNTIME_ENGINE_WEIGHTS_H

#include "cedar.h"
#include "runtime/lib/Engine/DeviceWeights.h"
#include "runtime/lib/Engine/Module.h"
#include "runtime/lib/Engine/Region.h"
#include "runtime/lib/Engine/WeightTensors.h"

#include <memory>
#include <string>
#include <vector>

namespace cedar::rt {

struct SyntheticPart;

/// Bound weights; immutable once open.
class Weights {
public:
  static Result<std::shared_ptr<const Weights>>
  open(std::shared_ptr<const Module> module, const std::string &folder,
       const cedar_weights_options &options);

  /// Random weights from `seed`.
  static Result<std::shared_ptr<const Weights>>
  synthetic(std::shared_ptr<const Module> module, uint64_t seed);

  const Module &module() const { return *module_; }

  /// What a kernel gets for part `part` of weight `weight`: the tensor, or for
  /// a stack a table of memref descriptors.
  const void *part(uint32_t weight, uint32_t part) const {
    return pointers_[weight][part];
  }

  uint64_t mappedBytes() const { return mappedBytes_; }
  uint64_t copiedBytes() const { return copies_.size(); }
  /// Of a GPU: bytes of its memory.
  uint64_t deviceBytes() const { return device_ ? device_->bytes() : 0; }

private:
  explicit Weights(std::shared_ptr<const Module> module)
      : module_(std::move(module)) {}

  Status bind(const std::string &folder, const cedar_weights_options &options);
  Status checkFolder(const std::string &folder) const;
  Status bindTensors(const std::vector<PartTensors> &parts);
  Status pinTables(const std::vector<PartTensors> &parts);
  Status pinTableParts(std::vector<Range> addresses);
  Status bindSynthetic(uint64_t seed);
  Status bindSyntheticInner();
  Status bindSyntheticOnHost(std::vector<SyntheticPart> &parts);
  Status bindSyntheticOnDevice(const std::vector<SyntheticPart> &parts);
  Status pinSyntheticTables(const std::vector<SyntheticPart> &parts);
  template <typename Part, typename Place>
  Status bindParts(const std::vector<Part> &parts, Place place);
  Status bindPart(uint32_t weight, uint32_t index,
                  const std::vector<const void *> &tensors);
  void adviseTables() const;
  Status reserveCopies(const std::vector<PartTensors> &parts);
  Result<const std::byte *> place(const artifact::WeightPart &part,
                                  const TensorInfo &tensor);
  void makePointers();
  Status makeDevice(cedar_progress_callback progress, void *context);
  Status bindTokenMap(uint32_t weight, std::vector<int32_t> ids);
  Status bindInner(const std::string &folder, const std::string &tokenMap);
  Status bindBlob(uint32_t weight);
  Result<const void *> resident(const void *data, uint64_t bytes);

  std::shared_ptr<const Module> module_;
  std::unique_ptr<Checkpoint> checkpoint_;
  std::vector<std::vector<const void *>> pointers_; ///< by weight, part
  std::vector<std::vector<int64_t>> tables_;        ///< of stacks
  std::vector<std::vector<int32_t>> tokenMaps_;
  Region copies_;
  std::vector<Region> repeated_; ///< synthetic tables
  uint64_t copied_ = 0;          ///< bytes of `copies_` in use
  uint64_t mappedBytes_ = 0;
  std::unique_ptr<DeviceWeights> device_; ///< of a GPU
};

/// Gives kernels all parts but those that a GPU reads in the host's memory;
/// each tensor is at place(part, tensor).
template <typename Part, typename Place>
Status Weights::bindParts(const std::vector<Part> &parts, Place place) {
  for (const Part &part : parts) {
    if (device_ && device_->isTable(part.weight))
      continue;
    std::vector<const void *> tensors;
    for (const auto &tensor : part.tensors) {
      Result<const void *> where = place(part, tensor);
      if (!where.ok())
        return where.status();
      tensors.push_back(*where);
    }
    if (Status status = bindPart(part.weight, part.index, tensors);
        !status.ok())
      return status;
  }
  return Status();
}

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_WEIGHTS_H
