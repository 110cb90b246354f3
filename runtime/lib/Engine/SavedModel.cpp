//===- SavedModel.cpp - which model a saved sequence belongs to -----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows mean the same if the model has the same config.json, its layers the same
// modes and its states the same rows. Targets, pages and names of entries do
// not matter; neither is the content of the weights compared.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ElementTypes.h"
#include "runtime/lib/Engine/StateFile.h"
#include "runtime/lib/Support/Quote.h"

#include <algorithm>

using namespace cedar;
using namespace cedar::rt;

artifact::SavedSequence rt::describeSequence(const artifact::Manifest &manifest,
                                             uint32_t length,
                                             const std::string &unfinished) {
  artifact::SavedSequence saved;
  saved.set_config_sha256(manifest.config_sha256());
  *saved.mutable_layers() = manifest.layers();
  *saved.mutable_states() = manifest.states();
  for (artifact::State &state : *saved.mutable_states())
    if (state.kind() == artifact::State::PAGED)
      state.clear_rows();
  saved.set_length(length);
  saved.set_unfinished(unfinished);
  return saved;
}

/// "<what> is <there> there, <here> here", or success if they are the same.
static Status expectSame(const std::string &what, const std::string &there,
                         const std::string &here) {
  if (there == here)
    return Status();
  return Status(Code::incompatible, what + " is " + quoteName(there) +
                                        " there, " + quoteName(here) + " here");
}

static std::string textOf(const artifact::Layer &layer) {
  return layer.mode() + ", ratio " + std::to_string(layer.ratio()) +
         (layer.engram() ? ", engram" : "");
}

static std::string textOf(const artifact::State &state) {
  bool paged = state.kind() == artifact::State::PAGED;
  std::string text = paged ? "ratio " + std::to_string(state.ratio())
                           : "ring of " + std::to_string(state.rows());
  text += ", " + std::to_string(state.channels()) + " " +
          std::string(elementName(state.type()));
  if (state.scale_type() != artifact::ELEMENT_TYPE_UNSPECIFIED)
    text += ", " + std::string(elementName(state.scale_type())) + " of " +
            std::to_string(state.group());
  return text + ", " + std::to_string(state.row_bytes()) + " bytes";
}

static Status compareStates(const artifact::SavedSequence &there,
                            const artifact::Manifest &here) {
  int count = std::min(there.states_size(), here.states_size());
  for (int i = 0; i < count; ++i) {
    const artifact::State &one = there.states(i), &other = here.states(i);
    if (Status status =
            expectSame("state " + std::to_string(i), one.name(), other.name());
        !status.ok())
      return status;
    std::string what = "state " + quoteName(one.name());
    if (Status status = expectSame(what, textOf(one), textOf(other));
        !status.ok())
      return status;
  }
  return expectSame("the number of states", std::to_string(there.states_size()),
                    std::to_string(here.states_size()));
}

Status rt::checkSameModel(const artifact::SavedSequence &saved,
                          const artifact::Manifest &manifest) {
  if (Status status =
          expectSame("the sha256 of config.json", saved.config_sha256(),
                     manifest.config_sha256());
      !status.ok())
    return status;
  if (Status status = expectSame("the number of layers",
                                 std::to_string(saved.layers_size()),
                                 std::to_string(manifest.layers_size()));
      !status.ok())
    return status;
  for (int i = 0; i < saved.layers_size(); ++i)
    if (Status status =
            expectSame("layer " + std::to_string(i), textOf(saved.layers(i)),
                       textOf(manifest.layers(i)));
        !status.ok())
      return status;
  return compareStates(saved, manifest);
}
