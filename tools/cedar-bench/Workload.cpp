//===- Workload.cpp - calls that are measured ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A prefill runs in one call, whatever its length.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/Workload.h"

#include "runtime/lib/Engine/ThreadPool.h"

#include <algorithm>
#include <chrono>
#include <random>

using namespace cedar;

std::string Load::name() const {
  std::string result = decode ? "decode/batch:" + std::to_string(sequences)
                              : "prefill/tokens:" + std::to_string(prompt);
  if (filled)
    result += "/context:" + std::to_string(filled);
  else if (decode)
    result += "/prompt:" + std::to_string(prompt);
  return result + "/threads:" + std::to_string(threads);
}

std::vector<uint32_t> cedar::threadCounts(const BenchOptions &options) {
  return options.threads.empty() ? std::vector<uint32_t>{rt::availableCpus()}
                                 : options.threads;
}

std::vector<Load> cedar::loadsOf(const BenchOptions &options) {
  std::vector<Load> loads;
  auto filled = uint32_t(options.context);
  for (uint32_t count : threadCounts(options)) {
    for (uint32_t tokens : options.prefill)
      loads.push_back({false, filled, tokens, 1, 0, count});
    for (uint32_t batch :
         options.decode ? options.batch : std::vector<uint32_t>())
      loads.push_back({true, filled, filled ? 0 : uint32_t(options.prompt),
                       batch, uint32_t(options.steps), count});
  }
  return loads;
}

static cedar_session_options sessionFor(const Load &load,
                                        const BenchOptions &options) {
  cedar_session_options result = sessionOptions();
  result.max_sequences = load.sequences;
  result.max_rows = std::max(load.prompt, load.sequences);
  result.context = uint32_t(load.context());
  result.threads = load.threads;
  result.prefill_entry = options.prefillEntry.c_str();
  return result;
}

Workload::Workload(const Module &module, const Weights &weights,
                   const Load &load, const BenchOptions &options)
    : load_(load), seed_(options.seed), vocabulary_(module.info().vocab_size),
      session_(Session::create(weights, sessionFor(load, options))),
      tokens_(load.sequences), logits_(load.sequences * vocabulary_) {
  std::mt19937_64 random(options.seed);
  prompts_.resize(load.sequences);
  for (std::vector<int32_t> &prompt : prompts_)
    for (uint32_t i = 0; i < load.prompt; ++i)
      prompt.push_back(int32_t(random() % vocabulary_));
}

void Workload::open() {
  for (cedar_sequence sequence : sequences_)
    session_.closeSequence(sequence);
  sequences_.clear();
  for (uint32_t i = 0; i < load_.sequences; ++i) {
    sequences_.push_back(session_.openSequence());
    if (load_.filled)
      session_.fill(sequences_.back(), load_.filled, seed_ + i);
  }
}

void Workload::begin() {
  open();
  if (!load_.decode)
    return;
  if (load_.filled) {
    for (uint32_t i = 0; i < load_.sequences; ++i)
      tokens_[i] = int32_t((seed_ + i) % vocabulary_);
    return;
  }
  prefill();
  sample(logits_.data());
}

void Workload::prefill() {
  std::vector<cedar_rows> rows;
  rows.reserve(load_.sequences);
  for (uint32_t i = 0; i < load_.sequences; ++i)
    rows.push_back({sequences_[i], prompts_[i].data(), prompts_[i].size(),
                    nullptr, nullptr});
  session_.prefill(rows, logits_.data());
}

void Workload::sample(const float *logits) {
  for (uint32_t i = 0; i < load_.sequences; ++i) {
    cedar_sampler greedy{/*temperature=*/0, /*top_p=*/1, /*state=*/0};
    tokens_[i] = session_.sample(logits + i * vocabulary_, greedy);
  }
}

void Workload::run() {
  if (!load_.decode)
    return prefill();
  for (uint32_t step = 0; step < load_.steps; ++step)
    sample(session_.decode(sequences_, tokens_));
}

void Workload::warmUp() {
  using Clock = std::chrono::steady_clock;
  constexpr auto least = std::chrono::milliseconds(200);
  Clock::time_point start = Clock::now();
  do {
    begin();
    run();
  } while (Clock::now() - start < least);
}
