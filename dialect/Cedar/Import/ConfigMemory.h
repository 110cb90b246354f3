//===- ConfigMemory.h - bytes that a configuration needs ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 6: bytes of the weights by kind, of the compressed caches per token, and
// of what a sequence keeps whatever its length (SPEC 5.1).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_CONFIGMEMORY_H
#define CEDAR_DIALECT_CEDAR_IMPORT_CONFIGMEMORY_H

#include "dialect/Cedar/Import/Inventory.h"

namespace cedar {

/// Bytes on disk by kind, scales included.
struct WeightBytes {
  int64_t experts = 0;    ///< routed experts of the backbone
  int64_t dense = 0;      ///< everything else of the layers
  int64_t vocabulary = 0; ///< embedding, final norm and head
  int64_t engramTables = 0;
  int64_t draft = 0; ///< draft stages, left unused

  int64_t backbone() const {
    return experts + dense + vocabulary + engramTables;
  }
};

WeightBytes weightBytes(const Inventory &inventory);

/// Bytes of one compressed entry: E2M1 codes, one scale per 16 values.
int64_t cacheEntryBytes(const ModelConfig &config);
/// Bytes of one index key: E2M1 codes, one scale per 32 values.
int64_t indexKeyBytes(const ModelConfig &config);
/// Bytes of all compressed caches per token of context.
double cacheBytesPerToken(const ModelConfig &config);
/// Bytes of all compressed caches of a sequence of that length.
int64_t cacheBytes(const ModelConfig &config, int64_t context);
/// Bytes of the windows of all layers of a sequence: E4M3 codes, one scale per
/// 32 values.
int64_t windowBytes(const ModelConfig &config);
/// Bytes of the open groups of all compressors of a sequence, at most.
int64_t tailBytes(const ModelConfig &config);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_CONFIGMEMORY_H
