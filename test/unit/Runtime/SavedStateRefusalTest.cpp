//===- SavedStateRefusalTest.cpp - saved sequences that are refused -------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A refused file takes no slot and no page, and its message says what is wrong.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Runtime/SavedStates.h"

using namespace cedar;
using namespace cedar::rt::test;

using Tokens = std::vector<int32_t>;

namespace {
class SavedStateRefusalTest : public SavedStates {};
} // namespace

/// Every byte is covered by a check; nothing is taken by a refused file.
TEST_F(SavedStateRefusalTest, EveryFlippedByteIsRefused) {
  save(someText(7));
  std::string bytes = readBytes(path);
  Session session = model.session(savedOptions());
  for (size_t i = 0; i < bytes.size(); ++i)
    for (char flip : {char(1), char(0x80), char(0xff)}) {
      std::string damaged = bytes;
      damaged[i] = char(damaged[i] ^ flip);
      folder.write("text.state", damaged);
      cedar_code code = CEDAR_OK;
      std::string message = errorOf([&] { session.restore(path); }, &code);
      EXPECT_TRUE(code == CEDAR_CORRUPT || code == CEDAR_INCOMPATIBLE)
          << "byte " << i << ": " << message;
      EXPECT_EQ(message.find('\n'), std::string::npos);
      EXPECT_EQ(session.stats().sequences_open, 0u);
      EXPECT_EQ(session.stats().pages_in_use, 0u);
    }
  folder.write("text.state", bytes);
  Tokens text = someText(7);
  expectGoesOn(session, session.restore(path), text);
}

TEST_F(SavedStateRefusalTest, EveryTruncationIsRefused) {
  save(someText(7));
  std::string bytes = readBytes(path);
  Session session = model.session(savedOptions());
  for (size_t size = 0; size < bytes.size(); ++size) {
    folder.write("text.state", bytes.substr(0, size));
    cedar_code code = CEDAR_OK;
    errorOf([&] { session.restore(path); }, &code);
    EXPECT_EQ(code, CEDAR_CORRUPT) << size;
  }
  folder.write("text.state", bytes + '\0');
  expectRefused(session, CEDAR_CORRUPT,
                ": expected 44 bytes of rows and a checksum of 32 behind the "
                "description, the file has 77; copy the file again or save it "
                "again");
}

TEST_F(SavedStateRefusalTest, FilesOfAnotherKindOrVersion) {
  Session session = model.session(savedOptions());
  cedar_code code;
  errorOf([&] { session.restore(path); }, &code);
  EXPECT_EQ(code, CEDAR_NOT_FOUND);
  folder.write("text.state", readBytes(model.artifact()));
  expectRefused(session, CEDAR_CORRUPT,
                ": not a file of saved states (wrong first bytes); copy the "
                "file again or save it again");
  save(someText(3));
  std::string bytes = readBytes(path);
  bytes[8] = 2;
  folder.write("text.state", bytes);
  expectRefused(session, CEDAR_INCOMPATIBLE,
                " has format version 2, this runtime reads up to 1; use a "
                "newer runtime");
  bytes[8] = 1;
  bytes[18] = 0x20; // a description of 2 MiB more
  folder.write("text.state", bytes);
  expectRefused(session, CEDAR_CORRUPT,
                ": description of " + std::to_string(0x200000 + bytes[16]) +
                    " bytes, expected at most " +
                    std::to_string(bytes.size() - 64) +
                    "; copy the file again or save it again");
}

TEST_F(SavedStateRefusalTest, WhatTheSessionLacks) {
  save(someText(13)); // 4 pages
  cedar_session_options small = savedOptions();
  small.context = 12;
  Session narrow = model.session(small);
  expectRefused(narrow, CEDAR_EXHAUSTED,
                " holds 13 tokens, the context of the session is 12; raise "
                "context");
  small.context = 20;
  small.max_tokens = 16;
  Session few = model.session(small);
  cedar_sequence first = open(few, {1});
  expectRefused(few, CEDAR_EXHAUSTED,
                " holds 13 tokens, which take 4 cache pages, 3 of 4 are free; "
                "close sequences or raise max_tokens");
  few.closeSequence(first);
  Tokens text = someText(13);
  expectGoesOn(few, few.restore(path), text, 3);

  Session full = model.session(savedOptions(1));
  open(full, {1});
  EXPECT_EQ(errorOf([&] { full.restore(path); }),
            "all 1 sequences of the session are open; close one or create the "
            "session with more max_sequences");
}

TEST_F(SavedStateRefusalTest, AnotherModelIsRefusedByWhatDiffers) {
  auto change = [](const char *what, auto edit) {
    return std::pair(std::string(what), std::function(edit));
  };
  using Writer = rt::ArtifactWriter;
  auto ring = [](Writer &writer) -> auto & {
    return *writer.manifest().mutable_states(0);
  };
  save(someText(3));
  for (auto &[what, edit] :
       {change("the sha256 of config.json is '' there, 'ab' here",
               [](Writer &w) { w.manifest().set_config_sha256("ab"); }),
        change("the number of layers is '0' there, '1' here",
               [](Writer &w) { w.manifest().add_layers()->set_mode("full"); }),
        change("state 0 is 'ring' there, 'other' here",
               [&](Writer &w) { ring(w).set_name("other"); }),
        change("state 'ring' is 'ring of 4, 2 f32, 8 bytes' there, 'ring of 5, "
               "2 f32, 8 bytes' here",
               [&](Writer &w) { ring(w).set_rows(5); }),
        change("state 'ring' is 'ring of 4, 2 f32, 8 bytes' there, 'ring of 4, "
               "1 f32, 8 bytes' here",
               [&](Writer &w) { ring(w).set_channels(1); }),
        change("the number of states is '2' there, '3' here", [&](Writer &w) {
          artifact::State &added = *w.manifest().add_states();
          added = ring(w);
          added.set_name("third");
        })}) {
    ToyModel other(edit);
    Session session = other.session(savedOptions());
    expectRefused(session, CEDAR_INCOMPATIBLE,
                  " holds a sequence of another model: " + what +
                      "; restore it with the model that saved it");
  }
}

/// Pages are a matter of the session: rows lie one behind the other.
TEST_F(SavedStateRefusalTest, AnotherPageSizeIsTheSameModel) {
  Tokens text = someText(13);
  save(text);
  ToyModel other([](rt::ArtifactWriter &writer) {
    writer.manifest().mutable_model()->set_page_tokens(8);
    writer.manifest().mutable_states(1)->set_rows(4);
  });
  Session session = other.session(savedOptions());
  cedar_sequence sequence = session.restore(path);
  std::string first = readBytes(path);
  session.save(sequence, path);
  EXPECT_EQ(readBytes(path), first);
  EXPECT_EQ(
      session.readState(sequence, other.module().states()[1], 0, 6),
      (std::vector<float>{float(text[1]), float(text[3]), float(text[5]),
                          float(text[7]), float(text[9]), float(text[11])}));
}

TEST_F(SavedStateRefusalTest, NullsAreRefused) {
  Session session = model.session(savedOptions());
  cedar_sequence sequence = session.openSequence();
  uint32_t length;
  EXPECT_EQ(cedar_session_save(nullptr, sequence, "x"), CEDAR_INVALID_ARGUMENT);
  EXPECT_EQ(cedar_session_save(session.get(), sequence, nullptr),
            CEDAR_INVALID_ARGUMENT);
  EXPECT_EQ(cedar_session_restore(session.get(), nullptr, &sequence),
            CEDAR_INVALID_ARGUMENT);
  EXPECT_EQ(cedar_session_restore(session.get(), "x", nullptr),
            CEDAR_INVALID_ARGUMENT);
  EXPECT_EQ(cedar_module_saved_length(nullptr, "x", &length),
            CEDAR_INVALID_ARGUMENT);
}
