//===- ConfigRopeForms.cpp - spellings of the rotation parameters ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each form is read into the same few optional values; a value that comes
// twice must be the same (SPEC 1.4, last paragraph, and SPEC 3.6).
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ConfigRopeForms.h"

#include <cmath>
#include <limits>

using nlohmann::json;

namespace cedar {

static constexpr NumberRange kTheta = {2, 1e12};
static constexpr NumberRange kPositive = {1e-3, 1e6};

namespace {

/// Collects the rotation parameters from all forms of one file.
class RopeForms {
public:
  RopeForms(FieldReader &in, ModelConfig &config, std::string_view fileName,
            std::vector<std::string> &problems)
      : in_(in), config_(config), fileName_(fileName), problems_(problems) {}

  void read();

private:
  void readParameters(const json &object, const std::string &path);
  void readScaling(const json &object, const std::string &path);
  void readYarn(FieldReader &block, const std::string &path);
  void checkExtras(FieldReader &block);
  void readMain(const json &object, const std::string &path);
  void requireAll();
  FieldReader readerOf(const json &object, const std::string &path) const;
  /// Takes a base from one more place.
  void takeTheta(double &theta, FieldReader &in, const char *name);

  FieldReader &in_;
  ModelConfig &config_;
  std::string_view fileName_;
  std::vector<std::string> &problems_;
  std::string scalingPath_; ///< where the scaling was found, empty before
  size_t before_ = 0;       ///< number of problems at the start
};

} // namespace

FieldReader RopeForms::readerOf(const json &object,
                                const std::string &path) const {
  FieldReader reader(fileName_, problems_);
  reader.addPlace(path, object);
  return reader;
}

void RopeForms::takeTheta(double &theta, FieldReader &in, const char *name) {
  double value =
      in.numberOr(name, kTheta, std::numeric_limits<double>::quiet_NaN());
  if (std::isnan(value))
    return;
  if (theta != 0 && theta != value)
    in.fault(name, "the base given elsewhere, " + formatNumber(theta),
             formatNumber(value));
  theta = value;
}

/// What some checkpoints add and this architecture fixes.
void RopeForms::checkExtras(FieldReader &block) {
  double attention = block.numberOr("attention_factor", {0, 1e6}, 1);
  if (attention != 1)
    block.fault("attention_factor", "1", formatNumber(attention));
  for (const char *name : {"mscale", "mscale_all_dim"})
    if (block.has(name))
      block.fault(name, "no magnitude scaling", "this field");
  double share = double(config_.ropeDim) / double(config_.headDim);
  double partial = block.numberOr("partial_rotary_factor", {0, 1}, share);
  if (std::abs(partial - share) > 1e-6)
    block.fault("partial_rotary_factor",
                "qk_rope_head_dim / head_dim = " + formatNumber(share),
                formatNumber(partial));
}

void RopeForms::readYarn(FieldReader &block, const std::string &path) {
  RopeScaling scaling;
  scaling.enabled = true;
  scaling.factor = block.number("factor", kPositive);
  scaling.betaFast = block.numberOr("beta_fast", kPositive, 32);
  scaling.betaSlow = block.numberOr("beta_slow", kPositive, 1);
  scaling.originalMaxPositions = block.integer(
      "original_max_position_embeddings", {1, (int64_t(1) << 31) - 1});
  if (!scalingPath_.empty() && !(scaling == config_.ropeScaling))
    block.fault("rope_type", "the same scaling as in " + scalingPath_,
                "another one");
  config_.ropeScaling = scaling;
  scalingPath_ = path;
}

void RopeForms::readScaling(const json &object, const std::string &path) {
  FieldReader block = readerOf(object, path);
  const char *name = block.oneSpelling("rope_type", "type");
  std::optional<std::string> type = block.optionalString(name);
  checkExtras(block);
  if (type == "yarn")
    return readYarn(block, path);
  if (type != "default")
    return block.fault(name, "\"yarn\" or \"default\"",
                       type ? describeJson(json(*type)) : "nothing");
  if (!scalingPath_.empty() && config_.ropeScaling.enabled)
    block.fault(name, "the same scaling as in " + scalingPath_, "none");
  scalingPath_ = path;
}

void RopeForms::readMain(const json &object, const std::string &path) {
  FieldReader block = readerOf(object, path);
  block.expectString("rope_type", "default", /*required=*/false);
  checkExtras(block);
  takeTheta(config_.ropeTheta, block, "rope_theta");
}

void RopeForms::readParameters(const json &object, const std::string &path) {
  FieldReader outer = readerOf(object, path);
  std::string mainPath, compressPath;
  const json *main = outer.optionalObject("main", mainPath);
  const json *compress = outer.optionalObject("compress", compressPath);
  if (main)
    readMain(*main, mainPath);
  if (compress) {
    readScaling(*compress, compressPath);
    FieldReader block = readerOf(*compress, compressPath);
    takeTheta(config_.compressRopeTheta, block, "rope_theta");
  }
  if (main || compress)
    return;
  readScaling(object, path);
  takeTheta(config_.ropeTheta, outer, "rope_theta");
}

/// A model with compressed layers and no word about scaling was most likely
/// converted by a tool that lost it; running it without would go unnoticed.
void RopeForms::requireAll() {
  bool compressed = false;
  for (int64_t ratio : config_.compressRatios)
    compressed |= ratio > 0;
  if (config_.ropeTheta == 0)
    config_.ropeTheta = in_.number("rope_theta", kTheta);
  if (compressed && config_.compressRopeTheta == 0)
    config_.compressRopeTheta = in_.number("compress_rope_theta", kTheta);
  if (compressed && scalingPath_.empty() && problems_.size() == before_)
    in_.fault("rope_scaling", "an object with a rope_type", "nothing");
}

void RopeForms::read() {
  before_ = problems_.size();
  takeTheta(config_.ropeTheta, in_, "rope_theta");
  takeTheta(config_.compressRopeTheta, in_, "compress_rope_theta");
  std::string path;
  if (const json *scaling = in_.optionalObject("rope_scaling", path))
    readScaling(*scaling, path);
  if (const json *parameters = in_.optionalObject("rope_parameters", path))
    readParameters(*parameters, path);
  requireAll();
}

void readRope(FieldReader &in, ModelConfig &config, std::string_view fileName,
              std::vector<std::string> &problems) {
  RopeForms(in, config, fileName, problems).read();
}

} // namespace cedar
