//===- Facts.cpp - model, states, weights and memory ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TargetFacts.cpp has kernels and entries.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-inspect/Facts.h"

#include "runtime/lib/Artifact/ElementTypes.h"
#include "runtime/lib/Engine/SessionLayout.h"
#include "runtime/lib/Support/Sha256.h"

using namespace cedar;
using namespace cedar::rt;
using nlohmann::ordered_json;

static ordered_json modelFacts(const artifact::Manifest &manifest) {
  const artifact::Model &model = manifest.model();
  ordered_json facts;
  facts["name"] = model.name();
  facts["vocab_size"] = model.vocab_size();
  facts["hidden_size"] = model.hidden_size();
  facts["max_positions"] = model.max_positions();
  facts["page_tokens"] = model.page_tokens();
  facts["window"] = model.window();
  facts["bos_token"] = model.bos_token();
  facts["eos_token"] = model.eos_token();
  facts["pad_token"] = model.pad_token();
  facts["image_token"] = model.image_token();
  facts["layers"] = ordered_json::array();
  for (const artifact::Layer &layer : manifest.layers())
    facts["layers"].push_back({{"index", layer.index()},
                               {"mode", layer.mode()},
                               {"ratio", layer.ratio()},
                               {"engram", layer.engram()}});
  return facts;
}

static ordered_json stateFacts(const artifact::State &state) {
  bool paged = state.kind() == artifact::State::PAGED;
  ordered_json facts;
  facts["name"] = state.name();
  facts["role"] = state.role();
  facts["layer"] = state.layer();
  facts["kind"] = paged ? "paged" : "ring";
  facts["rows"] = state.rows();
  facts["ratio"] = paged ? state.ratio() : 1;
  facts["channels"] = state.channels();
  facts["type"] = elementName(state.type());
  facts["scale_type"] = elementName(state.scale_type());
  facts["group"] = state.group();
  facts["row_bytes"] = state.row_bytes();
  if (paged)
    facts["bytes_per_token"] = double(state.row_bytes()) / state.ratio();
  else
    facts["bytes_per_sequence"] = state.rows() * state.row_bytes();
  return facts;
}

static ordered_json cacheFacts(const artifact::Manifest &manifest) {
  double perToken = 0;
  uint64_t perSequence = 0;
  ordered_json facts, states = ordered_json::array();
  for (const artifact::State &state : manifest.states()) {
    states.push_back(stateFacts(state));
    if (state.kind() == artifact::State::PAGED)
      perToken += double(state.row_bytes()) / state.ratio();
    else
      perSequence += state.rows() * state.row_bytes();
  }
  facts["bytes_per_token"] = perToken;
  facts["bytes_per_sequence"] = perSequence;
  facts["page_bytes"] = pageBytes(manifest);
  facts["states"] = std::move(states);
  return facts;
}

static const char *weightPlace(const artifact::Weight &weight) {
  if (weight.from_blob())
    return "artifact";
  return weight.token_map() ? "token map" : "checkpoint";
}

static ordered_json weightFacts(const artifact::Weight &weight) {
  ordered_json facts, parts = ordered_json::array();
  for (const artifact::WeightPart &part : weight.parts())
    parts.push_back({{"tensor", part.source()},
                     {"type", elementName(part.type())},
                     {"shape", std::vector<uint64_t>(part.shape().begin(),
                                                     part.shape().end())},
                     {"bytes", part.bytes()}});
  facts["name"] = weight.name();
  facts["from"] = weightPlace(weight);
  facts["stack"] = weight.count();
  facts["parts"] = std::move(parts);
  return facts;
}

static ordered_json weightsFacts(const artifact::Manifest &manifest) {
  uint64_t bytes = 0, tensors = 0;
  ordered_json facts, list = ordered_json::array();
  for (const artifact::Weight &weight : manifest.weights()) {
    list.push_back(weightFacts(weight));
    uint64_t copies = std::max(weight.count(), 1u);
    for (const artifact::WeightPart &part : weight.parts())
      if (!weight.from_blob() && !weight.token_map()) {
        bytes += part.bytes() * copies;
        tensors += copies;
      }
  }
  facts["checkpoint_tensors"] = tensors;
  facts["checkpoint_bytes"] = bytes;
  facts["list"] = std::move(list);
  return facts;
}

static Result<ordered_json> memoryFacts(const artifact::Manifest &manifest,
                                        const artifact::Target &target,
                                        const cedar_session_options &options) {
  Result<SessionOptions> resolved =
      SessionOptions::resolve(manifest.model(), target, options);
  if (!resolved.ok())
    return resolved.status();
  Result<SessionLayout> layout =
      SessionLayout::plan(manifest, target, *resolved);
  if (!layout.ok())
    return layout.status();
  const cedar_memory_need &need = layout->need;
  ordered_json facts;
  facts["rows"] = resolved->rows;
  facts["out_rows"] = resolved->outRows;
  facts["sequences"] = resolved->sequences;
  facts["context"] = resolved->context;
  facts["threads"] = resolved->threads;
  facts["arena"] = need.arena;
  facts["inputs"] = need.inputs;
  facts["stages"] = need.stages;
  facts["rings"] = need.rings;
  facts["pools"] = need.pools;
  facts["tables"] = need.tables;
  facts["stacks"] = need.stacks;
  facts["total"] = need.total;
  if (isCpuTarget(target))
    return facts;
  facts["scratch"] = need.scratch;
  facts["launch_words"] = need.launch_words;
  facts["device"] = need.device;
  facts["device_weights"] = deviceWeightBytes(manifest, target);
  return facts;
}

static std::string hexOf(const std::string &digest) {
  Sha256::Digest bytes{};
  std::copy_n(digest.begin(), std::min(digest.size(), bytes.size()),
              bytes.begin());
  return toHex(bytes);
}

static ordered_json originFacts(const artifact::Manifest &manifest) {
  std::string rebuild = "cedar-compile <checkpoint folder>";
  for (const std::string &option : manifest.command())
    rebuild += " " + option;
  ordered_json facts;
  facts["compiler_version"] = manifest.compiler_version();
  facts["llvm_version"] = manifest.llvm_version();
  facts["options"] = std::vector<std::string>(manifest.command().begin(),
                                              manifest.command().end());
  facts["rebuild"] = rebuild;
  facts["config_sha256"] = manifest.config_sha256();
  facts["tokenizer_sha256"] = manifest.tokenizer_sha256();
  return facts;
}

Result<ordered_json> cedar::collectFacts(const ArtifactReader &artifact,
                                         const cedar_session_options &options) {
  const artifact::Manifest &manifest = artifact.manifest();
  ordered_json facts;
  facts["file"] = artifact.path();
  facts["bytes"] = artifact.fileSize();
  facts["manifest_version"] = manifest.version();
  facts["origin"] = originFacts(manifest);
  facts["model"] = modelFacts(manifest);
  facts["cache"] = cacheFacts(manifest);
  facts["weights"] = weightsFacts(manifest);
  facts["targets"] = ordered_json::array();
  for (const artifact::Target &target : manifest.targets()) {
    facts["targets"].push_back(targetFacts(target));
    Result<ordered_json> memory = memoryFacts(manifest, target, options);
    if (!memory.ok())
      return memory.status();
    facts["targets"].back()["memory"] = std::move(*memory);
  }
  facts["blobs"] = ordered_json::array();
  for (const artifact::Blob &blob : manifest.blobs())
    facts["blobs"].push_back({{"name", blob.name()},
                              {"offset", blob.offset()},
                              {"bytes", blob.size()},
                              {"sha256", hexOf(blob.sha256())}});
  return facts;
}
