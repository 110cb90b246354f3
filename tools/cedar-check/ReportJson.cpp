//===- ReportJson.cpp - the verdict for scripts ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One JSON object. Facts that need a legal configuration are absent when it is
// not; the keys stay the same from version to version.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-check/Report.h"

#include "dialect/Cedar/Import/ConfigMemory.h"

#include <cmath>
#include <nlohmann/json.hpp>

using nlohmann::ordered_json;

namespace cedar {

static ordered_json layerOrNull(int64_t layer) {
  return layer < 0 ? ordered_json() : ordered_json(layer);
}

static ordered_json layersJson(const ModelConfig &config) {
  ordered_json layers = ordered_json::array();
  for (int64_t layer = 0; layer < config.numLayers; ++layer) {
    int64_t engram = config.engramIndex(layer);
    layers.push_back({{"layer", layer},
                      {"mode", stringOf(config.mode(layer))},
                      {"ratio", config.ratio(layer)},
                      {"kv_source", layerOrNull(config.kvSource(layer))},
                      {"index_source", layerOrNull(config.indexSource(layer))},
                      {"builds_candidates", config.candidateSource == layer},
                      {"uses_candidates", config.usesCandidates(layer)},
                      {"engram_rows",
                       engram < 0 ? ordered_json()
                                  : ordered_json(config.engramRows[engram])}});
  }
  return layers;
}

static ordered_json tensorsJson(const Inventory &inventory) {
  return {{"backbone", inventory.storedTensors(TensorRole::backbone)},
          {"draft", inventory.storedTensors(TensorRole::draft)}};
}

/// A whole number without a fraction.
static ordered_json shortest(double value) {
  if (value == std::trunc(value))
    return int64_t(value);
  return value;
}

static ordered_json memoryJson(const CheckpointReport &report,
                               const ReportOptions &options,
                               const Inventory &inventory) {
  const ModelConfig &config = report.config;
  WeightBytes weights = weightBytes(inventory);
  int64_t context = contextOf(report, options);
  return {
      {"weights",
       {{"backbone", weights.backbone()},
        {"experts", weights.experts},
        {"dense", weights.dense},
        {"vocabulary", weights.vocabulary},
        {"engram_tables", weights.engramTables},
        {"draft", weights.draft}}},
      {"global_cache_bytes_per_token", shortest(cacheBytesPerToken(config))},
      {"context", context},
      {"cache_bytes", cacheBytes(config, context)},
      {"window_bytes", windowBytes(config)},
      {"tail_bytes", tailBytes(config)}};
}

static ordered_json tokenMapJson(const CheckpointReport &report) {
  if (!report.tokenMap)
    return nullptr;
  return {{"source", report.tokenMapSource},
          {"tokens", report.tokenMap->ids.size()},
          {"ids", report.tokenMap->count},
          {"sha256", report.tokenMap->sha256()}};
}

void printJson(const CheckpointReport &report, const ReportOptions &options,
               std::ostream &out) {
  ordered_json json;
  json["ok"] = report.ok();
  if (report.configLegal) {
    Inventory inventory(report.config);
    json["layers"] = layersJson(report.config);
    json["decoder_begin"] = report.config.decoderBegin();
    json["expected_tensors"] = tensorsJson(inventory);
    json["memory"] = memoryJson(report, options, inventory);
    json["token_map"] = tokenMapJson(report);
  }
  json["notes"] = report.notes;
  json["warnings"] = report.warnings;
  json["problems"] = report.problems;
  out << json.dump(2, ' ', false, ordered_json::error_handler_t::replace)
      << "\n";
}

} // namespace cedar
