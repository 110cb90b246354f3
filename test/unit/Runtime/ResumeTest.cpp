//===- ResumeTest.cpp - sequences that go on behind a cached prefix -------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toy model's ring holds its last tokens, so a sequence behind a prefix of
// any length gives exactly the logits of the whole text. Pages are counted
// while several sequences hold them.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

using namespace cedar;
using namespace cedar::rt::test;

namespace {

using Tokens = std::vector<int32_t>;

class ResumeTest : public ::testing::Test {
protected:
  ResumeTest() : model(addToyResume) {}

  static cedar_session_options options(uint32_t sequences) {
    cedar_session_options result = sessionOptions();
    result.max_sequences = sequences;
    result.max_rows = 8;
    result.threads = 2;
    return result;
  }

  /// A sequence of these tokens.
  static cedar_sequence open(Session &session, const Tokens &text) {
    cedar_sequence sequence = session.openSequence();
    session.prefill({rowsOf(sequence, text)}, nullptr);
    return sequence;
  }

  /// A sequence of the first `count` tokens of `source`, which has `text`.
  static cedar_sequence resume(Session &session, cedar_sequence source,
                               const Tokens &text, size_t count) {
    cedar_rows prefix = rowsOf(source, text);
    prefix.count = count;
    return session.resumeSequence(prefix);
  }

  /// Decodes `token` behind `text` and compares; `text` grows by it.
  static void expectNext(Session &session, cedar_sequence sequence,
                         Tokens &text, int32_t token) {
    text.push_back(token);
    const float *logits = session.decode({sequence}, {token});
    EXPECT_EQ(std::vector<float>(logits, logits + toyVocabulary),
              toyLogits(text));
  }

  ToyModel model;
};

} // namespace

TEST_F(ResumeTest, APrefixOfAnyLengthGoesOnAsTheWholeText) {
  const Tokens source = someText(21);
  for (size_t length = 1; length <= source.size(); ++length) {
    Session session = model.session(options(2));
    cedar_sequence first = open(session, source);
    cedar_sequence second = resume(session, first, source, length);
    EXPECT_EQ(session.length(second), length);
    // Both write where the other reads, unless a page of its own is there.
    Tokens longer = source, text(source.begin(), source.begin() + length);
    for (int32_t token = 0; token < 9; ++token) {
      expectNext(session, second, text, 15 - token);
      expectNext(session, first, longer, token);
    }
  }
}

TEST_F(ResumeTest, APrefixGoesOnWithAPrompt) {
  Session session = model.session(options(2));
  const Tokens source = someText(18), suffix = someText(13, 5);
  cedar_sequence sequence = resume(session, open(session, source), source, 11);
  std::vector<float> logits(toyVocabulary);
  session.prefill({rowsOf(sequence, suffix)}, logits.data());
  Tokens text(source.begin(), source.begin() + 11);
  text.insert(text.end(), suffix.begin(), suffix.end());
  EXPECT_EQ(logits, toyLogits(text));
}

TEST_F(ResumeTest, WholePagesAreSharedAndASplitOneIsCopied) {
  Session session = model.session(options(4));
  const Tokens text = someText(10);
  cedar_sequence first = open(session, text);
  EXPECT_EQ(session.stats().pages_in_use, 3u);
  cedar_sequence whole = resume(session, first, text, 8);
  EXPECT_EQ(session.stats().pages_in_use, 3u);
  cedar_sequence split = resume(session, first, text, 7);
  EXPECT_EQ(session.stats().pages_in_use, 4u);
  cedar_sequence again = resume(session, split, text, 4);
  EXPECT_EQ(session.stats().pages_in_use, 4u);

  session.closeSequence(first); // only its third page is nobody else's
  EXPECT_EQ(session.stats().pages_in_use, 3u);
  session.closeSequence(whole);
  EXPECT_EQ(session.stats().pages_in_use, 2u);
  session.closeSequence(split);
  EXPECT_EQ(session.stats().pages_in_use, 1u);
  Tokens rest(text.begin(), text.begin() + 4);
  expectNext(session, again, rest, 9);
  session.closeSequence(again);
  EXPECT_EQ(session.stats().pages_in_use, 0u);
}

TEST_F(ResumeTest, PagesStayWhenTheSourceIsClosedAndOthersGrow) {
  Session session = model.session(options(3));
  const Tokens source = someText(16);
  cedar_sequence first = open(session, source);
  cedar_sequence second = resume(session, first, source, 14);
  session.closeSequence(first);
  Tokens other = someText(24, 9), text(source.begin(), source.begin() + 14);
  cedar_sequence third = open(session, other);
  for (int32_t token = 0; token < 6; ++token) {
    expectNext(session, second, text, token);
    expectNext(session, third, other, 2 * token);
  }
}

/// Pages of rows that wait for a commit are there for the copy.
TEST_F(ResumeTest, RowsThatWaitForACommitAreDropped) {
  cedar_session_options small = options(2);
  small.max_tokens = 12; // 3 pages
  Session session = model.session(small);
  Tokens text = someText(7), draft = {1, 2};
  cedar_sequence first = open(session, text);
  cedar_rows rows = rowsOf(first, draft);
  session.run(batchOf("prefill_exact", &rows, CEDAR_NO_COMMIT));
  EXPECT_EQ(session.stats().pages_in_use, 3u);
  cedar_sequence second = resume(session, first, text, 6);
  EXPECT_EQ(errorOf([&] { session.commit({2}); }),
            "no rows wait for a commit; run with CEDAR_NO_COMMIT first");
  Tokens prefix(text.begin(), text.begin() + 6);
  expectNext(session, second, prefix, 4);
  expectNext(session, first, text, 8);
}

TEST_F(ResumeTest, ACopyNeedsAFreePage) {
  cedar_session_options small = options(2);
  small.max_tokens = 8; // 2 pages
  Session session = model.session(small);
  Tokens text = someText(7);
  cedar_sequence first = open(session, text);
  cedar_code code;
  EXPECT_EQ(errorOf([&] { resume(session, first, text, 6); }, &code),
            "the last page of the prefix is copied and no page is free; close "
            "sequences or raise max_tokens");
  EXPECT_EQ(code, CEDAR_EXHAUSTED);
  EXPECT_EQ(session.length(resume(session, first, text, 4)), 4u);
  expectNext(session, first, text, 8);
}

/// A refused call leaves rows that wait for a commit.
TEST_F(ResumeTest, WithoutAFreeSlotNothingIsDropped) {
  Session session = model.session(options(1));
  const Tokens text = someText(7), draft = {1, 2};
  cedar_sequence first = open(session, text);
  cedar_rows rows = rowsOf(first, draft);
  session.run(batchOf("prefill_exact", &rows, CEDAR_NO_COMMIT));
  EXPECT_NE(errorOf([&] { resume(session, first, text, 6); }), "");
  session.commit({2});
  EXPECT_EQ(session.length(first), 9u);
}

/// Rows before the last ones run once more for a ring of contexts.
TEST_F(ResumeTest, ContextsAreFilledFromTheRowsBefore) {
  ToyModel contexts([](rt::ArtifactWriter &writer) {
    addToyResume(writer);
    writer.manifest().mutable_states(0)->set_role("engram_context");
  });
  const Tokens source = someText(20);
  for (auto [length, rows] : {std::pair(3u, 3u), {4u, 4u}, {6u, 6u}, {19u, 8u}})
    for (ToyModel *each : {&model, &contexts}) {
      Session session = each->session(options(2));
      cedar_sequence first = open(session, source);
      uint64_t before = session.stats().rows;
      cedar_sequence second = resume(session, first, source, length);
      EXPECT_EQ(session.stats().rows - before,
                each == &contexts ? rows : std::min(rows, toyWindow));
      Tokens text(source.begin(), source.begin() + length);
      expectNext(session, second, text, 3);
    }
}

TEST_F(ResumeTest, TokensThatDoNotExistGiveSlotAndPagesBack) {
  Session session = model.session(options(2));
  Tokens text = someText(10);
  cedar_sequence first = open(session, text);
  text[8] = toyVocabulary;
  EXPECT_NE(errorOf([&] {
              resume(session, first, text, 9);
            }).find("token id 16 is outside [0, 16)"),
            std::string::npos);
  EXPECT_EQ(session.stats().pages_in_use, 3u);
  text[8] = someText(10)[8];
  cedar_sequence second = resume(session, first, text, 9);
  text.pop_back();
  expectNext(session, second, text, 1);
}

TEST_F(ResumeTest, TheEntryDoesNotRunByItself) {
  Session session = model.session(options(1));
  const Tokens text = someText(3);
  cedar_rows rows = rowsOf(session.openSequence(), text);
  EXPECT_EQ(errorOf([&] { session.run(batchOf("prefill_resume", &rows)); }),
            "entry 'prefill_resume' fills the rings of a cached prefix; call "
            "cedar_sequence_resume");
}

TEST_F(ResumeTest, AModelWithoutTheEntryRefuses) {
  ToyModel without;
  Session session = without.session(options(2));
  const Tokens text = someText(3);
  cedar_sequence first = open(session, text);
  cedar_code code;
  errorOf([&] { resume(session, first, text, 2); }, &code);
  EXPECT_EQ(code, CEDAR_NOT_FOUND);
}
