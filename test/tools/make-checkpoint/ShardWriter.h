//===- ShardWriter.h - writing a checkpoint's files -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes planned shards as safetensors files. Without a seed the payload is a
// hole: the file has its full size and takes almost no disk.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TEST_TOOLS_MAKECHECKPOINT_SHARDWRITER_H
#define CEDAR_TEST_TOOLS_MAKECHECKPOINT_SHARDWRITER_H

#include "runtime/lib/Support/Status.h"
#include "test/tools/make-checkpoint/ShardPlan.h"

#include <optional>

namespace cedar {

rt::Status writeShard(const std::string &folder, const Shard &shard,
                      const ModelConfig &config, std::optional<uint64_t> seed);

/// Writes model.safetensors.index.json.
rt::Status writeIndex(const std::string &folder,
                      const std::vector<Shard> &shards);

/// Writes a file of the folder.
rt::Status writeFile(const std::string &path, const std::string &bytes);

} // namespace cedar

#endif // CEDAR_TEST_TOOLS_MAKECHECKPOINT_SHARDWRITER_H
