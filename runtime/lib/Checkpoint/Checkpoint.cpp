//===- Checkpoint.cpp - payload of a checkpoint ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mapping is lazy because a compiler or a checker wants headers only. A shard
// whose size changed since its header was read is refused.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Checkpoint/Checkpoint.h"

#include "runtime/lib/Support/Quote.h"

#include <utility>

using namespace cedar::rt;

Checkpoint::Checkpoint(CheckpointIndex index)
    : index_(std::move(index)), files_(index_.shards().size()) {}

Result<std::unique_ptr<Checkpoint>>
Checkpoint::open(const std::string &folder) {
  Result<CheckpointIndex> index = CheckpointIndex::open(folder);
  if (!index.ok())
    return index.status();
  return std::make_unique<Checkpoint>(std::move(*index));
}

Status Checkpoint::mapShard(size_t shard) {
  const ShardInfo &info = index_.shards()[shard];
  Result<MappedFile> file = MappedFile::open(info.path);
  if (!file.ok())
    return file.status();
  if (file->size() != info.size)
    return Status(Code::corrupt,
                  "'" + info.path + "' changed while in use: expected " +
                      std::to_string(info.size) + " bytes, found " +
                      std::to_string(file->size()));
  files_[shard] = std::move(*file);
  return Status();
}

Result<const std::byte *> Checkpoint::data(std::string_view name) {
  const TensorInfo *tensor = index_.find(name);
  if (!tensor)
    return Status(Code::notFound,
                  "'" + index_.folder() + "': no tensor " + quoteName(name));
  return data(*tensor);
}

Result<const std::byte *> Checkpoint::data(const TensorInfo &tensor) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!files_[tensor.shard])
    if (Status status = mapShard(tensor.shard); !status.ok())
      return status;
  return files_[tensor.shard]->data() + tensor.offset;
}
