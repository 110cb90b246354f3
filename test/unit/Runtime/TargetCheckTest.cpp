//===- TargetCheckTest.cpp - two targets, kernel by kernel ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toy model with a second target whose kernels are the same, or one of
// which is wrong.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/TargetCheck.h"
#include "runtime/lib/CApi/Handles.h"
#include "runtime/lib/Engine/PlanComparison.h"
#include "runtime/lib/Engine/StateComparison.h"
#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace cedar;
using namespace cedar::rt::test;

namespace {

using Tokens = std::vector<int32_t>;

/// Two sessions of one artifact.
class Twins {
public:
  /// The second target runs `wrong` in the place of `kernel`.
  explicit Twins(const std::string &kernel = "", const std::string &wrong = "",
                 uint32_t otherRows = 8)
      : model([&](rt::ArtifactWriter &writer) {
          addToyParts(writer);
          artifact::Manifest &manifest = writer.manifest();
          artifact::Target &twin = *manifest.add_targets();
          twin = manifest.targets(0);
          twin.set_name("cpu:twin");
          for (artifact::Kernel &each : *twin.mutable_kernels())
            if (each.symbol() == kernel)
              each.set_symbol(wrong);
        }),
        main(open("cpu", 8)), other(open("cpu:twin", otherRows)) {}

  rt::Session &engine(Session &session) { return *session.get()->session; }

  std::unique_ptr<rt::TargetCheck> check(const std::string &ulps = "0") {
    auto created = rt::TargetCheck::create(engine(main), engine(other),
                                           *rt::Tolerance::parse(ulps));
    if (!created.ok())
      throw Error(CEDAR_INTERNAL, created.status().message().c_str());
    return std::move(*created);
  }

  /// What compareStates says of two sequences.
  std::string states(cedar_sequence one, cedar_sequence two) {
    rt::ByElementType<rt::Tally> tallies;
    return *rt::compareStates(engine(main), one, engine(other), two, {},
                              tallies);
  }

  ToyModel model;
  Session main, other;

private:
  Session open(const char *target, uint32_t rows) {
    cedar_session_options options = sessionOptions();
    options.max_sequences = 2;
    options.max_rows = rows;
    options.threads = 2;
    options.prefill_entry = "prefill_part";
    Module module = Module::open(model.artifact(), target);
    return Session::create(Weights::open(module, model.weights()), options);
  }
};

cedar_sequence prefill(Session &session, const Tokens &text,
                       std::vector<float> *logits = nullptr) {
  cedar_sequence sequence = session.openSequence();
  std::vector<float> last(toyVocabulary);
  session.prefill({rowsOf(sequence, text)}, last.data());
  if (logits)
    *logits = last;
  return sequence;
}

} // namespace

TEST(TargetCheckTest, EqualTargetsGoThroughAllEntries) {
  Twins twins;
  auto check = twins.check();
  Tokens text = someText(19);
  std::vector<float> logits;
  prefill(twins.main, someText(5, 2));
  cedar_sequence sequence = prefill(twins.main, text, &logits);
  EXPECT_EQ(logits, toyLogits(text));
  for (int32_t token : {3, 1, 4, 1, 5}) {
    text.push_back(token);
    const float *next = twins.main.decode({sequence}, {token});
    EXPECT_EQ(std::vector<float>(next, next + toyVocabulary), toyLogits(text));
  }
  EXPECT_FALSE(check->difference());
  EXPECT_EQ(check->launches(), twins.main.stats().launches);
  EXPECT_EQ(twins.other.stats().calls, 0u);
  EXPECT_EQ(check->tallies()[artifact::F32].differing, 0u);
  EXPECT_GT(check->tallies()[artifact::F32].elements, 400u);
  EXPECT_GT(check->tallies()[artifact::I32].elements, 100u);
}

TEST(TargetCheckTest, TheFirstWrongKernelIsNamed) {
  Twins twins("toy_logits", "toy_logits_off");
  auto check = twins.check();
  Tokens text = someText(6);
  cedar_sequence sequence = prefill(twins.main, text);
  text.push_back(7);
  float value = toyLogits(text)[5], next = std::nextafter(value, 1e9f);
  char values[80];
  std::snprintf(values, sizeof(values), "%.9g and %.9g", double(value),
                double(next));
  cedar_code code;
  EXPECT_EQ(errorOf([&] { twins.main.decode({sequence}, {7}); }, &code),
            "targets 'cpu' and 'cpu:twin' differ in launch 2 of 'decode', "
            "toy/toy_logits (toy_logits, kernel 'toy_logits'): argument 11, "
            "buffer 0, row 0, element 5, f32: " +
                std::string(values) + ", 1 ulp apart (so 1 of 16)");
  EXPECT_EQ(code, CEDAR_INCOMPATIBLE);
  EXPECT_EQ(twins.main.length(sequence), 6u);

  const rt::LaunchDifference &difference = *check->difference();
  EXPECT_EQ(difference.launch, 2u);
  EXPECT_EQ(difference.difference.element, 5u);
  ASSERT_EQ(difference.arguments.size(), 11u); // no weight
  const rt::CheckedArgument &logits = difference.arguments[difference.argument];
  EXPECT_EQ(logits.argument.index, 11u);
  auto at = [](const std::vector<std::byte> &bytes, size_t i) {
    float value;
    std::memcpy(&value, bytes.data() + i * sizeof(value), sizeof(value));
    return value;
  };
  EXPECT_EQ(at(logits.main, 5), value);
  EXPECT_EQ(at(logits.other, 5), next);
  EXPECT_EQ(at(logits.main, 4), at(logits.other, 4));
  const rt::CheckedArgument &tokens = difference.arguments[1];
  EXPECT_EQ(tokens.argument.name, "input 'tokens'");
  EXPECT_EQ(std::to_integer<int>(tokens.before[0]), 7);
}

TEST(TargetCheckTest, ATolerancePassesAndIsCounted) {
  Twins twins("toy_logits", "toy_logits_off");
  auto check = twins.check("f32=1");
  cedar_sequence sequence = prefill(twins.main, someText(6));
  twins.main.decode({sequence}, {7});
  twins.main.decode({sequence}, {8});
  const rt::Tally &tally = check->tallies()[artifact::F32];
  EXPECT_EQ(tally.differing, 2u);
  EXPECT_EQ(tally.most, 1u);
  EXPECT_EQ(tally.where, "toy/toy_logits");
}

/// A page of the sequence, which is not its first one in the pool.
TEST(TargetCheckTest, AWrongEntryOfACache) {
  Twins twins("toy_append", "toy_append_off");
  prefill(twins.main, someText(6)); // two pages
  prefill(twins.other, someText(6));
  auto check = twins.check();
  cedar_sequence sequence = twins.main.openSequence();
  Tokens text = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(
      errorOf([&] { twins.main.prefill({rowsOf(sequence, text)}, nullptr); }),
      "targets 'cpu' and 'cpu:twin' differ in launch 1 of "
      "'prefill_part', toy/toy_append (toy_append, kernel 'toy_append'): "
      "argument 4, state 'cache', row 2, element 0, f32: 6 and 7, " +
          std::to_string(1u << 21) + " ulps apart (so 1 of 4)");
  EXPECT_EQ(twins.main.length(sequence), 0u);
}

TEST(TargetCheckTest, AWrongCommit) {
  Twins twins("toy_commit", "toy_commit_off");
  auto check = twins.check();
  EXPECT_EQ(errorOf([&] { prefill(twins.main, {9, 8, 7}); }),
            "targets 'cpu' and 'cpu:twin' differ in launch 0 of 'commit', "
            "toy/toy_commit (toy_commit, kernel 'toy_commit'): argument 6, "
            "state 'ring', row 2, element 0, f32: 7 and 0, 1088421888 ulps "
            "apart (so 2 of 8)");
}

TEST(TargetCheckTest, WithoutTheCheckASessionRunsAlone) {
  Twins twins("toy_logits", "toy_logits_off");
  twins.check().reset();
  Tokens text = someText(6);
  cedar_sequence sequence = prefill(twins.main, text);
  text.push_back(7);
  const float *next = twins.main.decode({sequence}, {7});
  EXPECT_EQ(std::vector<float>(next, next + toyVocabulary), toyLogits(text));
}

TEST(TargetCheckTest, OtherPlansAndOptionsAreRefused) {
  Twins options("", "", 16);
  EXPECT_EQ(errorOf([&] { options.check(); }),
            "the sessions to compare have different options");
  auto change = [](auto edit) {
    artifact::Target one, other;
    for (artifact::Target *target : {&one, &other}) {
      target->set_name(target == &one ? "a" : "b");
      target->add_kernels()->set_op("op");
      artifact::Entry &entry = *target->add_entries();
      entry.set_name("decode");
      entry.add_buffers()->set_bytes(4);
      entry.add_launches()->set_path("layers.0/op");
    }
    edit(other);
    return rt::checkSamePlan(one, other).message();
  };
  auto refused = [](const std::string &where) {
    return "targets 'a' and 'b' have different plans: " + where +
           "; compare them without --per-kernel";
  };
  using Target = artifact::Target;
  EXPECT_EQ(change([](Target &) {}), "");
  EXPECT_EQ(change([](Target &t) { t.add_entries(); }),
            refused("the number of entries"));
  EXPECT_EQ(change([](Target &t) { t.mutable_entries(0)->set_name("x"); }),
            refused("entry 'decode'"));
  EXPECT_EQ(change([](Target &t) {
              t.mutable_entries(0)->mutable_buffers(0)->set_offset(64);
            }),
            refused("entry 'decode'"));
  EXPECT_EQ(change([](Target &t) { t.mutable_kernels(0)->set_op("other"); }),
            refused("entry 'decode', launch 0, layers.0/op"));
}

TEST(TargetCheckTest, StatesOfWholeRuns) {
  Twins right, wrong("toy_append", "toy_append_off");
  Tokens text = someText(11);
  EXPECT_EQ(
      right.states(prefill(right.main, text),
                   (prefill(right.other, {1}), prefill(right.other, text))),
      "");
  EXPECT_EQ(right.states(0x100000000, 0x100000000),
            "the lengths of sequences, 11 and 1 tokens");
  text = {1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(wrong.states(prefill(wrong.main, text), prefill(wrong.other, text)),
            "state 'cache', row 2, element 0, f32: 6 and 7, " +
                std::to_string(1u << 21) + " ulps apart (so 1 of 2)");
}
