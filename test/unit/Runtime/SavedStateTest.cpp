//===- SavedStateTest.cpp - sequences that are saved and restored ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toy model has a ring of 4 rows and a cache of one entry per two tokens
// and two entries per page, so the lengths below meet every boundary.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Runtime/SavedStates.h"

#include <filesystem>

using namespace cedar;
using namespace cedar::rt::test;

using Tokens = std::vector<int32_t>;

namespace {
class SavedStateTest : public SavedStates {};
} // namespace

TEST_F(SavedStateTest, AnyLengthGoesOnAsIfNothingHadHappened) {
  for (size_t length = 0; length <= 21; ++length) {
    Tokens text = someText(length);
    save(text);
    EXPECT_EQ(model.module().savedLength(path), length);
    Session session = model.session(savedOptions(3));
    Tokens other = someText(7, 3);
    cedar_sequence neighbour = open(session, other); // pages are elsewhere
    cedar_sequence sequence = session.restore(path);
    EXPECT_EQ(session.length(sequence), length);
    expectGoesOn(session, sequence, text);
    expectGoesOn(session, neighbour, other);
  }
}

TEST_F(SavedStateTest, APromptGoesOn) {
  Tokens text = someText(13), more = someText(10, 4);
  save(text);
  Session session = model.session(savedOptions());
  std::vector<float> logits(toyVocabulary);
  session.prefill({rowsOf(session.restore(path), more)}, logits.data(), 3);
  text.insert(text.end(), more.begin(), more.end());
  EXPECT_EQ(logits, toyLogits(text));
}

/// 4 ring rows of 8 bytes, 4 bytes per two tokens, and what is the same for
/// all lengths below 128.
TEST_F(SavedStateTest, SizeIsAConstantAndTheCommittedRows) {
  save({});
  uint64_t empty = std::filesystem::file_size(path);
  save({1});
  uint64_t constant = std::filesystem::file_size(path);
  EXPECT_EQ(constant - empty, 2u); // the length itself, tag and value
  EXPECT_LT(empty, 64u + 4 * 8 + 100 + 32);
  for (size_t length : {2, 3, 4, 5, 17, 60}) {
    save(someText(length));
    EXPECT_EQ(std::filesystem::file_size(path), constant + length / 2 * 4);
  }
}

TEST_F(SavedStateTest, EqualSequencesGiveEqualFiles) {
  Tokens text = someText(15);
  save(text);
  std::string first = readBytes(path);
  // Other threads, other chunks, another slot, other pages; and restored.
  cedar_session_options other = savedOptions(3);
  other.threads = 1;
  other.max_tokens = 48;
  Session session = model.session(other);
  open(session, someText(9, 2));
  cedar_sequence sequence = session.openSequence();
  session.prefill({rowsOf(sequence, text)}, nullptr, 4);
  session.save(sequence, path);
  EXPECT_EQ(readBytes(path), first);
  session.save(session.restore(path), path);
  EXPECT_EQ(readBytes(path), first);
}

TEST_F(SavedStateTest, ASequenceBehindASharedPrefix) {
  ToyModel resumes(addToyResume);
  Session session = resumes.session(savedOptions());
  Tokens text = someText(14);
  cedar_sequence source = open(session, text);
  text.resize(11);
  session.save(session.resumeSequence(rowsOf(source, text)), path);
  session = resumes.session(savedOptions());
  expectGoesOn(session, session.restore(path), text);
}

/// The file names the entry that has to complete the prompt.
TEST_F(SavedStateTest, AnUnfinishedPromptStaysUnfinished) {
  ToyModel parts(addToyParts);
  Tokens text = someText(9);
  Session session = parts.session(savedOptions());
  cedar_rows rows = rowsOf(session.openSequence(), text);
  session.run(batchOf("prefill_part", &rows));
  session.save(rows.sequence, path);

  Session other = parts.session(savedOptions());
  cedar_sequence sequence = other.restore(path);
  EXPECT_EQ(errorOf([&] { other.decode({sequence}, {1}); }),
            "sequence 0 of the batch: its prompt is not complete; call "
            "cedar_session_finish first");
  const float *logits = other.finish({sequence});
  EXPECT_EQ(std::vector<float>(logits, logits + toyVocabulary),
            toyLogits(text));
  expectGoesOn(other, sequence, text);
  other.save(sequence, path); // now complete
  sequence = other.restore(path);
  expectGoesOn(other, sequence, text);

  session.save(rows.sequence, path);
  Session without = model.session(savedOptions());
  expectRefused(without, CEDAR_INCOMPATIBLE,
                ": the prompt waits for the entry 'rest', which completes no "
                "prompt of this module; restore it with a module that has it, "
                "or finish the prompt before saving");
}

TEST_F(SavedStateTest, RowsThatWaitForACommit) {
  Session session = model.session(savedOptions());
  Tokens text = someText(7), draft = {1, 2};
  cedar_rows rows = rowsOf(open(session, text), draft);
  session.run(batchOf("prefill_exact", &rows, CEDAR_NO_COMMIT));
  session.save(rows.sequence, path);
  EXPECT_EQ(model.module().savedLength(path), 7u);
  session.commit({2}); // saving has left them
  EXPECT_EQ(session.length(rows.sequence), 9u);

  session.run(batchOf("prefill_exact", &rows, CEDAR_NO_COMMIT));
  cedar_sequence restored = session.restore(path);
  EXPECT_EQ(errorOf([&] { session.commit({2}); }),
            "no rows wait for a commit; run with CEDAR_NO_COMMIT first");
  expectGoesOn(session, restored, text);
}

TEST_F(SavedStateTest, AFileThatCannotBeWrittenLeavesNothing) {
  Session session = model.session(savedOptions());
  cedar_sequence sequence = open(session, someText(5));
  std::string nowhere = folder.path() + "/no/text.state";
  cedar_code code;
  EXPECT_EQ(errorOf([&] { session.save(sequence, nowhere); }, &code),
            "cannot write '" + nowhere + "': No such file or directory");
  EXPECT_EQ(code, CEDAR_IO);
  EXPECT_NE(errorOf([&] { session.save(sequence + 1, path); }), "");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}
