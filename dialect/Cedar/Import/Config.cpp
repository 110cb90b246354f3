//===- Config.cpp - the model configuration of a checkpoint ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The role of each layer (SPEC 1.3).
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/Config.h"

#include <algorithm>

namespace cedar {

bool RopeScaling::operator==(const RopeScaling &other) const {
  return enabled == other.enabled && factor == other.factor &&
         betaFast == other.betaFast && betaSlow == other.betaSlow &&
         originalMaxPositions == other.originalMaxPositions;
}

const char *stringOf(LayerMode mode) {
  switch (mode) {
  case LayerMode::window:
    return "window";
  case LayerMode::full:
    return "full";
  case LayerMode::reindex:
    return "reindex";
  case LayerMode::reuse:
    return "reuse";
  }
  return "";
}

static bool contains(const std::vector<int64_t> &list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// The largest element that is not above `layer`, -1 for none.
static int64_t lastUpTo(const std::vector<int64_t> &sources, int64_t layer) {
  int64_t last = -1;
  for (int64_t source : sources)
    if (source <= layer)
      last = std::max(last, source);
  return last;
}

int64_t ModelConfig::kvSource(int64_t layer) const {
  return ratio(layer) > 0 ? lastUpTo(kvSources, layer) : -1;
}

int64_t ModelConfig::indexSource(int64_t layer) const {
  return ratio(layer) > 0 ? lastUpTo(indexSources, layer) : -1;
}

bool ModelConfig::isKvSource(int64_t layer) const {
  return contains(kvSources, layer);
}

bool ModelConfig::isIndexSource(int64_t layer) const {
  return contains(indexSources, layer);
}

LayerMode ModelConfig::mode(int64_t layer) const {
  if (ratio(layer) == 0)
    return LayerMode::window;
  if (isKvSource(layer))
    return LayerMode::full;
  return isIndexSource(layer) ? LayerMode::reindex : LayerMode::reuse;
}

bool ModelConfig::usesCandidates(int64_t layer) const {
  return candidateSource >= 0 && candidateSource < layer &&
         isIndexSource(layer);
}

int64_t ModelConfig::engramIndex(int64_t layer) const {
  auto it = std::find(engramLayers.begin(), engramLayers.end(), layer);
  return it == engramLayers.end() ? -1 : it - engramLayers.begin();
}

int64_t ModelConfig::decoderBegin() const {
  return kvSources.empty() ? numLayers : kvSources.back();
}

} // namespace cedar
