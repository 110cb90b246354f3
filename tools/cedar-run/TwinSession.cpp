//===- TwinSession.cpp - one session, or two of different targets ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequences of the other session are found by those of the first.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-run/TwinSession.h"

#include "runtime/lib/Artifact/ElementTypes.h"
#include "runtime/lib/CApi/Handles.h"
#include "runtime/lib/Engine/StateComparison.h"
#include "tools/cedar-run/DifferenceFiles.h"
#include "tools/runtime-lib/Require.h"

using namespace cedar;

static rt::Session &engineOf(const Session &session) {
  return *session.get()->session;
}

/// Options for the other session: rows of tables are read in place.
static cedar_session_options withoutCache(cedar_session_options options) {
  options.engram_cache = 0;
  return options;
}

TwinSession::TwinSession(const Weights &weights, const Weights *other,
                         const cedar_session_options &options,
                         const RunOptions &runOptions)
    : options_(runOptions), main_(Session::create(weights, options)) {
  vocabulary_ = engineOf(main_).module().model().vocab_size();
  if (!other)
    return;
  tolerance_ = require(rt::Tolerance::parse(runOptions.checkUlps));
  other_.emplace(Session::create(*other, withoutCache(options)));
  if (runOptions.perKernel)
    kernels_ = require(rt::TargetCheck::create(engineOf(main_),
                                               engineOf(*other_), tolerance_));
}

cedar_sequence TwinSession::openSequence() {
  cedar_sequence sequence = main_.openSequence();
  if (mirrors())
    twins_[sequence] = other_->openSequence();
  return sequence;
}

cedar_sequence TwinSession::resumeSequence(const cedar_rows &prefix) {
  cedar_sequence sequence = main_.resumeSequence(prefix);
  if (mirrors())
    twins_[sequence] = other_->resumeSequence(theirRows(&prefix, 1)[0]);
  return sequence;
}

cedar_sequence TwinSession::restore(const std::string &path) {
  cedar_sequence sequence = main_.restore(path);
  if (mirrors())
    twins_[sequence] = other_->restore(path);
  return sequence;
}

void TwinSession::closeSequence(cedar_sequence sequence) {
  if (mirrors()) {
    cedar_sequence theirs = twins_.at(sequence);
    std::string difference =
        require(rt::compareStates(engineOf(main_), sequence, engineOf(*other_),
                                  theirs, tolerance_, tallies_));
    if (!difference.empty())
      refuse(difference);
    other_->closeSequence(theirs);
    twins_.erase(sequence);
  }
  main_.closeSequence(sequence);
}

std::vector<cedar_rows> TwinSession::theirRows(const cedar_rows *rows,
                                               size_t count) const {
  std::vector<cedar_rows> result(rows, rows + count);
  for (cedar_rows &row : result)
    row.sequence = twins_.at(row.sequence);
  return result;
}

static std::vector<cedar_sequence>
sequencesOf(const std::vector<cedar_rows> &rows) {
  std::vector<cedar_sequence> sequences;
  sequences.reserve(rows.size());
  for (const cedar_rows &row : rows)
    sequences.push_back(row.sequence);
  return sequences;
}

void TwinSession::prefill(const std::vector<cedar_rows> &rows, float *logits,
                          size_t chunk) {
  main_.prefill(rows, logits, chunk);
  if (!mirrors())
    return;
  std::vector<float> theirs(rows.size() * vocabulary_);
  other_->prefill(theirRows(rows.data(), rows.size()),
                  logits ? theirs.data() : nullptr, chunk);
  if (logits)
    compareLogits(sequencesOf(rows), logits, theirs.data());
}

const float *TwinSession::run(const cedar_batch &batch) {
  main_.run(batch);
  cedar_tensor ours = main_.output("logits");
  if (mirrors()) {
    std::vector<cedar_rows> rows = theirRows(batch.rows, batch.num_rows);
    cedar_batch theirBatch = batch;
    theirBatch.rows = rows.data();
    other_->run(theirBatch);
    compareLogits(std::vector<cedar_sequence>(size_t(ours.shape[0]),
                                              batch.rows[0].sequence),
                  static_cast<const float *>(ours.data),
                  static_cast<const float *>(other_->output("logits").data));
  }
  return static_cast<const float *>(ours.data);
}

const float *TwinSession::decode(const std::vector<cedar_sequence> &sequences,
                                 const std::vector<int32_t> &tokens) {
  const float *logits = main_.decode(sequences, tokens);
  if (mirrors()) {
    std::vector<cedar_sequence> theirs;
    theirs.reserve(sequences.size());
    for (cedar_sequence sequence : sequences)
      theirs.push_back(twins_.at(sequence));
    compareLogits(sequences, logits, other_->decode(theirs, tokens));
  }
  return logits;
}

void TwinSession::compareLogits(const std::vector<cedar_sequence> &sequences,
                                const float *ours, const float *theirs) {
  std::optional<rt::Difference> difference = rt::compareRows(
      rt::plainRows(artifact::F32, vocabulary_ * sizeof(float)),
      sequences.size(), reinterpret_cast<const std::byte *>(ours),
      reinterpret_cast<const std::byte *>(theirs), tolerance_, "logits",
      tallies_);
  if (difference)
    refuse("the logits of a call that ends at " +
           std::to_string(main_.length(sequences[difference->row])) +
           " tokens, " + difference->text());
}

std::string TwinSession::targetOf(const Session &session) const {
  return engineOf(session).module().target().name();
}

void TwinSession::refuse(const std::string &where) const {
  throw Error(CEDAR_INCOMPATIBLE,
              ("targets '" + targetOf(main_) + "' and '" + targetOf(*other_) +
               "' differ in " + where +
               "; --per-kernel finds the first kernel that differs")
                  .c_str());
}

void TwinSession::printCheck(std::FILE *file) const {
  if (!other_)
    return;
  std::string other = targetOf(*other_);
  if (kernels_)
    std::fprintf(file, "check:   %llu launches ran on '%s', too\n",
                 (unsigned long long)kernels_->launches(), other.c_str());
  else
    std::fprintf(file, "check:   logits and states compared with '%s'\n",
                 other.c_str());
  const auto &tallies = kernels_ ? kernels_->tallies() : tallies_;
  for (size_t type = 0; type < tallies.size(); ++type) {
    const rt::Tally &tally = tallies[type];
    if (tally.elements == 0)
      continue;
    std::string name(rt::elementName(artifact::ElementType(type)));
    std::fprintf(file, "check:   %s: %llu of %llu values differ", name.c_str(),
                 (unsigned long long)tally.differing,
                 (unsigned long long)tally.elements);
    if (tally.differing)
      std::fprintf(file, ", the largest: %s, in %s",
                   rt::distanceText(tally.most).c_str(), tally.where.c_str());
    std::fputc('\n', file);
  }
}

std::string TwinSession::saveDifference() const {
  if (!kernels_ || !kernels_->difference())
    return "";
  if (options_.checkDir.empty())
    return "; --check-dir=<folder> saves the tensors";
  writeDifference(options_.checkDir, *kernels_->difference(),
                  engineOf(main_).module().target(), targetOf(*other_));
  return "; tensors in '" + options_.checkDir + "'";
}
