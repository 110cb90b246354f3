//===- SavedStates.h - saving sequences of the toy model ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tests of saved sequences share.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TEST_UNIT_RUNTIME_SAVEDSTATES_H
#define CEDAR_TEST_UNIT_RUNTIME_SAVEDSTATES_H

#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

namespace cedar::rt::test {

inline cedar_session_options savedOptions(uint32_t sequences = 2) {
  cedar_session_options result = sessionOptions();
  result.max_sequences = sequences;
  result.max_rows = 32;
  result.threads = 2;
  return result;
}

class SavedStates : public ::testing::Test {
protected:
  SavedStates() : path(folder.path() + "/text.state") {}

  static cedar_sequence open(Session &session,
                             const std::vector<int32_t> &text) {
    cedar_sequence sequence = session.openSequence();
    if (!text.empty())
      session.prefill({rowsOf(sequence, text)}, nullptr);
    return sequence;
  }

  /// Saves a sequence of these tokens to `path`.
  void save(const std::vector<int32_t> &text) {
    Session session = model.session(savedOptions());
    session.save(open(session, text), path);
  }

  /// Feeds tokens one by one and compares the logits; `text` grows.
  static void expectGoesOn(Session &session, cedar_sequence sequence,
                           std::vector<int32_t> &text, int32_t tokens = 9) {
    for (int32_t token = 0; token < tokens; ++token) {
      text.push_back((5 * token + 3) % toyVocabulary);
      const float *logits = session.decode({sequence}, {text.back()});
      ASSERT_EQ(std::vector<float>(logits, logits + toyVocabulary),
                toyLogits(text));
    }
  }

  /// Expects a refusal with `message` that takes nothing, and no more.
  void expectRefused(Session &session, cedar_code expected,
                     const std::string &message) {
    cedar_stats before = session.stats();
    cedar_code code;
    EXPECT_EQ(errorOf([&] { session.restore(path); }, &code),
              "'" + path + "'" + message);
    EXPECT_EQ(code, expected);
    EXPECT_EQ(session.stats().pages_in_use, before.pages_in_use);
    EXPECT_EQ(session.stats().sequences_open, before.sequences_open);
  }

  TempFolder folder;
  std::string path;
  ToyModel model;
};

} // namespace cedar::rt::test

#endif // CEDAR_TEST_UNIT_RUNTIME_SAVEDSTATES_H
