//===- TwinSession.h - one session, or two of different targets -----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls of a run go to its session. With --check-against they go to a
// session of another target, too, and logits and states are compared; with
// --per-kernel that one runs every kernel beside the first instead.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARRUN_TWINSESSION_H
#define CEDAR_TOOLS_CEDARRUN_TWINSESSION_H

#include "runtime/lib/Engine/TargetCheck.h"
#include "tools/cedar-run/RunOptions.h"

#include "cedar.hpp"

#include <map>

namespace cedar {

class TwinSession {
public:
  /// `other` is null without a check; else the same weights for its target.
  TwinSession(const Weights &weights, const Weights *other,
              const cedar_session_options &options,
              const RunOptions &runOptions);

  Session &main() { return main_; }
  const Session &main() const { return main_; }

  cedar_sequence openSequence();
  cedar_sequence resumeSequence(const cedar_rows &prefix);
  cedar_sequence restore(const std::string &path);
  void closeSequence(cedar_sequence sequence);
  void prefill(const std::vector<cedar_rows> &rows, float *logits,
               size_t chunk);
  /// Runs a batch of one sequence; its logits are valid until the next call.
  const float *run(const cedar_batch &batch);
  const float *decode(const std::vector<cedar_sequence> &sequences,
                      const std::vector<int32_t> &tokens);

  /// Prints what was compared, if anything was.
  void printCheck(std::FILE *file) const;

  /// Saves the tensors of the launch that differed, if one did, to the folder
  /// that was asked for. Returns what is to be said of it.
  std::string saveDifference() const;

private:
  bool mirrors() const { return other_ && !kernels_; }
  std::vector<cedar_rows> theirRows(const cedar_rows *rows, size_t count) const;
  void compareLogits(const std::vector<cedar_sequence> &sequences,
                     const float *ours, const float *theirs);
  [[noreturn]] void refuse(const std::string &where) const;
  std::string targetOf(const Session &session) const;

  const RunOptions &options_;
  uint32_t vocabulary_;
  Session main_;
  std::optional<Session> other_;
  rt::Tolerance tolerance_;
  std::map<cedar_sequence, cedar_sequence> twins_; ///< of the other session
  rt::ByElementType<rt::Tally> tallies_;
  std::unique_ptr<rt::TargetCheck> kernels_; ///< with --per-kernel
};

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARRUN_TWINSESSION_H
