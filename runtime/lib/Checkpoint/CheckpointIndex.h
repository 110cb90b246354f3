//===- CheckpointIndex.h - tensors of a folder ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each tensor of a checkpoint folder lies: from `model.safetensors`, or
// from `model.safetensors.index.json` and the headers of its shards. No payload
// is read. Index and shards must agree on every name (SPEC 2.1).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_CHECKPOINT_CHECKPOINTINDEX_H
#define CEDAR_RUNTIME_CHECKPOINT_CHECKPOINTINDEX_H

#include "runtime/lib/Checkpoint/DType.h"
#include "runtime/lib/Support/Status.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cedar::rt {

/// One file of a checkpoint.
struct ShardInfo {
  std::string name; ///< within the folder
  std::string path;
  uint64_t size = 0;
};

/// One tensor of a checkpoint.
struct TensorInfo {
  DType dtype = DType::u8;
  std::vector<int64_t> shape;
  size_t shard = 0;    ///< index into `shards()`
  uint64_t offset = 0; ///< first byte, counted from the start of the shard
  uint64_t bytes = 0;
};

/// Names, types, shapes and places of all tensors.
class CheckpointIndex {
public:
  using TensorMap = std::map<std::string, TensorInfo, std::less<>>;

  /// Reads the headers of the checkpoint in `folder`.
  static Result<CheckpointIndex> open(const std::string &folder);

  const std::string &folder() const { return folder_; }
  const std::vector<ShardInfo> &shards() const { return shards_; }
  const TensorMap &tensors() const { return tensors_; }

  /// The tensor `name`, or null.
  const TensorInfo *find(std::string_view name) const;

private:
  /// Tensor name to shard name, as the index file states it.
  using WeightMap = std::map<std::string, std::string>;

  Status openShards(const std::string &indexPath);
  Status addShard(const std::string &name, const WeightMap *weightMap);
  Status checkAllFound(const std::string &indexPath,
                       const WeightMap &weightMap) const;

  std::string folder_;
  std::vector<ShardInfo> shards_;
  TensorMap tensors_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CHECKPOINT_CHECKPOINTINDEX_H
