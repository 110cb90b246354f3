//===- TargetFacts.cpp - kernels and entries ------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extents are written as in the IR: T rows, S sequences, Q rows with logits, R
// embeddings, P pages of a table.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ElementTypes.h"
#include "runtime/lib/Artifact/ManifestCheck.h"
#include "runtime/lib/Engine/CpuFeatures.h"
#include "tools/cedar-inspect/Facts.h"

#include <algorithm>

using namespace cedar;
using namespace cedar::rt;
using nlohmann::ordered_json;

static std::string dimName(artifact::Dim dim) {
  static const char *const names[] = {"1", "T", "S",    "Q",
                                      "R", "P", "pool", "S+1"};
  return names[dim];
}

/// Extents that the words of a launch stand for; empty for pointers.
static std::vector<std::string> wordNames(const artifact::Launch &launch) {
  std::vector<std::string> names;
  for (const artifact::Argument &argument : launch.arguments()) {
    names.push_back("");
    for (int dim : argument.dims())
      names.push_back(dimName(static_cast<artifact::Dim>(dim)));
  }
  return names;
}

/// The grid of a kernel, for example "T/8 x 12", as its first launch has it.
static std::string gridText(const artifact::Target &target, uint32_t kernel) {
  std::vector<std::string> words;
  for (const artifact::Entry &entry : target.entries())
    for (const artifact::Launch &launch : entry.launches())
      if (launch.kernel() == kernel && words.empty())
        words = wordNames(launch);
  std::string text;
  for (const artifact::GridTerm &term : target.kernels(int(kernel)).grid()) {
    std::string factor = std::to_string(term.tile());
    if (term.word() != 0) {
      factor = term.word() < words.size() ? words[term.word()] : "?";
      if (term.tile() > 1)
        factor += "/" + std::to_string(term.tile());
    }
    text += (text.empty() ? "" : " x ") + factor;
  }
  return text.empty() ? "1" : text;
}

static std::string tensorText(const artifact::Tensor &tensor) {
  std::string text;
  for (int i = 0; i < tensor.dims_size(); ++i)
    text += (tensor.dims(i) == artifact::ONE ? std::to_string(tensor.shape(i))
                                             : dimName(tensor.dims(i))) +
            "x";
  return text + std::string(elementName(tensor.type()));
}

static ordered_json entryFacts(const artifact::Entry &entry) {
  ordered_json facts, inputs, outputs, arena;
  for (const artifact::Tensor &tensor : entry.inputs())
    inputs[tensor.name()] = tensorText(tensor);
  for (const artifact::Tensor &tensor : entry.outputs())
    outputs[tensor.name()] = tensorText(tensor);
  for (const artifact::Section &section : entry.sections())
    arena[dimName(section.dim())] = section.bytes();
  facts["name"] = entry.name();
  facts["launches"] = entry.launches_size();
  facts["prefetched"] =
      std::count_if(entry.launches().begin(), entry.launches().end(),
                    [](const auto &launch) { return launch.prefetch(); });
  facts["commits"] = entry.commits();
  facts["commit"] = entry.commit();
  facts["finish"] = entry.finish();
  facts["max_rows"] = entry.max_rows();
  facts["inputs"] = inputs;
  facts["outputs"] = outputs;
  facts["arena_bytes_per"] = arena;
  return facts;
}

ordered_json cedar::targetFacts(const artifact::Target &target) {
  std::vector<std::string> features(target.features().begin(),
                                    target.features().end());
  ordered_json facts;
  facts["name"] = target.name();
  facts["features"] = features;
  if (isCpuTarget(target)) {
    facts["missing_here"] = missingCpuFeatures(features);
  } else {
    facts["multiprocessors"] = target.multiprocessors();
    facts["ptx_only"] = target.ptx_only();
  }
  facts["entries"] = ordered_json::array();
  for (const artifact::Entry &entry : target.entries())
    facts["entries"].push_back(entryFacts(entry));
  facts["kernels"] = ordered_json::array();
  for (int i = 0; i < target.kernels_size(); ++i)
    facts["kernels"].push_back({{"symbol", target.kernels(i).symbol()},
                                {"op", target.kernels(i).op()},
                                {"uses", target.kernels(i).uses()},
                                {"grid", gridText(target, uint32_t(i))}});
  return facts;
}
