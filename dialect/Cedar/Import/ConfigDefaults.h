//===- ConfigDefaults.h - lists a configuration may leave out -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layer lists that small configurations leave out follow from the number
// of layers and from each other (SPEC 1.4). An empty list is not an absent one.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_CONFIGDEFAULTS_H
#define CEDAR_DIALECT_CEDAR_IMPORT_CONFIGDEFAULTS_H

#include "dialect/Cedar/Import/Config.h"

namespace cedar {

/// Ratios of the backbone layers of a model with that many layers.
std::vector<int64_t> defaultRatios(int64_t numLayers);

/// Sources of the compressed cache for `config.compressRatios`.
std::vector<int64_t> defaultKvSources(const ModelConfig &config);

/// Layers with an indexer for `config.kvSources`.
std::vector<int64_t> defaultIndexSources(const ModelConfig &config);

/// Layers whose input the draft stages see: the last three that are not KV
/// sources.
std::vector<int64_t> defaultDraftTargets(const ModelConfig &config);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_CONFIGDEFAULTS_H
