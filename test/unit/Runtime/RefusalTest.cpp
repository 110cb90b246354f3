//===- RefusalTest.cpp - what sessions refuse -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every refusal has a code and a message that says what was wrong, and leaves
// the session as it was: afterwards the same text goes on as if nothing had
// happened.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

using namespace cedar;
using namespace cedar::rt::test;

namespace {

class RefusalTest : public ::testing::Test {
protected:
  RefusalTest() : session(model.session(options())) {
    sequence = session.openSequence();
    other = session.openSequence();
    rows = rowsOf(sequence, tokens);
    session.run(batch);
  }

  static cedar_session_options options() {
    cedar_session_options result = sessionOptions();
    result.max_sequences = 2;
    result.max_rows = 8;
    result.context = 20;
    result.max_embedding_rows = 2;
    result.threads = 1;
    return result;
  }

  /// Runs `batch`, expects a refusal, and checks that the text goes on as if it
  /// had not been tried.
  void expectRefused(cedar_code code, const std::string &part) {
    expectRefused([&] { session.run(batch); }, code, part);
  }

  void expectRefused(const std::function<void()> &body, cedar_code code,
                     const std::string &part) {
    cedar_stats before = session.stats();
    cedar_code found = CEDAR_OK;
    std::string message = errorOf(body, &found);
    EXPECT_EQ(found, code) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_EQ(session.stats().calls, before.calls);
    EXPECT_EQ(session.stats().pages_in_use, before.pages_in_use);
    EXPECT_EQ(session.length(sequence), 5u);
    EXPECT_EQ(session.length(other), 0u);
    const float *logits =
        static_cast<const float *>(session.output("logits").data);
    EXPECT_EQ(std::vector<float>(logits, logits + toyVocabulary),
              toyLogits({3, 1, 4, 1, 5}));
  }

  void TearDown() override {
    const float *logits = session.decode({sequence}, {9});
    EXPECT_EQ(std::vector<float>(logits, logits + toyVocabulary),
              toyLogits({3, 1, 4, 1, 5, 9}));
  }

  ToyModel model{addToyResume};
  std::vector<int32_t> tokens = {3, 1, 4, 1, 5};
  Session session;
  cedar_sequence sequence, other;
  cedar_rows rows{};
  cedar_batch batch = batchOf("prefill_exact", &rows);
};

} // namespace

TEST_F(RefusalTest, TokenIdTooLarge) {
  tokens[2] = toyVocabulary;
  expectRefused(CEDAR_INVALID_ARGUMENT,
                "row 2: token id 16 is outside [0, 16)");
}

TEST_F(RefusalTest, NegativeTokenId) {
  tokens[4] = -1;
  expectRefused(CEDAR_INVALID_ARGUMENT,
                "row 4: token id -1 is outside [0, 16)");
}

TEST_F(RefusalTest, EmptyPrompt) {
  rows.count = 0;
  expectRefused(CEDAR_INVALID_ARGUMENT, "has no tokens");
  expectRefused([&] { session.prefill({rows}, nullptr); },
                CEDAR_INVALID_ARGUMENT, "has no tokens");
}

TEST_F(RefusalTest, EmptyBatch) {
  batch.num_rows = 0;
  expectRefused(CEDAR_INVALID_ARGUMENT, "the batch is empty");
}

TEST_F(RefusalTest, ContextOverflow) {
  std::vector<int32_t> many(16, 1);
  rows.tokens = many.data();
  rows.count = many.size();
  // As a whole, although the first chunk would fit.
  expectRefused([&] { session.prefill({rows}, nullptr, 4); }, CEDAR_EXHAUSTED,
                "5 tokens and 16 more exceed the context of 20");
}

TEST_F(RefusalTest, TooManyRows) {
  std::vector<int32_t> many(9, 1);
  rows.tokens = many.data();
  rows.count = many.size();
  expectRefused(CEDAR_EXHAUSTED, "the batch has 9 rows, the session takes 8");
}

TEST_F(RefusalTest, UnknownSequence) {
  rows.sequence = 77;
  expectRefused(CEDAR_INVALID_ARGUMENT, "no open sequence has the handle 77");
  rows.sequence = -1;
  expectRefused(CEDAR_INVALID_ARGUMENT, "no open sequence");
}

TEST_F(RefusalTest, ClosedSequence) {
  expectRefused([&] { session.closeSequence(sequence + 8); },
                CEDAR_INVALID_ARGUMENT, "no open sequence");
}

TEST_F(RefusalTest, SequenceTwiceInABatch) {
  cedar_rows twice[2] = {rows, rows};
  batch.rows = twice;
  batch.num_rows = 2;
  expectRefused(CEDAR_INVALID_ARGUMENT,
                "sequence 1 of the batch: occurs twice");
}

TEST_F(RefusalTest, UnknownKind) {
  std::vector<int8_t> kinds = {0, 1, 2, 0, 0};
  rows.kinds = kinds.data();
  expectRefused(CEDAR_INVALID_ARGUMENT, "row 2: kind 2 is outside [0, 2)");
}

TEST_F(RefusalTest, EmbeddingRowOutOfRange) {
  std::vector<uint16_t> embeddings(4);
  std::vector<int32_t> embeddingRows = {-1, 0, 1, 0, 0};
  rows.embedding_rows = embeddingRows.data();
  batch.embeddings = embeddings.data();
  batch.num_embeddings = 1;
  expectRefused(CEDAR_INVALID_ARGUMENT,
                "row 2: embedding row 1 is outside [-1, 1)");
  expectRefused([&] { session.prefill({rows}, nullptr); },
                CEDAR_INVALID_ARGUMENT, "outside [-1, 0)");
}

TEST_F(RefusalTest, TooManyOrMissingEmbeddings) {
  std::vector<uint16_t> embeddings(12);
  batch.embeddings = embeddings.data();
  batch.num_embeddings = 3;
  expectRefused(CEDAR_EXHAUSTED, "raise max_embedding_rows");
  batch.embeddings = nullptr;
  batch.num_embeddings = 1;
  expectRefused(CEDAR_INVALID_ARGUMENT, "embeddings is null");
}

TEST_F(RefusalTest, OutRows) {
  std::vector<int32_t> outRows = {5};
  batch.out_rows = outRows.data();
  batch.num_out_rows = 1;
  expectRefused(CEDAR_INVALID_ARGUMENT, "out row 5 is outside [0, 5)");
  outRows = {0, 1, 2};
  batch.out_rows = outRows.data();
  batch.num_out_rows = 3;
  expectRefused(CEDAR_EXHAUSTED, "raise max_out_rows");
}

TEST_F(RefusalTest, Entries) {
  batch.entry = "prefill_fancy";
  expectRefused(CEDAR_NOT_FOUND,
                "the file has: prefill_exact, decode, commit, layerwise, "
                "prefill_resume");
  batch.entry = "commit";
  expectRefused(CEDAR_INVALID_ARGUMENT, "only commits");
  batch.entry = "decode";
  expectRefused(CEDAR_INVALID_ARGUMENT, "takes at most 1 rows of a sequence");
  batch.entry = nullptr;
  expectRefused(CEDAR_INVALID_ARGUMENT, "names no entry");
}

TEST_F(RefusalTest, NamedInputs) {
  std::vector<float> x(6);
  cedar_tensor input{"x_in.0", CEDAR_F32, 1, {6}, x.data(), 24};
  batch.inputs = &input;
  batch.num_inputs = 1;
  expectRefused(CEDAR_INVALID_ARGUMENT, "takes 0 inputs beside the batch");
  batch.entry = "layerwise";
  expectRefused(CEDAR_INVALID_ARGUMENT, "another type or shape");
  input = {"x_in.0", CEDAR_I32, 1, {5}, x.data(), 20};
  expectRefused(CEDAR_INVALID_ARGUMENT, "another type or shape");
  input.name = "y";
  expectRefused(CEDAR_INVALID_ARGUMENT, "needs the input 'x_in.0'");
}

TEST_F(RefusalTest, Commits) {
  expectRefused([&] { session.commit({1}); }, CEDAR_INVALID_ARGUMENT,
                "no rows wait for a commit");
}

TEST_F(RefusalTest, Prefixes) {
  auto resume = [&] { session.resumeSequence(rows); };
  rows.count = 6;
  expectRefused(resume, CEDAR_INVALID_ARGUMENT,
                "a prefix of 6 tokens is wanted, the source has 5; give 1 to");
  rows.count = 0;
  expectRefused(resume, CEDAR_INVALID_ARGUMENT, "a prefix of 0 tokens");
  rows.count = 3;
  rows.tokens = nullptr;
  expectRefused(resume, CEDAR_INVALID_ARGUMENT,
                "the tokens of the prefix are null");
  rows.tokens = tokens.data();
  expectRefused(resume, CEDAR_EXHAUSTED, "all 2 sequences");
}

TEST_F(RefusalTest, WrongNumbersAccepted) {
  std::vector<int32_t> draft = {1, 2};
  rows = {other, draft.data(), 2, nullptr, nullptr};
  batch.flags = CEDAR_NO_COMMIT;
  session.run(batch);
  for (const std::vector<int32_t> &accepted :
       {std::vector<int32_t>{3}, {-1}, {1, 1}, {}})
    EXPECT_NE(errorOf([&] { session.commit(accepted); }), "");
  EXPECT_EQ(session.length(other), 0u);
  session.commit({2});
  EXPECT_EQ(session.length(other), 2u);
}

TEST_F(RefusalTest, TooManySequences) {
  expectRefused([&] { session.openSequence(); }, CEDAR_EXHAUSTED,
                "all 2 sequences of the session are open");
}

TEST_F(RefusalTest, UnknownOutputAndState) {
  expectRefused([&] { session.output("x.0"); }, CEDAR_NOT_FOUND,
                "entry 'prefill_exact' has no output 'x.0'");
  cedar_state_info info{};
  info.name = "nothing";
  expectRefused([&] { session.readState(sequence, info, 0, 1); },
                CEDAR_NOT_FOUND, "no state 'nothing'");
}

TEST_F(RefusalTest, SessionOptions) {
  cedar_session_options wrong = options();
  wrong.context = toyPositions + 1;
  EXPECT_NE(errorOf([&] {
              model.session(wrong);
            }).find("context is 65, expected at most 64"),
            std::string::npos);
  wrong = options();
  wrong.max_rows = 1 << 24;
  EXPECT_NE(errorOf([&] { model.session(wrong); }), "");
  wrong = options();
  wrong.max_tokens = UINT64_MAX;
  EXPECT_NE(errorOf([&] { model.session(wrong); }), "");
}

TEST_F(RefusalTest, NullArguments) {
  EXPECT_EQ(cedar_module_open(nullptr, nullptr, nullptr),
            CEDAR_INVALID_ARGUMENT);
  EXPECT_STREQ(cedar_last_error(), "path is null");
  EXPECT_EQ(cedar_session_run(session.get(), nullptr), CEDAR_INVALID_ARGUMENT);
  EXPECT_EQ(cedar_session_run(nullptr, &batch), CEDAR_INVALID_ARGUMENT);
  EXPECT_EQ(cedar_session_create(nullptr, nullptr, nullptr),
            CEDAR_INVALID_ARGUMENT);
}
