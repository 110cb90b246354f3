//===- Output.cpp - what a run prints and writes --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prompts are printed in their order, each as soon as it and all before it are
// done.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-run/Output.h"

#include "runtime/lib/Artifact/PublishFile.h"
#include "tools/cedar-run/LogitsFile.h"
#include "tools/runtime-lib/Require.h"

#include <cstdio>

using namespace cedar;

Output::Output(const RunOptions &options, const Text &text,
               const std::vector<Prompt> &prompts, uint32_t vocabulary)
    : options_(options), text_(text), prompts_(prompts),
      vocabulary_(vocabulary), answers_(prompts.size()), done_(prompts.size()) {
  if (!streaming())
    return;
  if (text.available())
    decoder_.emplace(text.tokenizer());
  if (options.echo)
    std::fputs(text.decode(prompts[0].tokens).c_str(), stdout);
}

bool Output::streaming() const {
  return prompts_.size() == 1 && !options_.json;
}

void Output::onToken(size_t, int32_t token) {
  if (!streaming())
    return;
  if (decoder_)
    std::fputs(require(decoder_->push(token)).c_str(), stdout);
  else
    std::printf("%d ", token);
  std::fflush(stdout);
}

void Output::onAnswer(size_t prompt, const Answer &answer) {
  answers_[prompt] = answer;
  done_[prompt] = true;
  for (; printed_ < done_.size() && done_[printed_]; ++printed_) {
    if (options_.json)
      std::printf("%s\n", answerLine(printed_, answers_[printed_]).c_str());
    else if (streaming())
      std::printf("%s\n", decoder_ ? decoder_->finish().c_str() : "");
    else
      printText(printed_, answers_[printed_]);
  }
  std::fflush(stdout);
}

void Output::printText(size_t prompt, const Answer &answer) const {
  std::string id = prompts_[prompt].id.dump();
  std::string line = "[" + id + "] ";
  if (options_.echo)
    line += text_.decode(prompts_[prompt].tokens);
  if (text_.available())
    line += text_.decode(answer.tokens);
  else
    for (int32_t token : answer.tokens)
      line += std::to_string(token) + " ";
  std::printf("%s\n", line.c_str());
}

std::string Output::answerLine(size_t prompt, const Answer &answer) const {
  nlohmann::ordered_json line;
  line["id"] = prompts_[prompt].id;
  line["tokens"] = answer.tokens;
  line["text"] = text_.decode(answer.tokens);
  return line.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace);
}

void Output::finish() const {
  if (!options_.answers.empty()) {
    std::string lines;
    for (size_t i = 0; i < answers_.size(); ++i)
      lines += answerLine(i, answers_[i]) + "\n";
    require(rt::publishFile(options_.answers, lines));
  }
  if (!options_.logits.empty())
    require(writeLogits(options_.logits, answers_, vocabulary_));
}
