//===- Generator.cpp - continuing many prompts ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every round admits prompts to free places and computes them in one prefill,
// then feeds one token to every prompt that goes on.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-run/Generator.h"

#include <algorithm>
#include <chrono>
#include <numeric>

using namespace cedar;

using Clock = std::chrono::steady_clock;

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Tokens of the longest sequence: what is asked for, within the model.
static uint32_t contextFor(const Module &module, const RunOptions &options,
                           const std::vector<Prompt> &prompts, size_t prefix) {
  if (options.context)
    return uint32_t(options.context);
  if (!options.loadState.empty())
    prefix += module.savedLength(options.loadState);
  uint64_t longest = 1;
  for (const Prompt &prompt : prompts)
    longest = std::max<uint64_t>(longest, prefix + prompt.tokens.size() +
                                              options.maxTokens);
  return uint32_t(std::min<uint64_t>(longest, module.info().max_positions));
}

static bool isReplay(const RunOptions &options) {
  return options.prefill == "replay";
}

static cedar_session_options sessionFor(const RunOptions &options,
                                        uint32_t context, size_t prompts,
                                        bool hasPrefix) {
  cedar_session_options result = sessionOptions();
  result.max_sequences =
      uint32_t(std::min<uint64_t>(options.batch, prompts)) + hasPrefix;
  result.max_rows = uint32_t(
      std::max<uint64_t>({options.rows, options.chunk, result.max_sequences}));
  if (!options.logits.empty())
    result.max_out_rows = result.max_rows;
  result.context = context;
  result.threads = uint32_t(options.threads);
  result.engram_cache = options.engramCache;
  result.prefill_entry = isReplay(options) ? "prefill_replay" : "prefill_exact";
  result.launch_mode = options.sync       ? CEDAR_LAUNCH_ONE_BY_ONE
                       : options.noGraphs ? CEDAR_LAUNCH_QUEUED
                                          : CEDAR_LAUNCH_RECORDED;
  return result;
}

Generator::Generator(const Module &module, const Weights &weights,
                     const Weights *checkWeights, const RunOptions &options,
                     const std::vector<Prompt> &prompts,
                     const std::vector<int32_t> &prefix)
    : options_(options), prompts_(prompts), prefix_(prefix),
      info_(module.info()),
      context_(contextFor(module, options, prompts, prefix.size())),
      session_(weights, checkWeights,
               sessionFor(options, context_, prompts.size(), !prefix.empty()),
               options) {}

void Generator::run(const TokenSink &onToken, const AnswerSink &onAnswer) {
  computePrefix();
  while (next_ < prompts_.size() || !running_.empty()) {
    size_t first = running_.size();
    decode();
    for (size_t i = 0; i < first; ++i)
      accept(running_[i], &logits_[i * info_.vocab_size], onToken);
    retire(onAnswer);
    first = running_.size();
    admit();
    prefill(first);
    for (size_t i = first; i < running_.size(); ++i)
      accept(running_[i], &logits_[(i - first) * info_.vocab_size], onToken);
    retire(onAnswer);
  }
}

cedar_rows Generator::prefixRows() const {
  return {source_, prefix_.data(), prefix_.size(), nullptr, nullptr};
}

void Generator::computePrefix() {
  if (prefix_.empty())
    return;
  Clock::time_point start = Clock::now();
  source_ = session_.openSequence();
  session_.prefill({prefixRows()}, nullptr, options_.chunk);
  timing_.prefillRows += prefix_.size();
  timing_.prefillSeconds += secondsSince(start);
}

cedar_sequence Generator::beginSequence() {
  if (!options_.loadState.empty())
    return session_.restore(options_.loadState);
  return prefix_.empty() ? session_.openSequence()
                         : session_.resumeSequence(prefixRows());
}

void Generator::admit() {
  size_t places = std::min<size_t>(options_.batch, prompts_.size());
  while (next_ < prompts_.size() && running_.size() < places) {
    Running running{};
    running.prompt = next_;
    running.sequence = beginSequence();
    running.sampler = {float(options_.temperature), float(options_.topP),
                       options_.seed + next_};
    running_.push_back(std::move(running));
    ++next_;
  }
}

void Generator::prefill(size_t first) {
  if (first == running_.size())
    return;
  Clock::time_point start = Clock::now();
  logits_.resize((running_.size() - first) * info_.vocab_size);
  std::vector<cedar_rows> rows;
  for (size_t i = first; i < running_.size(); ++i) {
    const std::vector<int32_t> &tokens = prompts_[running_[i].prompt].tokens;
    rows.push_back(
        {running_[i].sequence, tokens.data(), tokens.size(), nullptr, nullptr});
    timing_.prefillRows += tokens.size();
  }
  if (options_.logits.empty()) {
    prefillTogether(rows, first);
  } else {
    for (size_t i = first; i < running_.size(); ++i) {
      prefillWithLogits(running_[i]);
      std::copy(running_[i].answer.logits.end() - info_.vocab_size,
                running_[i].answer.logits.end(),
                logits_.begin() + (i - first) * info_.vocab_size);
    }
  }
  timing_.prefillSeconds += secondsSince(start);
}

/// A refusal names its place among the prompts that begin together, so they are
/// listed in front of it.
void Generator::prefillTogether(const std::vector<cedar_rows> &rows,
                                size_t first) {
  try {
    session_.prefill(rows, logits_.data(), options_.chunk);
  } catch (const Error &error) {
    if (prompts_.size() == 1)
      throw;
    std::string ids;
    for (size_t i = first; i < running_.size(); ++i)
      ids += (ids.empty() ? "" : ", ") + prompts_[running_[i].prompt].id.dump();
    throw Error(error.code(), ("prompts " + ids + ": " + error.what()).c_str());
  }
}

/// Chunk by chunk, keeping the logits of every row; replay has those of the
/// last row only.
void Generator::prefillWithLogits(Running &running) {
  const std::vector<int32_t> &tokens = prompts_[running.prompt].tokens;
  if (tokens.empty())
    throw Error(CEDAR_INVALID_ARGUMENT, "a prompt has no tokens");
  if (isReplay(options_)) {
    std::vector<float> last(info_.vocab_size);
    session_.prefill(
        {{running.sequence, tokens.data(), tokens.size(), nullptr, nullptr}},
        last.data(), options_.chunk);
    return keepLogits(running, last.data(), 1);
  }
  size_t limit = options_.chunk ? options_.chunk : options_.rows;
  for (size_t begin = 0; begin < tokens.size(); begin += limit) {
    size_t count = std::min(limit, tokens.size() - begin);
    std::vector<int32_t> outRows(count);
    std::iota(outRows.begin(), outRows.end(), 0);
    cedar_rows rows{running.sequence, tokens.data() + begin, count, nullptr,
                    nullptr};
    cedar_batch batch{};
    batch.entry = "prefill_exact";
    batch.rows = &rows;
    batch.num_rows = 1;
    batch.out_rows = outRows.data();
    batch.num_out_rows = count;
    keepLogits(running, session_.run(batch), count);
  }
}

void Generator::keepLogits(Running &running, const float *logits, size_t rows) {
  running.answer.logits.insert(running.answer.logits.end(), logits,
                               logits + rows * info_.vocab_size);
}

void Generator::decode() {
  if (running_.empty())
    return;
  Clock::time_point start = Clock::now();
  std::vector<cedar_sequence> sequences;
  std::vector<int32_t> tokens;
  for (const Running &running : running_) {
    sequences.push_back(running.sequence);
    tokens.push_back(running.token);
  }
  const float *logits = session_.decode(sequences, tokens);
  logits_.assign(logits, logits + running_.size() * info_.vocab_size);
  timing_.decodeSeconds += secondsSince(start);
  timing_.decodeRows += running_.size();
  if (!options_.logits.empty())
    for (size_t i = 0; i < running_.size(); ++i)
      keepLogits(running_[i], &logits_[i * info_.vocab_size], 1);
}

/// Draws the next token of a prompt.
void Generator::accept(Running &running, const float *logits,
                       const TokenSink &onToken) {
  if (running.answer.tokens.size() >= options_.maxTokens)
    return;
  running.token = session_.main().sample(logits, running.sampler);
  running.answer.tokens.push_back(running.token);
  onToken(running.prompt, running.token);
}

bool Generator::finished(const Running &running) const {
  return running.answer.tokens.size() >= options_.maxTokens ||
         (options_.stopAtEos && running.token == info_.eos_token) ||
         session_.main().length(running.sequence) >= context_;
}

/// Saves what follows the prompt and all that was generated, so the token drawn
/// last is fed.
void Generator::saveState(const Running &running) {
  if (!running.answer.tokens.empty())
    session_.decode({running.sequence}, {running.token});
  session_.main().save(running.sequence, options_.saveState);
}

void Generator::retire(const AnswerSink &onAnswer) {
  std::vector<Running> remaining;
  for (Running &running : running_) {
    if (!finished(running)) {
      remaining.push_back(std::move(running));
      continue;
    }
    onAnswer(running.prompt, running.answer);
    if (!options_.saveState.empty())
      saveState(running);
    session_.closeSequence(running.sequence);
  }
  running_ = std::move(remaining);
}
