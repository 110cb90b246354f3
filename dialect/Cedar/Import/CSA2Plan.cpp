//===- CSA2Plan.cpp - other attention modes than a configuration's --------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan becomes the three lists from which all modes follow (SPEC 1.3): the
// ratio of each layer, the layers that write a cache, and those that select.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/CSA2Plan.h"

#include <algorithm>
#include <charconv>

namespace cedar {

static constexpr std::string_view reuseEvery = "reuse-every=";

static rt::Status refuse(const std::string &expected, std::string_view found) {
  return rt::Status(rt::Code::invalidArgument, "expected " + expected +
                                                   ", found '" +
                                                   std::string(found) + "'");
}

/// A number above 0; 0 for any other text.
static int64_t parseCount(std::string_view text) {
  int64_t value = 0;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  bool complete = error == std::errc() && end == text.data() + text.size();
  return complete && value > 0 && value <= INT32_MAX ? value : 0;
}

/// Takes the number behind the last `mark` off `word`; 1 if there is none.
static int64_t takeCount(std::string_view &word, char mark) {
  size_t at = word.rfind(mark);
  if (at == std::string_view::npos)
    return 1;
  int64_t count = parseCount(word.substr(at + 1));
  word = word.substr(0, at);
  return count;
}

namespace {

/// The lists of a plan, layer by layer.
class PlanReader {
public:
  explicit PlanReader(const ModelConfig &config)
      : config_(config), ratios_(config.compressRatios) {}

  rt::Status read(std::string_view plan);
  void store(ModelConfig &config);

private:
  rt::Status readWord(std::string_view word);
  rt::Status add(std::string_view mode, int64_t ratio);

  const ModelConfig &config_;
  std::vector<int64_t> ratios_, sources_, selecting_;
  int64_t layer_ = 0; ///< the next one
};

} // namespace

/// One layer; `ratio` is 0 if the plan gives none.
rt::Status PlanReader::add(std::string_view mode, int64_t ratio) {
  std::string where = " in layer " + std::to_string(layer_);
  bool window = mode == "window", full = mode == "full";
  if (!full && ratio > 0)
    return refuse("a ratio behind full only" + where, mode);
  if (!window && !full && sources_.empty())
    return refuse("full before the first reuse or reindex" + where, mode);
  ratio = window ? 0 : ratio > 0 ? ratio : config_.ratio(layer_);
  if (full && ratio == 0)
    return refuse(
        "full/<tokens of an entry>, as config.json has no ratio" + where, mode);
  if (full)
    sources_.push_back(layer_);
  if (full || mode == "reindex")
    selecting_.push_back(layer_);
  ratios_[size_t(layer_)] = window ? 0
                            : full ? ratio
                                   : ratios_[size_t(sources_.back())];
  ++layer_;
  return rt::Status();
}

rt::Status PlanReader::readWord(std::string_view word) {
  std::string_view mode = word;
  int64_t count = takeCount(mode, '*');
  bool hasRatio = mode.find('/') != std::string_view::npos;
  int64_t ratio = takeCount(mode, '/');
  bool known = mode == "window" || mode == "full" || mode == "reindex" ||
               mode == "reuse";
  if (!known || count == 0 || ratio == 0)
    return refuse("window, full, full/<ratio>, reindex or reuse, each with "
                  "*<count> or without",
                  word);
  if (count > config_.numLayers - layer_)
    return refuse("modes of " + std::to_string(config_.numLayers) + " layers",
                  std::to_string(layer_ + count));
  for (; count > 0; --count)
    if (rt::Status status = add(mode, hasRatio ? ratio : 0); !status.ok())
      return status;
  return rt::Status();
}

rt::Status PlanReader::read(std::string_view plan) {
  for (size_t begin = 0; begin <= plan.size();) {
    size_t end = std::min(plan.find(',', begin), plan.size());
    if (rt::Status status = readWord(plan.substr(begin, end - begin));
        !status.ok())
      return status;
    begin = end + 1;
  }
  if (layer_ < config_.numLayers)
    return refuse("modes of " + std::to_string(config_.numLayers) + " layers",
                  std::to_string(layer_));
  return rt::Status();
}

void PlanReader::store(ModelConfig &config) {
  config.compressRatios = std::move(ratios_);
  config.kvSources = std::move(sources_);
  config.indexSources = std::move(selecting_);
}

/// Of the layers on one cache, those whose number is a multiple of `period`.
static void selectEvery(int64_t period, ModelConfig &config) {
  std::vector<int64_t> selecting;
  int64_t source = -1, number = 0;
  for (int64_t layer = 0; layer < config.numLayers; ++layer) {
    if (config.ratio(layer) == 0)
      continue;
    number = config.kvSource(layer) == source ? number + 1 : 0;
    source = config.kvSource(layer);
    if (number % period == 0)
      selecting.push_back(layer);
  }
  config.indexSources = std::move(selecting);
}

rt::Status applyCSA2Plan(std::string_view plan, ModelConfig &config) {
  if (plan.substr(0, reuseEvery.size()) == reuseEvery) {
    std::string_view text = plan.substr(reuseEvery.size());
    int64_t period = parseCount(text);
    if (period == 0)
      return refuse("a number of layers from 1 behind reuse-every=", text);
    selectEvery(period, config);
    return rt::Status();
  }
  PlanReader reader(config);
  if (rt::Status status = reader.read(plan); !status.ok())
    return status;
  reader.store(config);
  return rt::Status();
}

} // namespace cedar
