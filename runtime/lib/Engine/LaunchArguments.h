//===- LaunchArguments.h - the memory that a launch uses ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, formats and places of a launch's arguments in a session's region.
// Weights lie elsewhere, and no launch writes them.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_LAUNCHARGUMENTS_H
#define CEDAR_RUNTIME_ENGINE_LAUNCHARGUMENTS_H

#include "runtime/lib/Engine/Comparison.h"
#include "runtime/lib/Engine/Session.h"

namespace cedar::rt {

/// Consecutive rows of an argument.
struct ArgumentPart {
  uint64_t offset; ///< in the region
  uint64_t rows;
};

/// An argument that is no weight.
struct LaunchArgument {
  uint32_t index;   ///< among the launch's arguments
  std::string name; ///< "buffer 3", "state 'layers.0.window'"
  RowFormat format;
  std::vector<ArgumentPart> parts;

  uint64_t rows() const;
  uint64_t bytes() const { return rows() * format.bytes; }
};

/// The arguments of a launch that a call uses: of states the slots and pages of
/// its sequences.
class LaunchArguments {
public:
  LaunchArguments(const artifact::Manifest &manifest,
                  const artifact::Entry &entry, const SessionLayout &layout,
                  const EntryLayout &places, const SessionOptions &options,
                  const Extents &extents, const Batch &batch,
                  const SequenceTable &table)
      : manifest_(manifest), entry_(entry), layout_(layout), places_(places),
        capacity_(options.capacity()), extents_(extents), batch_(batch),
        table_(table) {}

  std::vector<LaunchArgument> of(const artifact::Launch &launch) const;

private:
  LaunchArgument describe(const artifact::Argument &argument) const;
  LaunchArgument input(uint32_t index) const;
  LaunchArgument buffer(uint32_t index) const;
  LaunchArgument state(uint32_t index) const;
  LaunchArgument stage(uint32_t index) const;

  const artifact::Manifest &manifest_;
  const artifact::Entry &entry_;
  const SessionLayout &layout_;
  const EntryLayout &places_;
  Extents capacity_;
  const Extents &extents_;
  const Batch &batch_;
  const SequenceTable &table_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_LAUNCHARGUMENTS_H
