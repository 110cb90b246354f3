//===- ConfigDefaults.cpp - lists a configuration may leave out -----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 1.4: the released plan for the released number of layers, else two
// window layers, a half of ratio 2 and the rest of ratio 1.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ConfigDefaults.h"

#include <algorithm>

namespace cedar {

static const int64_t releasedLayers = 40;
static const std::vector<int64_t> releasedKvSources = {2, 8, 14, 20};
static const std::vector<int64_t> releasedIndexSources = {2,  8,  14, 20,
                                                          24, 28, 32, 36};

std::vector<int64_t> defaultRatios(int64_t numLayers) {
  int64_t window = std::min<int64_t>(2, numLayers);
  int64_t compressed = numLayers - window;
  int64_t pairs = numLayers == releasedLayers ? 18 : (compressed + 1) / 2;
  std::vector<int64_t> ratios(window, 0);
  ratios.insert(ratios.end(), pairs, 2);
  ratios.insert(ratios.end(), compressed - pairs, 1);
  return ratios;
}

/// Whether the backbone has the released plan of ratios.
static bool hasReleasedRatios(const ModelConfig &config) {
  if (config.numLayers != releasedLayers)
    return false;
  std::vector<int64_t> released = defaultRatios(releasedLayers);
  return std::equal(released.begin(), released.end(),
                    config.compressRatios.begin());
}

std::vector<int64_t> defaultKvSources(const ModelConfig &config) {
  if (hasReleasedRatios(config))
    return releasedKvSources;
  std::vector<int64_t> sources;
  int64_t previous = 0;
  for (int64_t layer = 0; layer < config.numLayers; ++layer) {
    int64_t ratio = config.ratio(layer);
    if (ratio > 0 && ratio != previous)
      sources.push_back(layer);
    previous = ratio;
  }
  return sources;
}

std::vector<int64_t> defaultIndexSources(const ModelConfig &config) {
  if (config.numLayers == releasedLayers &&
      config.kvSources == releasedKvSources)
    return releasedIndexSources;
  return config.kvSources;
}

std::vector<int64_t> defaultDraftTargets(const ModelConfig &config) {
  std::vector<int64_t> targets;
  for (int64_t layer = config.numLayers; layer-- > 0 && targets.size() < 3;)
    if (!config.isKvSource(layer))
      targets.insert(targets.begin(), layer);
  return targets;
}

} // namespace cedar
