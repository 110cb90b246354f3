//===- Config.h - the model configuration of a checkpoint -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `ModelConfig` holds every field of a checkpoint's config.json that the text
// backbone and its draft stages need (SPEC 1.2), with absent lists derived
// (SPEC 1.4), and answers which role each layer plays (SPEC 1.3). Numbers are
// bounded by the parser so that no product of two sizes overflows; whether
// they fit together is decided by `validateConfig` (Validate.h).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_CONFIG_H
#define CEDAR_DIALECT_CEDAR_IMPORT_CONFIG_H

#include "runtime/lib/Support/Status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cedar {

/// YaRN stretching of the rotary frequencies of layers with a ratio above 0.
struct RopeScaling {
  bool enabled = false;
  double factor = 1;
  double betaFast = 32;
  double betaSlow = 1;
  int64_t originalMaxPositions = 0;

  bool operator==(const RopeScaling &other) const;
};

/// What a layer does with the compressed cache of its group.
enum class LayerMode {
  window,  ///< ratio 0: sliding window only
  full,    ///< owns a compressed cache and index keys, and selects from them
  reindex, ///< selects anew from the cache of an earlier layer
  reuse,   ///< uses cache and selection of earlier layers
};

/// The word for a mode in IR and in reports.
const char *stringOf(LayerMode mode);

struct ModelConfig {
  // Sizes of the backbone.
  int64_t vocabSize = 0;
  int64_t hiddenSize = 0;
  int64_t moeIntermediateSize = 0;
  int64_t numLayers = 0;
  int64_t maxPositions = 0;
  bool tieWordEmbeddings = false;
  double rmsNormEps = 0;

  // Attention.
  int64_t numHeads = 0;
  int64_t numKeyValueHeads = 1;
  int64_t headDim = 0;
  int64_t ropeDim = 0;
  int64_t qLoraRank = 0;
  int64_t oLoraRank = 0;
  int64_t oGroups = 0;
  int64_t slidingWindow = 0;
  double ropeTheta = 0;
  double compressRopeTheta = 0;
  RopeScaling ropeScaling;

  // Compression, index and candidate pool. `compressRatios` covers the
  // backbone and then the draft stages.
  std::vector<int64_t> compressRatios;
  std::vector<int64_t> kvSources;
  std::vector<int64_t> indexSources;
  int64_t indexHeads = 0;
  int64_t indexHeadDim = 0;
  int64_t indexTopk = 0;
  int64_t candidateSource = -1;
  int64_t candidateTopkBlocks = 0;
  int64_t candidateBlockSize = 0;

  // Mixture of experts.
  int64_t numExperts = 0;
  int64_t numSharedExperts = 1;
  int64_t expertsPerToken = 0;
  bool normTopkProb = true;
  double routedScalingFactor = 1;
  double gateTemp = 1;
  double swigluLimit = 0; ///< 0 disables the clamp

  // Hyper-connections.
  int64_t hcMult = 0;
  int64_t hcSinkhornIters = 0;
  double hcEps = 0;

  // Engram.
  std::vector<int64_t> engramLayers;
  std::vector<int64_t> engramRows; ///< table rows, one per engram layer
  int64_t engramMaxNgram = 0;
  int64_t engramVocabSize = 0;
  int64_t engramHeads = 0;
  int64_t engramHeadDim = 0;
  int64_t engramPadId = 0;
  int64_t engramCompressedVocab = 0;

  // Draft stages.
  int64_t numDraftStages = 0;
  int64_t draftBlockSize = 0;
  int64_t draftNoiseTokenId = 0;
  std::vector<int64_t> draftTargets;
  int64_t draftMarkovRank = 0;
  int64_t draftExperts = 0;
  int64_t draftExpertsPerToken = 0;

  // Special tokens.
  std::optional<int64_t> bosTokenId;
  std::vector<int64_t> eosTokenIds;
  std::optional<int64_t> padTokenId;
  std::optional<int64_t> imageTokenId;

  /// Positions per compressed entry of a backbone layer, 0 for window only.
  int64_t ratio(int64_t layer) const { return compressRatios[layer]; }
  /// The layer whose compressed cache `layer` reads, -1 for none.
  int64_t kvSource(int64_t layer) const;
  /// The layer whose selection `layer` uses, -1 for none.
  int64_t indexSource(int64_t layer) const;
  bool isKvSource(int64_t layer) const;
  bool isIndexSource(int64_t layer) const;
  LayerMode mode(int64_t layer) const;
  /// Whether the layer's indexer searches only the pool of candidate blocks.
  bool usesCandidates(int64_t layer) const;
  bool isEngram(int64_t layer) const { return engramIndex(layer) >= 0; }
  /// Position of `layer` in `engramLayers`, -1 when it has no engram.
  int64_t engramIndex(int64_t layer) const;
  /// First layer of the decoder half: the last KV source; the number of layers
  /// when there is none.
  int64_t decoderBegin() const;

  /// Rows gathered per token and engram layer: one per order and head.
  int64_t engramColumns() const { return (engramMaxNgram - 1) * engramHeads; }
  /// Rows of a mixing matrix: pre, post and comb of `hcMult` streams.
  int64_t mixSize() const { return hcMult * (hcMult + 2); }

  /// The R/2 rotation frequencies of a layer in float32 arithmetic (SPEC 3.6).
  std::vector<float> ropeFrequencies(int64_t layer) const;
};

/// Reads a config.json: the composite form with a `text_config`, or the flat
/// text form. `fileName` only serves messages. The error is the first of all.
rt::Result<ModelConfig> parseConfig(std::string_view text,
                                    std::string_view fileName);

/// Like `parseConfig`, but reports every fault: the value is meaningful only
/// when `problems` stays empty.
ModelConfig parseConfig(std::string_view text, std::string_view fileName,
                        std::vector<std::string> &problems);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_CONFIG_H
