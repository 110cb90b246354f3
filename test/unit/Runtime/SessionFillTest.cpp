//===- SessionFillTest.cpp - caches as if tokens had been seen ------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of every encoding alone, then sequences of the toy model.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/StateReader.h"
#include "runtime/lib/Synthetic/StateValues.h"
#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace cedar;
using namespace cedar::rt;
using namespace cedar::rt::test;

static artifact::State stateOf(artifact::ElementType type, uint32_t channels,
                               uint64_t rowBytes) {
  artifact::State state;
  state.set_name("state");
  state.set_type(type);
  state.set_channels(channels);
  state.set_row_bytes(rowBytes);
  return state;
}

static artifact::State scaledState(artifact::ElementType type,
                                   uint64_t rowBytes,
                                   artifact::ElementType scale,
                                   uint32_t group) {
  artifact::State state = stateOf(type, 512, rowBytes);
  state.set_scale_type(scale);
  state.set_group(group);
  return state;
}

/// Rows of a state, dequantised.
static std::vector<float> rowsOf(const artifact::State &state, uint32_t ids) {
  constexpr uint64_t count = 64;
  ValueRandom random(1, "state");
  StateValues values(state, ids, random);
  std::vector<std::byte> rows(count * state.row_bytes(), std::byte(0xff));
  values.fill(rows.data(), count, random);
  std::vector<float> decoded(count * state.channels());
  for (uint64_t row = 0; row < count; ++row)
    dequantizeRow(state, &rows[row * state.row_bytes()],
                  &decoded[row * state.channels()]);
  return decoded;
}

/// The root of the mean square; infinite if a value is not finite.
static double sizeOf(const std::vector<float> &values) {
  double squares = 0;
  for (float value : values)
    squares += std::isfinite(value) ? double(value) * value : INFINITY;
  return std::sqrt(squares / double(values.size()));
}

TEST(StateValuesTest, RowsAreOfOrderOneInEveryEncoding) {
  for (const artifact::State &state :
       {scaledState(artifact::F8E4M3, 528, artifact::F8E8M0, 32),
        scaledState(artifact::F4E2M1, 288, artifact::F8E4M3, 16),
        scaledState(artifact::F4E2M1, 272, artifact::F8E8M0, 32),
        stateOf(artifact::F32, 4, 16), stateOf(artifact::BF16, 64, 128)}) {
    double size = sizeOf(rowsOf(state, 7));
    EXPECT_GT(size, 0.5) << int(state.type());
    EXPECT_LT(size, 2) << int(state.type());
  }
}

TEST(StateValuesTest, IdsAreInRangeAndNoRowIsAnImage) {
  std::array<int, 7> seen{};
  for (float id : rowsOf(stateOf(artifact::I32, 1, 4), 7)) {
    ASSERT_GE(id, 0);
    ASSERT_LT(id, 7);
    ++seen[size_t(id)];
  }
  for (int count : seen)
    EXPECT_GT(count, 0);
  for (float kind : rowsOf(stateOf(artifact::I8, 1, 1), 7))
    EXPECT_EQ(kind, 0);
}

static cedar_session_options smallOptions() {
  cedar_session_options options = sessionOptions();
  options.max_sequences = 2;
  options.context = 32;
  options.max_tokens = 40;
  return options;
}

/// Entries of both states of a filled sequence, and a decode step's logits.
static std::vector<float> filledValues(uint64_t seed) {
  ToyModel model;
  cedar::Session session = model.session(smallOptions());
  cedar_sequence sequence = session.openSequence();
  session.fill(sequence, 21, seed);
  EXPECT_EQ(session.length(sequence), 21u);
  EXPECT_EQ(session.stats().pages_in_use, 6u);
  cedar::Module module = model.module(); // has the names of its states
  std::vector<cedar_state_info> states = module.states();
  std::vector<float> values = session.readState(sequence, states[0], 0, 4);
  for (float entry : session.readState(sequence, states[1], 0, 10))
    values.push_back(entry);
  const float *logits = session.decode({sequence}, {3});
  values.insert(values.end(), logits, logits + toyVocabulary);
  EXPECT_EQ(session.length(sequence), 22u);
  return values;
}

TEST(SessionFillTest, AFilledSequenceGoesOn) {
  std::vector<float> values = filledValues(1);
  for (float value : values)
    EXPECT_TRUE(std::isfinite(value));
  EXPECT_EQ(filledValues(1), values);
  EXPECT_NE(filledValues(2), values);
}

TEST(SessionFillTest, OtherSequencesStayAsTheyAre) {
  ToyModel model;
  cedar::Session session = model.session(smallOptions());
  std::vector<int32_t> text = someText(9);
  cedar_sequence sequence = session.openSequence();
  session.prefill({rowsOf(sequence, text)}, nullptr);
  cedar_sequence filled = session.openSequence();
  session.fill(filled, 12, 1);
  const float *logits = session.decode({sequence}, {5});
  text.push_back(5);
  EXPECT_EQ(std::vector<float>(logits, logits + toyVocabulary),
            toyLogits(text));
  session.closeSequence(filled);
  session.fill(session.openSequence(), 12, 1);
}

TEST(SessionFillTest, WhatDoesNotFitIsRefused) {
  ToyModel model;
  cedar::Session session = model.session(smallOptions());
  cedar_sequence sequence = session.openSequence();
  cedar_code code;
  EXPECT_EQ(errorOf([&] { session.fill(sequence, 33, 1); }, &code),
            "33 tokens are asked for, the context of the session is 32; raise "
            "context");
  EXPECT_EQ(code, CEDAR_EXHAUSTED);
  session.fill(sequence, 32, 1);
  EXPECT_EQ(errorOf([&] { session.fill(sequence, 1, 1); }, &code),
            "expected a sequence without tokens, found 32; open another one");
  EXPECT_EQ(code, CEDAR_INVALID_ARGUMENT);
  cedar_sequence other = session.openSequence();
  EXPECT_EQ(errorOf([&] { session.fill(other, 9, 1); }, &code),
            "9 tokens take 3 cache pages, 2 of 10 are free; close sequences or "
            "raise max_tokens");
  EXPECT_EQ(code, CEDAR_EXHAUSTED);
  EXPECT_EQ(session.length(other), 0u);
  session.fill(other, 8, 1);
}
