//===- ShardPlan.h - which tensor lies in which file ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensors of an inventory laid out in one file, or in shards as the release
// has them (SPEC 2.1): the embedding, one shard per layer, final norm and head,
// one per draft stage, one per engram layer for its tables.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TEST_TOOLS_MAKECHECKPOINT_SHARDPLAN_H
#define CEDAR_TEST_TOOLS_MAKECHECKPOINT_SHARDPLAN_H

#include "dialect/Cedar/Import/Inventory.h"

#include <string>
#include <vector>

namespace cedar {

/// One tensor of a file: a weight or its scale, of one expert of a stack.
struct StoredTensor {
  const TensorSpec *spec = nullptr;
  bool isScale = false;
  std::string name;
  rt::DType type = rt::DType::u8;
  std::vector<int64_t> shape;
  uint64_t offset = 0; ///< from the start of the payload
  uint64_t bytes = 0;
};

struct Shard {
  std::string fileName;
  std::vector<StoredTensor> tensors; ///< in payload order

  uint64_t payloadBytes() const {
    return tensors.empty() ? 0 : tensors.back().offset + tensors.back().bytes;
  }
};

/// All tensors in `model.safetensors`.
std::vector<Shard> planSingleFile(const Inventory &inventory);

/// The released layout.
std::vector<Shard> planShards(const Inventory &inventory);

} // namespace cedar

#endif // CEDAR_TEST_TOOLS_MAKECHECKPOINT_SHARDPLAN_H
