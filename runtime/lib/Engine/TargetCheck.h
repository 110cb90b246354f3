//===- TargetCheck.h - two targets of one model, kernel by kernel ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs every launch of a session on a second target, too: from the same memory,
// which is copied over before the launch. So a kernel is judged by what it
// computes itself, not by what those before it have left.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_TARGETCHECK_H
#define CEDAR_RUNTIME_ENGINE_TARGETCHECK_H

#include "runtime/lib/Engine/Comparison.h"
#include "runtime/lib/Engine/LaunchArguments.h"
#include "runtime/lib/Engine/LaunchObserver.h"

namespace cedar::rt {

/// Contents of an argument.
struct CheckedArgument {
  LaunchArgument argument;
  std::vector<std::byte> before, main, other;
};

/// The launch that failed the check.
struct LaunchDifference {
  uint32_t entry, launch;
  size_t argument; ///< of `arguments`
  Difference difference;
  std::vector<CheckedArgument> arguments;
};

class TargetCheck : public LaunchObserver {
public:
  /// Sessions with equal options over the same weights. Refuses targets whose
  /// plans differ. The check ends before the sessions do.
  static Result<std::unique_ptr<TargetCheck>>
  create(Session &main, Session &other, const Tolerance &tolerance);
  ~TargetCheck() override;

  Status before(uint32_t entry, uint32_t launch) override;
  Status after(uint32_t entry, uint32_t launch) override;

  /// What made a call fail, if this check did.
  const std::optional<LaunchDifference> &difference() const {
    return difference_;
  }
  const ByElementType<Tally> &tallies() const { return tallies_; }
  /// Launches that were compared.
  uint64_t launches() const { return launches_; }

private:
  TargetCheck(Session &main, Session &other, const Tolerance &tolerance)
      : main_(main), other_(other), tolerance_(tolerance) {}

  std::vector<LaunchArgument>
  argumentsIn(const Session &session, uint32_t entry, uint32_t launch) const;
  Status readResults();
  static Status read(const Session &session, const LaunchArgument &argument,
                     std::vector<std::byte> &bytes);
  Status refuse(uint32_t entry, uint32_t launch, size_t argument,
                const Difference &difference);

  Session &main_, &other_;
  Tolerance tolerance_;
  std::vector<CheckedArgument> arguments_; ///< of the current launch
  std::vector<LaunchArgument> theirs_;     ///< the same in the other session
  std::optional<LaunchDifference> difference_;
  ByElementType<Tally> tallies_;
  uint64_t launches_ = 0;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_TARGETCHECK_H
