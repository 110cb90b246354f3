//===- ConfigMemory.cpp - bytes that a configuration needs ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of SPEC 5.1 and SPEC 6.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ConfigMemory.h"

namespace cedar {

static bool isEngramTable(const TensorSpec &spec) {
  return spec.encoding == Encoding::fp8Row;
}

WeightBytes weightBytes(const Inventory &inventory) {
  WeightBytes bytes;
  for (const TensorSpec &spec : inventory.tensors()) {
    int64_t &kind = spec.role == TensorRole::draft ? bytes.draft
                    : spec.layer < 0               ? bytes.vocabulary
                    : spec.experts                 ? bytes.experts
                    : isEngramTable(spec)          ? bytes.engramTables
                                                   : bytes.dense;
    kind += spec.storedBytes();
  }
  return bytes;
}

int64_t cacheEntryBytes(const ModelConfig &config) {
  return config.headDim / 2 + config.headDim / 16;
}

int64_t indexKeyBytes(const ModelConfig &config) {
  return config.indexHeadDim / 2 + config.indexHeadDim / 32;
}

double cacheBytesPerToken(const ModelConfig &config) {
  double bytes = 0;
  for (int64_t source : config.kvSources)
    bytes += double(cacheEntryBytes(config) + indexKeyBytes(config)) /
             double(config.ratio(source));
  return bytes;
}

int64_t cacheBytes(const ModelConfig &config, int64_t context) {
  int64_t bytes = 0;
  for (int64_t source : config.kvSources)
    bytes += (cacheEntryBytes(config) + indexKeyBytes(config)) *
             (context / config.ratio(source));
  return bytes;
}

int64_t windowBytes(const ModelConfig &config) {
  int64_t slot = config.headDim + config.headDim / 32;
  return config.numLayers * config.slidingWindow * slot;
}

int64_t tailBytes(const ModelConfig &config) {
  int64_t bytes = 0;
  for (int64_t source : config.kvSources)
    bytes += (config.ratio(source) - 1) * 2 * config.headDim * 4;
  return bytes;
}

} // namespace cedar
