//===- Checkpoint.h - payload of a checkpoint -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The payload of a checkpoint: shards are mapped read-only when a tensor of
// theirs is first asked for, and stay mapped as long as the object lives.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_CHECKPOINT_CHECKPOINT_H
#define CEDAR_RUNTIME_CHECKPOINT_CHECKPOINT_H

#include "runtime/lib/Checkpoint/CheckpointIndex.h"
#include "runtime/lib/Support/MappedFile.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace cedar::rt {

/// Bytes of tensors, shared with the page cache. Safe to use from any thread.
class Checkpoint {
public:
  explicit Checkpoint(CheckpointIndex index);

  /// Reads the headers of the checkpoint in `folder`; maps nothing yet.
  static Result<std::unique_ptr<Checkpoint>> open(const std::string &folder);

  const CheckpointIndex &index() const { return index_; }

  /// First byte of the tensor `name`; it may lie at any alignment.
  Result<const std::byte *> data(std::string_view name);

  /// First byte of `tensor`, which must belong to `index()`.
  Result<const std::byte *> data(const TensorInfo &tensor);

private:
  Status mapShard(size_t shard);

  CheckpointIndex index_;
  std::mutex mutex_; ///< guards `files_`
  std::vector<std::optional<MappedFile>> files_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CHECKPOINT_CHECKPOINT_H
