//===- BoundEntry.h - the argument words of an entry ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry of the plan bound to a session: the argument words of every launch
// with all addresses filled in. A call only fills in the extents.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_BOUNDENTRY_H
#define CEDAR_RUNTIME_ENGINE_BOUNDENTRY_H

#include "runtime/lib/Engine/SessionLayout.h"
#include "runtime/lib/Engine/Weights.h"

#include <vector>

namespace cedar::rt {

/// Who sees the launches, if anybody.
struct Profiler {
  cedar_launch_callback callback = nullptr;
  void *context = nullptr;
};

/// A launch and where its words begin.
struct BoundLaunch {
  const artifact::Kernel *kernel;
  const artifact::Launch *plan;
  uint32_t firstWord;
};

class BoundEntry {
public:
  /// Binds entry `index` to addresses in `region`.
  BoundEntry(const Weights &weights, uint32_t index,
             const SessionLayout &layout, const SessionOptions &options,
             uintptr_t region);

  const artifact::Entry &plan() const { return entry_; }
  const std::vector<BoundLaunch> &launches() const { return launches_; }
  const std::vector<int64_t> &words() const { return words_; }
  const int64_t *words(const BoundLaunch &launch) const {
    return &words_[launch.firstWord];
  }

  /// The address that a launch has for one of its arguments.
  int64_t pointer(const BoundLaunch &launch, uint32_t argument) const;
  void setPointer(const BoundLaunch &launch, uint32_t argument,
                  const void *pointer);

  void setExtents(const Extents &extents);
  /// Blocks of `launch` with these extents.
  int64_t blocks(const BoundLaunch &launch) const;

private:
  struct ExtentWord {
    uint32_t word;
    artifact::Dim dim;
  };

  void bind(const artifact::Launch &launch, const SessionOptions &options);
  int64_t address(const artifact::Argument &argument) const;

  const Weights &weights_;
  const artifact::Entry &entry_;
  const SessionLayout &layout_;
  const EntryLayout &places_;
  uintptr_t region_;
  Extents capacity_;

  std::vector<BoundLaunch> launches_;
  std::vector<int64_t> words_;
  std::vector<ExtentWord> extentWords_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_BOUNDENTRY_H
