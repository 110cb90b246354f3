//===- SessionTest.cpp - what sessions compute ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toy model's logits are known for every text, so each way of feeding a
// text (one call, chunks, single tokens, batches, partial commits) is compared
// with the same plain C++ function.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

using namespace cedar;
using namespace cedar::rt::test;

namespace {

using Tokens = std::vector<int32_t>;

cedar_session_options options(uint32_t sequences, uint32_t rows,
                              uint32_t threads = 2) {
  cedar_session_options result = sessionOptions();
  result.max_sequences = sequences;
  result.max_rows = rows;
  result.threads = threads;
  return result;
}

class SessionTest : public ::testing::Test {
protected:
  /// Logits after `tokens`, prefilled in calls of at most `chunk` rows.
  static std::vector<float> prefill(Session &session, cedar_sequence sequence,
                                    const Tokens &tokens, size_t chunk = 0) {
    std::vector<float> logits(toyVocabulary);
    session.prefill({rowsOf(sequence, tokens)}, logits.data(), chunk);
    return logits;
  }

  static std::vector<float> decode(Session &session, cedar_sequence sequence,
                                   int32_t token) {
    const float *logits = session.decode({sequence}, {token});
    return {logits, logits + toyVocabulary};
  }

  ToyModel model;
};

} // namespace

TEST_F(SessionTest, PrefillInAnyChunksGivesTheSame) {
  Tokens text = someText(23);
  for (size_t chunk = 1; chunk <= 23; ++chunk) {
    Session session = model.session(options(1, 32));
    cedar_sequence sequence = session.openSequence();
    EXPECT_EQ(prefill(session, sequence, text, chunk), toyLogits(text))
        << "chunk " << chunk;
    EXPECT_EQ(session.length(sequence), 23u);
  }
}

TEST_F(SessionTest, PrefillLongerThanOneCallIsSplit) {
  Session session = model.session(options(1, 5));
  cedar_sequence sequence = session.openSequence();
  Tokens text = someText(42);
  EXPECT_EQ(prefill(session, sequence, text), toyLogits(text));
}

TEST_F(SessionTest, DecodeEqualsPrefillAtEveryPosition) {
  Session session = model.session(options(1, 32));
  cedar_sequence sequence = session.openSequence();
  Tokens text = someText(toyPositions), fed = {text[0]};
  EXPECT_EQ(prefill(session, sequence, fed), toyLogits(fed));
  for (size_t i = 1; i < text.size(); ++i) {
    fed.push_back(text[i]);
    ASSERT_EQ(decode(session, sequence, text[i]), toyLogits(fed)) << i;
  }
}

TEST_F(SessionTest, SequencesDoNotSeeEachOther) {
  Session session = model.session(options(7, 32));
  std::vector<Tokens> texts;
  std::vector<cedar_rows> rows;
  for (int32_t i = 0; i < 7; ++i)
    texts.push_back(someText(size_t(3 + 5 * i), i));
  for (const Tokens &text : texts)
    rows.push_back(rowsOf(session.openSequence(), text));
  std::vector<float> logits(7 * toyVocabulary);
  session.prefill(rows, logits.data());
  for (size_t i = 0; i < 7; ++i)
    EXPECT_EQ(std::vector<float>(logits.begin() + i * toyVocabulary,
                                 logits.begin() + (i + 1) * toyVocabulary),
              toyLogits(texts[i]))
        << i;

  std::vector<cedar_sequence> sequences;
  Tokens next;
  for (size_t i = 0; i < 7; ++i) {
    sequences.push_back(rows[i].sequence);
    next.push_back(int32_t(i * 2));
    texts[i].push_back(int32_t(i * 2));
  }
  const float *decoded = session.decode(sequences, next);
  for (size_t i = 0; i < 7; ++i)
    EXPECT_EQ(std::vector<float>(decoded + i * toyVocabulary,
                                 decoded + (i + 1) * toyVocabulary),
              toyLogits(texts[i]))
        << i;
}

TEST_F(SessionTest, ABatchOfSevenLaunchesAsManyKernelsAsOne) {
  Session session = model.session(options(7, 32));
  std::vector<cedar_sequence> sequences;
  for (int i = 0; i < 7; ++i)
    sequences.push_back(session.openSequence());
  session.decode({sequences[0]}, {1});
  uint64_t one = session.stats().launches;
  session.decode(sequences, Tokens(7, 1));
  EXPECT_EQ(session.stats().launches, 2 * one);
}

TEST_F(SessionTest, AnyNumberOfThreadsGivesTheSameBits) {
  Tokens text = someText(40);
  for (uint32_t threads : {1u, 2u, 3u, 8u}) {
    Session session = model.session(options(1, 64, threads));
    cedar_sequence sequence = session.openSequence();
    EXPECT_EQ(prefill(session, sequence, text), toyLogits(text));
    EXPECT_EQ(session.stats().threads, threads);
  }
}

TEST_F(SessionTest, AcceptingSomeRowsEqualsDecodingThem) {
  Tokens text = someText(11), draft = {5, 9, 2, 14, 7};
  for (int32_t accepted = 0; accepted <= 5; ++accepted) {
    Session session = model.session(options(1, 16));
    cedar_sequence sequence = session.openSequence();
    prefill(session, sequence, text);
    cedar_rows rows = rowsOf(sequence, draft);
    cedar_batch batch = batchOf("prefill_exact", &rows, CEDAR_NO_COMMIT);
    session.run(batch);
    EXPECT_EQ(session.length(sequence), 11u);
    session.commit({accepted});
    EXPECT_EQ(session.length(sequence), 11u + uint32_t(accepted));

    Tokens fed = text;
    fed.insert(fed.end(), draft.begin(), draft.begin() + accepted);
    for (int32_t token : {3, 8, 8, 1, 12}) {
      fed.push_back(token);
      EXPECT_EQ(decode(session, sequence, token), toyLogits(fed)) << accepted;
    }
  }
}

TEST_F(SessionTest, ARunWithoutCommitIsDroppedByTheNextOne) {
  Session session = model.session(options(1, 16));
  cedar_sequence sequence = session.openSequence();
  Tokens text = someText(6), draft(9, 3);
  prefill(session, sequence, text);
  uint64_t pages = session.stats().pages_in_use;
  cedar_rows rows = rowsOf(sequence, draft);
  cedar_batch batch = batchOf("prefill_exact", &rows, CEDAR_NO_COMMIT);
  session.run(batch);
  EXPECT_GT(session.stats().pages_in_use, pages);
  Tokens fed = text;
  fed.push_back(4);
  EXPECT_EQ(decode(session, sequence, 4), toyLogits(fed));
  EXPECT_EQ(session.stats().pages_in_use, pages);
}

TEST_F(SessionTest, LogitsOfChosenRows) {
  Session session = model.session([] {
    cedar_session_options result = options(2, 32);
    result.max_out_rows = 8;
    return result;
  }());
  Tokens a = someText(5, 1), b = someText(4, 2);
  cedar_rows rows[2] = {rowsOf(session.openSequence(), a),
                        rowsOf(session.openSequence(), b)};
  Tokens wanted = {0, 4, 6};
  cedar_batch batch = batchOf("prefill_exact", rows, 0, 2);
  batch.out_rows = wanted.data();
  batch.num_out_rows = wanted.size();
  session.run(batch);
  cedar_tensor logits = session.output("logits");
  ASSERT_EQ(logits.rank, 2u);
  EXPECT_EQ(logits.shape[0], 3);
  EXPECT_EQ(logits.shape[1], toyVocabulary);
  const float *data = static_cast<const float *>(logits.data);
  std::vector<float> expected;
  for (const Tokens &prefix :
       {Tokens(a.begin(), a.begin() + 1), a, Tokens(b.begin(), b.begin() + 2)})
    for (float value : toyLogits(prefix))
      expected.push_back(value);
  EXPECT_EQ(std::vector<float>(data, data + expected.size()), expected);
  EXPECT_STREQ(cedar_session_output_name(session.get(), 0), "logits");
  EXPECT_EQ(cedar_session_output_name(session.get(), 1), nullptr);
}

TEST_F(SessionTest, NamedInputsEmbeddingsKindsAndStacks) {
  cedar_session_options withEmbeddings = options(1, 8);
  withEmbeddings.max_embedding_rows = 2;
  Session session = model.session(withEmbeddings);
  Tokens tokens = {1, 2, 3, 4}, row = {-1, 1, 0, -1};
  std::vector<int8_t> kind = {0, 1, 1, 0};
  std::vector<float> x = {0.5f, 1.5f, 2.5f, 3.5f};
  std::vector<uint16_t> embeddings = {0x4000, 0, 0, 0, 0x4040, 0, 0, 0};
  cedar_rows rows{session.openSequence(), tokens.data(), 4, kind.data(),
                  row.data()};
  cedar_tensor input{"x_in.0", CEDAR_F32, 1, {4}, x.data(), 16};
  cedar_batch batch = batchOf("layerwise", &rows, CEDAR_NO_COMMIT);
  batch.embeddings = embeddings.data();
  batch.num_embeddings = 2;
  batch.inputs = &input;
  batch.num_inputs = 1;
  session.run(batch);
  cedar_tensor out = session.output("x.0");
  const float *data = static_cast<const float *>(out.data);
  EXPECT_EQ(std::vector<float>(data, data + 16),
            (std::vector<float>{0.5f, 3, 0, -1, 1.5f, 4, 1, 3, 2.5f, 5, 1, 2,
                                3.5f, 3, 0, -1}));
}

TEST_F(SessionTest, StatesCanBeRead) {
  Session session = model.session(options(2, 32));
  session.openSequence();
  cedar_sequence sequence = session.openSequence();
  Tokens text = someText(11);
  prefill(session, sequence, text);
  cedar::Module module = model.module();
  std::vector<cedar_state_info> states = module.states();
  ASSERT_EQ(states.size(), 2u);
  // Positions 8, 9, 10 and 7 at slots 0, 1, 2, 3.
  EXPECT_EQ(session.readState(sequence, states[0], 0, 4),
            (std::vector<float>{float(text[8]), 8, float(text[9]), 9,
                                float(text[10]), 10, float(text[7]), 7}));
  EXPECT_EQ(session.readState(sequence, states[1], 1, 4),
            (std::vector<float>{float(text[3]), float(text[5]), float(text[7]),
                                float(text[9])}));
  EXPECT_EQ(session.readState(sequence, states[1], 5, 0).size(), 0u);
  EXPECT_NE(errorOf([&] { session.readState(sequence, states[1], 1, 5); }), "");
}

TEST_F(SessionTest, AReusedSlotStartsEmpty) {
  Session session = model.session(options(1, 32));
  cedar_sequence first = session.openSequence();
  prefill(session, first, someText(20));
  session.closeSequence(first);
  cedar_sequence second = session.openSequence();
  EXPECT_NE(first, second);
  cedar::Module module = model.module();
  cedar_state_info ring = module.states()[0];
  EXPECT_EQ(session.readState(second, ring, 0, 4), std::vector<float>(8, 0));
  Tokens text = someText(9, 5);
  EXPECT_EQ(prefill(session, second, text), toyLogits(text));
  EXPECT_NE(errorOf([&] { session.length(first); }), "");
}

TEST_F(SessionTest, CacheGrowsByPagesWithTheTokens) {
  Session session = model.session(options(2, 64));
  cedar_sequence a = session.openSequence(), b = session.openSequence();
  EXPECT_EQ(session.stats().pages_in_use, 0u);
  for (uint32_t length = 1; length <= 20; ++length) {
    decode(session, a, 1);
    EXPECT_EQ(session.stats().pages_in_use, (length + 3) / 4);
  }
  prefill(session, b, someText(9));
  EXPECT_EQ(session.stats().pages_in_use, 8u);
  session.closeSequence(a);
  EXPECT_EQ(session.stats().pages_in_use, 3u);
  EXPECT_EQ(session.stats().pages_peak, 8u);
  EXPECT_EQ(session.stats().page_bytes, 8u);
}

TEST_F(SessionTest, PagesAreSharedByAllSequences) {
  cedar_session_options small = options(3, 64);
  small.max_tokens = 24; // 6 pages
  Session session = model.session(small);
  std::vector<Tokens> texts(3);
  std::vector<cedar_sequence> sequences;
  for (int i = 0; i < 3; ++i)
    sequences.push_back(session.openSequence());
  // Interleaved growth gives every sequence pages from all over the pool.
  for (int32_t step = 0; step < 8; ++step)
    for (size_t i = 0; i < 3; ++i) {
      texts[i].push_back((step * 5 + int32_t(i)) % 16);
      ASSERT_EQ(decode(session, sequences[i], texts[i].back()),
                toyLogits(texts[i]));
    }
  EXPECT_EQ(session.stats().pages_in_use, 6u);
  EXPECT_NE(
      errorOf([&] { decode(session, sequences[0], 1); }).find("cache pages"),
      std::string::npos);
  session.closeSequence(sequences[1]);
  texts[0].push_back(1);
  EXPECT_EQ(decode(session, sequences[0], 1), toyLogits(texts[0]));
}

TEST_F(SessionTest, ObjectsMayBeClosedInAnyOrder) {
  cedar_module *module = nullptr;
  cedar_weights *weights = nullptr;
  cedar_session *session = nullptr;
  ASSERT_EQ(cedar_module_open(model.artifact().c_str(), nullptr, &module),
            CEDAR_OK);
  ASSERT_EQ(
      cedar_weights_open(module, model.weights().c_str(), nullptr, &weights),
      CEDAR_OK);
  ASSERT_EQ(cedar_session_create(weights, nullptr, &session), CEDAR_OK);
  cedar_module_close(module);
  cedar_weights_close(weights);
  cedar_sequence sequence;
  ASSERT_EQ(cedar_sequence_open(session, &sequence), CEDAR_OK);
  int32_t token = 3;
  EXPECT_EQ(cedar_session_decode(session, &sequence, &token, 1, nullptr),
            CEDAR_OK);
  cedar_session_close(session);
  cedar_session_close(nullptr);
}

TEST_F(SessionTest, MemoryNeedIsKnownBeforehand) {
  cedar_session_options wanted = options(4, 16, 3);
  wanted.context = 40;
  cedar_memory_need need = model.module().memory(wanted);
  EXPECT_EQ(need.rings, 4u * 4 * 8);
  EXPECT_EQ(need.stages, 16u * 8);
  EXPECT_EQ(need.pools, uint64_t(4) * 10 * 2 * 4);
  // 40 pages: in the tables, free or not, and how many sequences hold each.
  EXPECT_EQ(need.tables, uint64_t(3) * 40 * 4 + 16 * toyVocabulary);
  EXPECT_EQ(need.stacks, uint64_t(3) << 24);
  EXPECT_EQ(need.weights, 256u + 3 * 16);
  EXPECT_EQ(need.total, need.arena + need.inputs + need.stages + need.rings +
                            need.pools + need.tables + need.stacks);
  wanted.max_rows = 512;
  EXPECT_GT(model.module().memory(wanted).inputs, need.inputs);
}
