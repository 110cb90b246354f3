//===- ManifestCheck.cpp - rules of a manifest ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Model facts, weights and states; PlanCheck.cpp has the rules of targets.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ManifestCheck.h"

#include "runtime/lib/Artifact/ElementTypes.h"
#include "runtime/lib/Support/Align.h"

#include <climits>
#include <set>

using namespace cedar;
using namespace cedar::rt;

/// Sizes beyond this do not occur and could overflow sums.
static constexpr uint64_t sizeLimit = uint64_t(1) << 46;

static Status broken(const std::string &reason) {
  return Status(Code::corrupt, reason);
}

static bool known(artifact::ElementType type) {
  return artifact::ElementType_IsValid(type) &&
         type != artifact::ELEMENT_TYPE_UNSPECIFIED;
}

static Status checkModel(const artifact::Model &model) {
  if (model.vocab_size() == 0 || model.vocab_size() > INT_MAX)
    return broken("vocab_size is " + std::to_string(model.vocab_size()));
  if (model.max_positions() == 0 || model.max_positions() > INT_MAX)
    return broken("max_positions is " + std::to_string(model.max_positions()));
  if (model.hidden_size() > INT_MAX || model.page_tokens() > INT_MAX)
    return broken("hidden_size or page_tokens is out of range");
  return Status();
}

/// Bytes of a tensor of this shape, 0 when it is beyond `sizeLimit`.
static uint64_t partBytes(const artifact::WeightPart &part) {
  uint64_t bytes = elementBytes(part.type());
  for (uint64_t extent : part.shape())
    if (__builtin_mul_overflow(bytes, extent, &bytes) || bytes > sizeLimit)
      return 0;
  return bytes;
}

static Status checkPart(const artifact::WeightPart &part, bool stacked) {
  if (!known(part.type()))
    return broken("part '" + part.source() + "' has no element type");
  if (part.bytes() == 0 || part.bytes() != partBytes(part))
    return broken("part '" + part.source() + "' has " +
                  std::to_string(part.bytes()) +
                  " bytes, which its shape does not give");
  uint32_t alignment = part.alignment();
  if (alignment > mappedPageBytes || (alignment & (alignment - 1)) != 0)
    return broken("part '" + part.source() + "' has alignment " +
                  std::to_string(alignment));
  bool pattern = part.source().find("{e}") != std::string::npos;
  if (pattern != stacked)
    return broken("part '" + part.source() +
                  "' must hold {e} exactly if the weight is a stack");
  return Status();
}

static Status checkTokenMap(const artifact::Manifest &manifest,
                            const artifact::Weight &weight) {
  if (weight.parts_size() != 1 || weight.count() != 0 ||
      weight.parts(0).type() != artifact::I32 ||
      weight.parts(0).bytes() != uint64_t(manifest.model().vocab_size()) * 4)
    return broken("the token map must be one i32 per token of the vocabulary");
  if (weight.distinct() == 0 ||
      weight.distinct() > manifest.model().vocab_size())
    return broken("the token map has " + std::to_string(weight.distinct()) +
                  " distinct ids");
  return Status();
}

static Status checkWeight(const artifact::Manifest &manifest,
                          const artifact::Weight &weight) {
  if (weight.parts_size() == 0)
    return broken("has no parts");
  if (weight.count() > (1u << 20))
    return broken("is a stack of " + std::to_string(weight.count()));
  for (const artifact::WeightPart &part : weight.parts())
    if (Status status = checkPart(part, weight.count() > 0); !status.ok())
      return status;
  if (weight.token_map())
    if (Status status = checkTokenMap(manifest, weight); !status.ok())
      return status;
  if (!weight.from_blob())
    return Status();
  if (weight.blob() >= uint32_t(manifest.blobs_size()))
    return broken("names blob " + std::to_string(weight.blob()) + " of " +
                  std::to_string(manifest.blobs_size()));
  if (weight.parts_size() != 1 || weight.count() != 0 ||
      weight.parts(0).bytes() != manifest.blobs(int(weight.blob())).size())
    return broken("must be one part of the size of its blob");
  return Status();
}

/// Bytes of codes and scales of one row.
static uint64_t rowBytes(const artifact::State &state) {
  uint64_t bytes = packedBytes(state.type(), state.channels());
  if (known(state.scale_type()))
    bytes += (state.channels() + uint64_t(state.group()) - 1) / state.group() *
             elementBytes(state.scale_type());
  return bytes;
}

static Status checkState(const artifact::Manifest &manifest,
                         const artifact::State &state) {
  if (!known(state.type()) || !artifact::State::Kind_IsValid(state.kind()))
    return broken("has no element type or kind");
  if (!artifact::ElementType_IsValid(state.scale_type()))
    return broken("has an unknown scale type");
  if (known(state.scale_type()) && state.group() == 0)
    return broken("has scales but no group");
  if (state.rows() == 0 || state.channels() == 0 ||
      state.row_bytes() > sizeLimit || state.row_bytes() < rowBytes(state))
    return broken("rows of " + std::to_string(state.row_bytes()) +
                  " bytes do not hold " + std::to_string(state.channels()) +
                  " channels");
  if (state.kind() == artifact::State::PAGED &&
      (state.ratio() == 0 || uint64_t(state.rows()) * state.ratio() !=
                                 manifest.model().page_tokens()))
    return broken("pages of " + std::to_string(state.rows()) +
                  " rows at ratio " + std::to_string(state.ratio()) +
                  " do not cover " +
                  std::to_string(manifest.model().page_tokens()) + " tokens");
  return Status();
}

/// Runs `check` on every record; a failure gets the record's name in front.
template <typename Records, typename Check>
static Status forEachNamed(const char *what, const Records &records,
                           Check check) {
  std::set<std::string> names;
  for (const auto &record : records) {
    std::string where = std::string(what) + " '" + record.name() + "' ";
    if (!names.insert(record.name()).second)
      return broken(where + "occurs twice");
    if (Status status = check(record); !status.ok())
      return broken(where + status.message());
  }
  return Status();
}

Status rt::checkManifest(const artifact::Manifest &manifest) {
  if (Status status = checkModel(manifest.model()); !status.ok())
    return status;
  if (Status status = forEachNamed(
          "weight", manifest.weights(),
          [&](const auto &weight) { return checkWeight(manifest, weight); });
      !status.ok())
    return status;
  if (Status status = forEachNamed(
          "state", manifest.states(),
          [&](const auto &state) { return checkState(manifest, state); });
      !status.ok())
    return status;
  return forEachNamed("target", manifest.targets(), [&](const auto &target) {
    return checkPlan(manifest, target);
  });
}
