//===- FinishTest.cpp - prompts that an entry of its own completes --------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toy model in two parts: one that takes all rows and gives no logits, and
// one that gives those of the last rows. Together they are the whole model.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

using namespace cedar;
using namespace cedar::rt::test;

namespace {

using Tokens = std::vector<int32_t>;

cedar_session_options options(uint32_t sequences, uint32_t rows) {
  cedar_session_options result = sessionOptions();
  result.max_sequences = sequences;
  result.max_rows = rows;
  result.threads = 2;
  result.prefill_entry = "prefill_part";
  return result;
}

class FinishTest : public ::testing::Test {
protected:
  FinishTest() : model(addToyParts) {}

  /// Runs one sequence's rows through an entry.
  static void run(Session &session, const char *entry, cedar_rows rows,
                  uint32_t flags = 0) {
    session.run(batchOf(entry, &rows, flags));
  }

  static std::vector<float> finish(Session &session, cedar_sequence sequence) {
    const float *logits = session.finish({sequence});
    return {logits, logits + toyVocabulary};
  }

  ToyModel model;
};

} // namespace

TEST_F(FinishTest, PrefillInAnyChunksGivesTheWholeModel) {
  for (size_t length : {1, 3, 4, 5, 23}) {
    Tokens text = someText(length);
    for (size_t chunk = 1; chunk <= length; ++chunk) {
      Session session = model.session(options(1, 32));
      cedar_sequence sequence = session.openSequence();
      std::vector<float> logits(toyVocabulary);
      session.prefill({rowsOf(sequence, text)}, logits.data(), chunk);
      EXPECT_EQ(logits, toyLogits(text)) << length << " by " << chunk;
      EXPECT_EQ(session.length(sequence), length);
      text.push_back(7);
      const float *next = session.decode({sequence}, {7});
      EXPECT_EQ(std::vector<float>(next, next + toyVocabulary),
                toyLogits(text));
      text.pop_back();
    }
  }
}

TEST_F(FinishTest, MorePromptsThanOneCallTakes) {
  // 9 rows hold the last rows of two prompts, not of three.
  Session session = model.session(options(5, 9));
  std::vector<Tokens> texts;
  std::vector<cedar_rows> rows;
  for (size_t i = 0; i < 5; ++i)
    texts.push_back(someText(2 + 3 * i, int32_t(i)));
  for (const Tokens &text : texts)
    rows.push_back(rowsOf(session.openSequence(), text));
  std::vector<float> logits(texts.size() * toyVocabulary);
  session.prefill(rows, logits.data());
  for (size_t i = 0; i < texts.size(); ++i)
    EXPECT_EQ(std::vector<float>(logits.begin() + i * toyVocabulary,
                                 logits.begin() + (i + 1) * toyVocabulary),
              toyLogits(texts[i]));
}

TEST_F(FinishTest, RunsThenFinish) {
  Session session = model.session(options(1, 32));
  Tokens text = someText(9), rest(text.begin() + 5, text.end());
  cedar_sequence sequence = session.openSequence();
  run(session, "prefill_part", {sequence, text.data(), 5, nullptr, nullptr});
  run(session, "prefill_part", rowsOf(sequence, rest));
  EXPECT_EQ(finish(session, sequence), toyLogits(text));
}

TEST_F(FinishTest, NothingRunsOnAnUnfinishedPrompt) {
  Session session = model.session(options(2, 32));
  Tokens text = someText(6);
  cedar_sequence sequence = session.openSequence();
  run(session, "prefill_part", rowsOf(sequence, text));
  cedar_code code;
  EXPECT_EQ(errorOf([&] { session.decode({sequence}, {1}); }, &code),
            "sequence 0 of the batch: its prompt is not complete; call "
            "cedar_session_finish first");
  EXPECT_EQ(code, CEDAR_INVALID_ARGUMENT);
  EXPECT_NE(
      errorOf([&] { run(session, "prefill_exact", rowsOf(sequence, text)); }),
      "");
  EXPECT_EQ(session.length(sequence), 6u);
  EXPECT_EQ(finish(session, sequence), toyLogits(text));
  session.decode({sequence}, {1});
}

TEST_F(FinishTest, RowsThatWereNotAcceptedLeaveNothingToFinish) {
  Session session = model.session(options(1, 32));
  Tokens text = someText(6);
  cedar_sequence sequence = session.openSequence();
  run(session, "prefill_part", rowsOf(sequence, text), CEDAR_NO_COMMIT);
  session.commit({0});
  run(session, "prefill_exact", rowsOf(sequence, text));
  EXPECT_EQ(session.length(sequence), 6u);
}

TEST_F(FinishTest, ASlotIsGivenBackFinished) {
  Session session = model.session(options(1, 32));
  Tokens text = someText(6);
  cedar_sequence sequence = session.openSequence();
  run(session, "prefill_part", rowsOf(sequence, text));
  session.closeSequence(sequence);
  sequence = session.openSequence();
  session.decode({sequence}, {1});
}

TEST_F(FinishTest, Refusals) {
  Session session = model.session(options(2, 5));
  Tokens text = someText(4);
  cedar_sequence one = session.openSequence(), two = session.openSequence();
  EXPECT_EQ(errorOf([&] { session.finish({one}); }),
            "sequence 0 of the batch: has no prompt to finish");
  EXPECT_EQ(errorOf([&] { session.finish({}); }),
            "finish takes 1 to 2 sequences");
  EXPECT_EQ(errorOf([&] { run(session, "rest", rowsOf(one, text)); }),
            "entry 'rest' completes prompts; call cedar_session_finish");
  run(session, "prefill_part", rowsOf(one, text));
  EXPECT_EQ(errorOf([&] { session.finish({one, two}); }),
            "sequence 1 of the batch: has no prompt to finish with the others");
  EXPECT_EQ(errorOf([&] { session.finish({one, one}); }),
            "sequence 1 of the batch: occurs twice in the batch");
  run(session, "prefill_part", rowsOf(two, text));
  cedar_code code;
  EXPECT_EQ(errorOf([&] { session.finish({one, two}); }, &code),
            "finishing the prompts takes 8 rows, the session takes 5 in one "
            "call; finish fewer or raise max_rows");
  EXPECT_EQ(code, CEDAR_EXHAUSTED);
  EXPECT_EQ(finish(session, two), toyLogits(text));
  EXPECT_EQ(finish(session, one), toyLogits(text));
}

TEST_F(FinishTest, ASessionNeedsTheRowsOfOnePrompt) {
  Session session = model.session(options(1, 3));
  Tokens text = someText(4);
  cedar_sequence sequence = session.openSequence();
  EXPECT_EQ(
      errorOf([&] { session.prefill({rowsOf(sequence, text)}, nullptr); }),
      "entry 'rest' takes 4 rows of a sequence in one call, the session "
      "3; raise max_rows");
  EXPECT_EQ(session.length(sequence), 0u);
}

TEST_F(FinishTest, ManifestsThatNameNoSuchEntryAreRefused) {
  auto openWith = [](const std::function<void(artifact::Entry &)> &change) {
    return errorOf([&] {
      ToyModel([&](rt::ArtifactWriter &writer) {
        addToyParts(writer);
        artifact::Target &target = *writer.manifest().mutable_targets(0);
        for (artifact::Entry &entry : *target.mutable_entries())
          if (entry.name() == "prefill_part")
            change(entry);
      }).module();
    });
  };
  auto expect = [&](const char *message,
                    const std::function<void(artifact::Entry &)> &change) {
    EXPECT_NE(openWith(change).find(message), std::string::npos)
        << openWith(change);
  };
  expect("is committed by 'none', which is no entry that commits",
         [](auto &entry) { entry.set_commit("none"); });
  expect("is committed by 'decode', which is no entry that commits",
         [](auto &entry) { entry.set_commit("decode"); });
  expect(
      "is finished by 'none', which is no entry for a bounded number of rows",
      [](auto &entry) { entry.set_finish("none"); });
  expect("is finished by 'prefill_exact', which is no entry for a bounded",
         [](auto &entry) { entry.set_finish("prefill_exact"); });
  expect("is finished by 'decode', which reads 'tokens'",
         [](auto &entry) { entry.set_finish("decode"); });
}
