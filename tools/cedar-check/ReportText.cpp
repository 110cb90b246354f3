//===- ReportText.cpp - the verdict for people ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line per subject, a table of the layers, then everything that is to be
// known or to be mended.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-check/Report.h"

#include "dialect/Cedar/Import/ConfigMemory.h"

#include <cstdio>
#include <string>

namespace cedar {

/// The widest subject, so that the second column is straight.
static constexpr int kSubject = 11;

static void line(std::ostream &out, std::string subject,
                 const std::string &text) {
  subject.resize(kSubject, ' ');
  out << subject << " " << text << "\n";
}

/// Bytes in the largest unit that leaves at least one.
static std::string bytes(int64_t count) {
  static constexpr const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = double(count);
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(units); ++unit)
    value /= 1024;
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, unit ? "%.2f %s" : "%.0f %s", value,
                units[unit]);
  return buffer;
}

static std::string number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

static std::string layerOrDash(int64_t layer) {
  return layer < 0 ? "-" : std::to_string(layer);
}

static void printModel(const ModelConfig &config, std::ostream &out) {
  line(out, "model",
       std::to_string(config.numLayers) + " layers, hidden " +
           std::to_string(config.hiddenSize) + " in " +
           std::to_string(config.hcMult) + " streams, " +
           std::to_string(config.numHeads) + " heads of " +
           std::to_string(config.headDim) + ", " +
           std::to_string(config.numExperts) + " experts top-" +
           std::to_string(config.expertsPerToken) + ", vocabulary " +
           std::to_string(config.vocabSize));
  if (config.decoderBegin() < config.numLayers)
    line(out, "decoder",
         "layers " + std::to_string(config.decoderBegin()) + " to " +
             std::to_string(config.numLayers - 1));
  if (config.numDraftStages)
    line(out, "draft",
         std::to_string(config.numDraftStages) + " stages, left unused");
}

static void printLayers(const ModelConfig &config, std::ostream &out) {
  char row[128];
  std::snprintf(row, sizeof row, "\n%5s  %-8s %5s %9s %12s  %-10s  %s\n",
                "layer", "mode", "ratio", "kv source", "index source",
                "candidates", "engram rows");
  out << row;
  for (int64_t layer = 0; layer < config.numLayers; ++layer) {
    int64_t engram = config.engramIndex(layer);
    std::string candidates = config.candidateSource == layer ? "builds"
                             : config.usesCandidates(layer)  ? "uses"
                                                             : "-";
    std::snprintf(
        row, sizeof row, "%5d  %-8s %5d %9s %12s  %-10s  %s\n", int(layer),
        stringOf(config.mode(layer)), int(config.ratio(layer)),
        layerOrDash(config.kvSource(layer)).c_str(),
        layerOrDash(config.indexSource(layer)).c_str(), candidates.c_str(),
        layerOrDash(engram < 0 ? -1 : config.engramRows[engram]).c_str());
    out << row;
  }
  out << "\n";
}

static void printTensors(const Inventory &inventory, std::ostream &out) {
  line(out, "tensors",
       std::to_string(inventory.storedTensors(TensorRole::backbone)) +
           " expected in the backbone, " +
           std::to_string(inventory.storedTensors(TensorRole::draft)) +
           " in draft stages");
  WeightBytes weights = weightBytes(inventory);
  line(out, "weights",
       bytes(weights.backbone()) + ": experts " + bytes(weights.experts) +
           ", dense " + bytes(weights.dense) + ", vocabulary " +
           bytes(weights.vocabulary) + ", engram tables " +
           bytes(weights.engramTables) + "; draft stages " +
           bytes(weights.draft) + " more");
}

static void printMemory(const CheckpointReport &report,
                        const ReportOptions &options, std::ostream &out) {
  const ModelConfig &config = report.config;
  int64_t context = contextOf(report, options);
  line(out, "cache",
       number(cacheBytesPerToken(config)) + " B per token, " +
           bytes(cacheBytes(config, context)) + " for " +
           std::to_string(context) + " tokens");
  line(out, "sequence",
       bytes(windowBytes(config)) + " of windows, " + bytes(tailBytes(config)) +
           " of open groups");
}

static void printTokenMap(const CheckpointReport &report, std::ostream &out) {
  if (report.config.engramLayers.empty())
    return line(out, "token map", "not needed, there is no engram layer");
  if (!report.tokenMap)
    return;
  line(out, "token map",
       report.tokenMapSource + ": " + std::to_string(report.tokenMap->count) +
           " ids for " + std::to_string(report.tokenMap->ids.size()) +
           " tokens, sha256 " + report.tokenMap->sha256());
}

void printText(const CheckpointReport &report, const ReportOptions &options,
               std::ostream &out) {
  if (report.configLegal) {
    Inventory inventory(report.config);
    printModel(report.config, out);
    printLayers(report.config, out);
    printTensors(inventory, out);
    printMemory(report, options, out);
    if (!options.configOnly)
      printTokenMap(report, out);
  }
  for (const std::string &note : report.notes)
    out << "note: " << note << "\n";
  for (const std::string &warning : report.warnings)
    out << "warning: " << warning << "\n";
  for (const std::string &problem : report.problems)
    out << "error: " << problem << "\n";
  size_t count = report.problems.size();
  line(out, "verdict",
       count == 0   ? "ok"
       : count == 1 ? "1 problem"
                    : std::to_string(count) + " problems");
}

} // namespace cedar
