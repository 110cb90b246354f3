//===- ShardPlan.cpp - which tensor lies in which file --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors go to shards by a key that ascends in the order of the release.
//
//===----------------------------------------------------------------------===//

#include "test/tools/make-checkpoint/ShardPlan.h"

#include <cstdio>
#include <map>
#include <tuple>

namespace cedar {

static void append(Shard &shard, const TensorSpec &spec, bool isScale,
                   const std::string &name) {
  StoredTensor tensor;
  tensor.spec = &spec;
  tensor.isScale = isScale;
  tensor.name = name;
  tensor.type = isScale ? rt::DType::f8E8M0 : spec.storedType();
  tensor.shape = isScale ? spec.scaleShape() : spec.storedShape();
  tensor.bytes = rt::dtypeBytes(tensor.type);
  for (int64_t size : tensor.shape)
    tensor.bytes *= uint64_t(size);
  tensor.offset = shard.payloadBytes();
  shard.tensors.push_back(std::move(tensor));
}

/// Adds a tensor, or all experts of a stack, each with its scale.
static void append(Shard &shard, const TensorSpec &spec) {
  int64_t count = spec.experts ? spec.experts : 1;
  for (int64_t expert = 0; expert < count; ++expert) {
    append(shard, spec, false, expertName(spec.name, expert));
    if (spec.hasScale())
      append(shard, spec, true, expertName(spec.scaleName(), expert));
  }
}

std::vector<Shard> planSingleFile(const Inventory &inventory) {
  std::vector<Shard> shards(1);
  shards[0].fileName = "model.safetensors";
  for (const TensorSpec &spec : inventory.tensors())
    append(shards[0], spec);
  return shards;
}

/// Embedding, layers, norm and head, draft stages, engram.
static std::tuple<int, int64_t> shardKey(const TensorSpec &spec) {
  if (spec.role == TensorRole::draft)
    return {3, spec.layer};
  if (spec.name.find(".engram.") != std::string::npos)
    return {4, spec.layer};
  if (spec.layer >= 0)
    return {1, spec.layer};
  return {spec.name == "embed.weight" ? 0 : 2, 0};
}

std::vector<Shard> planShards(const Inventory &inventory) {
  std::map<std::tuple<int, int64_t>, Shard> byKey;
  for (const TensorSpec &spec : inventory.tensors())
    append(byKey[shardKey(spec)], spec);
  std::vector<Shard> shards;
  for (auto &[key, shard] : byKey) {
    char name[64];
    std::snprintf(name, sizeof name, "model-%05d-of-%05d.safetensors",
                  int(shards.size() + 1), int(byKey.size()));
    shard.fileName = name;
    shards.push_back(std::move(shard));
  }
  return shards;
}

} // namespace cedar
