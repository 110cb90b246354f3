//===- Output.h - what a run prints and writes ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams the text of a single prompt, prints several one after the other, and
// collects answers and logits for files.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARRUN_OUTPUT_H
#define CEDAR_TOOLS_CEDARRUN_OUTPUT_H

#include "runtime/lib/Text/StreamDecoder.h"
#include "tools/cedar-run/Generator.h"

namespace cedar {

class Output {
public:
  Output(const RunOptions &options, const Text &text,
         const std::vector<Prompt> &prompts, uint32_t vocabulary);

  void onToken(size_t prompt, int32_t token);
  void onAnswer(size_t prompt, const Answer &answer);

  /// Writes the files that were asked for.
  void finish() const;

private:
  bool streaming() const;
  void printText(size_t prompt, const Answer &answer) const;
  std::string answerLine(size_t prompt, const Answer &answer) const;

  const RunOptions &options_;
  const Text &text_;
  const std::vector<Prompt> &prompts_;
  uint32_t vocabulary_;
  std::optional<rt::StreamDecoder> decoder_; ///< when streaming text
  std::vector<Answer> answers_;              ///< by prompt
  size_t printed_ = 0; ///< prompts printed, in their order
  std::vector<bool> done_;
};

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARRUN_OUTPUT_H
