//===- GpuStatesTest.cpp - saved states and checks with a GPU -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CPU and a GPU (FakeCuda.h) exchange sequences, and judge each other's
// kernels.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/CApi/Handles.h"
#include "runtime/lib/Engine/TargetCheck.h"
#include "test/unit/Runtime/FakeCuda.h"
#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

using namespace cedar;
using namespace cedar::rt::test;

namespace {

using Tokens = std::vector<int32_t>;

class GpuStatesTest : public ::testing::TestWithParam<cedar_launch_mode> {
protected:
  /// The GPU's kernels are right; `wrong` takes the place of the CPU's
  /// `kernel`.
  void make(const std::string &kernel = "", const std::string &wrong = "") {
    model_.emplace([&](rt::ArtifactWriter &writer) {
      addToyParts(writer);
      addToyGpu(writer);
      artifact::Target &cpu = *writer.manifest().mutable_targets(0);
      for (artifact::Kernel &each : *cpu.mutable_kernels())
        if (each.symbol() == kernel)
          each.set_symbol(wrong);
    });
  }

  Session session(const char *target) {
    cedar_session_options options = sessionOptions();
    options.max_sequences = 3;
    options.max_rows = 8;
    options.launch_mode = GetParam();
    options.prefill_entry = "prefill_part";
    Module module = Module::open(model_->artifact(), target);
    return Session::create(Weights::open(module, model_->weights()), options);
  }

  std::string path() const { return model_->folder().path() + "/text.state"; }

  void TearDown() override {
    EXPECT_EQ(fakeCudaCounts().misuses, 0u);
    EXPECT_EQ(fakeCudaCounts().allocated, 0u);
  }

  std::optional<ToyModel> model_;
};

std::unique_ptr<rt::TargetCheck> checkOf(Session &main, Session &other) {
  auto created =
      rt::TargetCheck::create(*main.get()->session, *other.get()->session, {});
  if (!created.ok())
    throw Error(CEDAR_INTERNAL, created.status().message().c_str());
  return std::move(*created);
}

cedar_sequence prefill(Session &session, const Tokens &text) {
  cedar_sequence sequence = session.openSequence();
  std::vector<float> logits(toyVocabulary);
  session.prefill({rowsOf(sequence, text)}, logits.data());
  EXPECT_EQ(logits, toyLogits(text));
  return sequence;
}

void expectNext(Session &session, cedar_sequence sequence, Tokens &text,
                int32_t token) {
  text.push_back(token);
  const float *logits = session.decode({sequence}, {token});
  ASSERT_EQ(std::vector<float>(logits, logits + toyVocabulary),
            toyLogits(text));
}

} // namespace

TEST_P(GpuStatesTest, AFileServesBoth) {
  make();
  for (size_t length : {1, 3, 4, 5, 8, 13}) {
    std::string first;
    for (const char *saver : {"sm_90a", "cpu"}) {
      Tokens text = someText(length);
      Session source = session(saver);
      prefill(source, {7});
      source.save(prefill(source, text), path());
      std::string bytes = readBytes(path());
      EXPECT_EQ(first.empty() ? bytes : first, bytes) << length;
      first = bytes;
      for (const char *reader : {"cpu", "sm_90a"}) {
        Session target = session(reader);
        prefill(target, {1, 2, 3, 4, 5});
        Tokens own = text;
        cedar_sequence sequence = target.restore(path());
        for (int32_t token : {3, 1, 4, 1, 5})
          expectNext(target, sequence, own, token);
      }
    }
  }
}

TEST_P(GpuStatesTest, AWholeRunIsChecked) {
  make();
  for (bool gpuFirst : {true, false}) {
    Session main = session(gpuFirst ? "sm_90a" : "cpu");
    Session other = session(gpuFirst ? "cpu" : "sm_90a");
    auto check = checkOf(main, other);
    prefill(main, {2, 3});
    Tokens text = someText(11);
    cedar_sequence sequence = prefill(main, text);
    for (int32_t token : {3, 1, 4})
      expectNext(main, sequence, text, token);
    EXPECT_EQ(check->launches(), main.stats().launches);
    EXPECT_GT(check->tallies()[artifact::F32].elements, 200u);
    EXPECT_EQ(check->tallies()[artifact::F32].differing, 0u);
    check.reset(); // and goes on alone
    expectNext(main, sequence, text, 9);
  }
}

TEST_P(GpuStatesTest, AKernelThatDiffersIsNamed) {
  make("toy_append", "toy_append_off");
  Session main = session("sm_90a"), other = session("cpu");
  auto check = checkOf(main, other);
  cedar_sequence sequence = main.openSequence();
  Tokens text = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(
      errorOf([&] { main.prefill({rowsOf(sequence, text)}, nullptr); }),
      "targets 'sm_90a' and 'cpu' differ in launch 1 of 'prefill_part', "
      "toy/toy_append (toy_append, kernel 'toy_append'): argument 4, state "
      "'cache', row 2, element 0, f32: 6 and 7, 2097152 ulps apart (so 1 of "
      "4)");
  EXPECT_EQ(main.length(sequence), 0u);
  EXPECT_TRUE(check->difference());
}

/// A kernel that fails is named by the session that runs it.
TEST_P(GpuStatesTest, AKernelThatFails) {
  make();
  Session main = session("cpu"), other = session("sm_90a");
  auto check = checkOf(main, other);
  fakeCudaFailKernel("toy_append");
  std::string message = errorOf([&] { prefill(main, {1, 2, 3}); });
  fakeCudaFailKernel(nullptr);
  EXPECT_NE(message.find("launch 1 of entry 'prefill_part', kernel "
                         "'toy_append' at toy/toy_append"),
            std::string::npos)
      << message;
}

INSTANTIATE_TEST_SUITE_P(LaunchModes, GpuStatesTest,
                         ::testing::Values(CEDAR_LAUNCH_RECORDED,
                                           CEDAR_LAUNCH_ONE_BY_ONE));
