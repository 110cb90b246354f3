//===- LaunchArguments.cpp - the memory that a launch uses ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a buffer or an input, a row is what one index of its first dynamic extent
// has.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/LaunchArguments.h"

#include "runtime/lib/Support/Quote.h"

using namespace cedar;
using namespace cedar::rt;

uint64_t LaunchArgument::rows() const {
  uint64_t rows = 0;
  for (const ArgumentPart &part : parts)
    rows += part.rows;
  return rows;
}

/// Artifacts of earlier compilers do not say of what type a buffer is.
static artifact::ElementType orBytes(artifact::ElementType type) {
  return type == artifact::ELEMENT_TYPE_UNSPECIFIED ? artifact::I8 : type;
}

LaunchArgument LaunchArguments::input(uint32_t index) const {
  const artifact::Tensor &tensor = entry_.inputs(int(index));
  uint64_t bytes = tensorBytes(tensor, extents_);
  uint64_t rows =
      tensor.dims_size() ? uint64_t(extents_[size_t(tensor.dims(0))]) : 1;
  return {0,
          "input " + quoteName(tensor.name()),
          plainRows(tensor.type(), rows ? bytes / rows : bytes),
          {{places_.inputs[index], rows}}};
}

LaunchArgument LaunchArguments::buffer(uint32_t index) const {
  const artifact::Buffer &buffer = entry_.buffers(int(index));
  uint64_t offset = places_.sections[buffer.dim()] +
                    buffer.offset() * uint64_t(capacity_[buffer.dim()]);
  return {0,
          "buffer " + std::to_string(index),
          plainRows(orBytes(buffer.type()), buffer.bytes()),
          {{offset, uint64_t(extents_[buffer.dim()])}}};
}

LaunchArgument LaunchArguments::state(uint32_t index) const {
  const artifact::State &state = manifest_.states(int(index));
  LaunchArgument result{
      0, "state " + quoteName(state.name()), stateRowFormat(state), {}};
  auto add = [&](uint64_t block) {
    result.parts.push_back(
        {layout_.pools[index] + block * state.rows() * state.row_bytes(),
         state.rows()});
  };
  for (const BatchSequence &sequence : batch_.sequences()) {
    if (state.kind() != artifact::State::PAGED) {
      add(sequence.slot);
      continue;
    }
    for (uint32_t i = 0; i < table_.pages(sequence.slot); ++i)
      add(uint64_t(table_.page(sequence.slot, i)));
  }
  return result;
}

LaunchArgument LaunchArguments::stage(uint32_t index) const {
  const artifact::State &state = manifest_.states(int(index));
  return {0,
          "staged rows of " + quoteName(state.name()),
          stateRowFormat(state),
          {{layout_.stages[index], uint64_t(extents_[artifact::ROWS])}}};
}

LaunchArgument
LaunchArguments::describe(const artifact::Argument &argument) const {
  switch (argument.kind()) {
  case artifact::Argument::INPUT:
    return input(argument.index());
  case artifact::Argument::BUFFER:
    return buffer(argument.index());
  case artifact::Argument::STATE:
    return state(argument.index());
  default:
    return stage(argument.index());
  }
}

std::vector<LaunchArgument>
LaunchArguments::of(const artifact::Launch &launch) const {
  std::vector<LaunchArgument> result;
  for (int i = 0; i < launch.arguments_size(); ++i) {
    if (launch.arguments(i).kind() == artifact::Argument::WEIGHT)
      continue;
    result.push_back(describe(launch.arguments(i)));
    result.back().index = uint32_t(i);
  }
  return result;
}
