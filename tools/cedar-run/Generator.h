//===- Generator.h - continuing many prompts ------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs prompts in a session: a few at a time, each replaced by the next one as
// soon as it is done. What a prompt gives does not depend on its neighbours.
// A prefix of all of them is computed once and stays open; each prompt begins
// behind its cached entries. Each prompt behind a saved state restores it.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARRUN_GENERATOR_H
#define CEDAR_TOOLS_CEDARRUN_GENERATOR_H

#include "tools/cedar-run/Prompts.h"
#include "tools/cedar-run/TwinSession.h"

#include <functional>

namespace cedar {

/// What became of a prompt.
struct Answer {
  std::vector<int32_t> tokens;
  std::vector<float> logits; ///< [rows, vocabulary], when they are wanted
};

/// Seconds and rows of the two kinds of calls.
struct Timing {
  double prefillSeconds = 0, decodeSeconds = 0;
  uint64_t prefillRows = 0, decodeRows = 0;
};

class Generator {
public:
  using TokenSink = std::function<void(size_t prompt, int32_t token)>;
  using AnswerSink = std::function<void(size_t prompt, const Answer &)>;

  /// `checkWeights` are those of --check-against, or null.
  Generator(const Module &module, const Weights &weights,
            const Weights *checkWeights, const RunOptions &options,
            const std::vector<Prompt> &prompts,
            const std::vector<int32_t> &prefix);

  /// Runs everything; the sinks see tokens and answers as they come.
  void run(const TokenSink &onToken, const AnswerSink &onAnswer);

  const Timing &timing() const { return timing_; }
  const TwinSession &session() const { return session_; }
  TwinSession &session() { return session_; }

private:
  struct Running {
    size_t prompt;
    cedar_sequence sequence;
    cedar_sampler sampler;
    int32_t token = 0; ///< drawn last, not yet fed
    Answer answer;
  };

  cedar_rows prefixRows() const;
  void computePrefix();
  cedar_sequence beginSequence();
  void admit();
  void prefill(size_t first);
  void prefillTogether(const std::vector<cedar_rows> &rows, size_t first);
  void prefillWithLogits(Running &running);
  void decode();
  void accept(Running &running, const float *logits, const TokenSink &onToken);
  bool finished(const Running &running) const;
  void saveState(const Running &running);
  void retire(const AnswerSink &onAnswer);
  void keepLogits(Running &running, const float *logits, size_t rows);

  const RunOptions &options_;
  const std::vector<Prompt> &prompts_;
  const std::vector<int32_t> &prefix_; ///< empty: none
  cedar_sequence source_ = 0;          ///< holds the prefix, if there is one
  cedar_module_info info_;
  uint32_t context_;
  TwinSession session_;
  size_t next_ = 0; ///< first prompt that has not begun
  std::vector<Running> running_;
  std::vector<float> logits_; ///< after the last prefill
  Timing timing_;
};

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARRUN_GENERATOR_H
