//===- GpuSessionTest.cpp - sessions on a GPU -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Against FakeCuda.h, which runs work as late as a GPU might.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Runtime/FakeCuda.h"
#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

using namespace cedar;
using namespace cedar::rt;
using namespace cedar::rt::test;

namespace {

/// Everything that the toy model can have, for CPU and GPU.
void addAll(ArtifactWriter &writer) {
  addToyParts(writer);
  addToyResume(writer);
  addToyRows(writer);
  addToyGpu(writer);
}

class GpuSession : public testing::TestWithParam<cedar_launch_mode> {
protected:
  GpuSession() : model_(addAll) {
    options_ = sessionOptions();
    options_.max_sequences = 3;
    options_.max_rows = 8;
    options_.max_embedding_rows = 2;
    options_.launch_mode = GetParam();
  }

  void TearDown() override {
    fakeCudaFailKernel(nullptr);
    EXPECT_EQ(fakeCudaCounts().misuses, 0u);
    EXPECT_EQ(fakeCudaCounts().allocated, 0u);
    EXPECT_EQ(fakeCudaCounts().pinned, 0u);
  }

  cedar::Module module() const {
    return cedar::Module::open(model_.artifact(), "sm_90a");
  }

  cedar::Session session() const {
    return cedar::Session::create(
        cedar::Weights::open(module(), model_.weights()), options_);
  }

  static std::vector<float> prefill(cedar::Session &session,
                                    cedar_sequence sequence,
                                    const std::vector<int32_t> &text,
                                    size_t chunk = 0) {
    std::vector<float> logits(toyVocabulary);
    session.prefill({rowsOf(sequence, text)}, logits.data(), chunk);
    return logits;
  }

  ToyModel model_;
  cedar_session_options options_;
};

TEST_P(GpuSession, PrefillInChunksThenDecode) {
  cedar::Session session = this->session();
  std::vector<int32_t> text = someText(29);
  for (size_t chunk : {0, 1, 3, 5}) {
    cedar_sequence sequence = session.openSequence();
    std::vector<int32_t> begin(text.begin(), text.begin() + 13);
    EXPECT_EQ(prefill(session, sequence, begin, chunk), toyLogits(begin));
    for (size_t i = begin.size(); i < text.size(); ++i) {
      const float *logits = session.decode({sequence}, {text[i]});
      std::vector<int32_t> seen(text.begin(), text.begin() + long(i) + 1);
      ASSERT_EQ(std::vector<float>(logits, logits + toyVocabulary),
                toyLogits(seen));
    }
    session.closeSequence(sequence);
  }
}

TEST_P(GpuSession, ABatchOfDifferentLengths) {
  cedar::Session session = this->session();
  std::vector<std::vector<int32_t>> texts;
  std::vector<cedar_sequence> sequences;
  for (size_t length : {3, 9, 14}) {
    texts.push_back(someText(length, int32_t(length)));
    sequences.push_back(session.openSequence());
    prefill(session, sequences.back(), texts.back());
  }
  for (int32_t token : {5, 1, 9}) {
    const float *logits = session.decode(sequences, {token, token, token});
    for (size_t i = 0; i < texts.size(); ++i) {
      texts[i].push_back(token);
      const float *own = logits + i * toyVocabulary;
      EXPECT_EQ(std::vector<float>(own, own + toyVocabulary),
                toyLogits(texts[i]));
    }
  }
}

TEST_P(GpuSession, AReplayIsOneGraphPerEntry) {
  cedar::Session session = this->session();
  std::vector<cedar_sequence> sequences = {session.openSequence(),
                                           session.openSequence()};
  for (cedar_sequence sequence : sequences)
    prefill(session, sequence, someText(6));
  uint64_t before = fakeCudaCounts().replays;
  session.decode(sequences, {1, 2});
  uint64_t replays = fakeCudaCounts().replays - before;
  EXPECT_EQ(replays, GetParam() == CEDAR_LAUNCH_RECORDED ? 2u : 0u);
}

TEST_P(GpuSession, CountsKernelsAsTheCpuDoes) {
  cedar::Session onGpu = session(), onCpu = model_.session(options_);
  for (cedar::Session *session : {&onGpu, &onCpu}) {
    cedar_sequence sequence = session->openSequence();
    prefill(*session, sequence, someText(11), 4);
    session->decode({sequence}, {3});
  }
  EXPECT_EQ(onGpu.stats().launches, onCpu.stats().launches);
}

TEST_P(GpuSession, TakesTheMemoryThatIsPredicted) {
  cedar::Module module = this->module();
  cedar_memory_need need = module.memory(options_);
  EXPECT_GT(need.scratch, 0u);
  EXPECT_GT(need.launch_words, 0u);
  EXPECT_EQ(need.device, need.arena + need.inputs + need.stages + need.rings +
                             need.pools + need.scratch + need.launch_words);
  cedar::Weights weights = cedar::Weights::open(module, model_.weights());
  EXPECT_EQ(fakeCudaCounts().allocated, need.device_weights);
  cedar::Session session = cedar::Session::create(weights, options_);
  EXPECT_EQ(fakeCudaCounts().allocated, need.device + need.device_weights);
  EXPECT_EQ(session.stats().device_bytes, need.device);
  EXPECT_EQ(session.stats().device_weights, need.device_weights);
}

TEST_P(GpuSession, TablesStayInTheHostsMemory) {
  cedar_memory_need need = module().memory(options_);
  // The table and the stack of three with its descriptors; "rows" is absent.
  EXPECT_EQ(need.device_weights, 256u + 3 * 256 + 256);
  cedar::Session session = this->session();
  std::vector<int32_t> tokens = {4, 9, 15};
  cedar_rows rows = rowsOf(session.openSequence(), tokens);
  session.run(batchOf("rows", &rows));
  const auto *data = static_cast<const float *>(session.output("rows").data);
  for (int32_t token : tokens) {
    std::vector<float> expected = toyRows(token);
    EXPECT_EQ(std::vector<float>(data, data + expected.size()), expected);
    data += expected.size();
  }
}

TEST_P(GpuSession, EmbeddingsAreInputs) {
  cedar::Session session = this->session();
  std::vector<int32_t> tokens = {1, 2, 3}, places = {-1, 1, 0};
  std::vector<int8_t> kinds = {0, 1, 1};
  std::vector<uint16_t> embeddings = {0x4000, 0, 0, 0, 0x40a0, 0, 0, 0};
  cedar_rows rows{session.openSequence(), tokens.data(), 3, kinds.data(),
                  places.data()};
  cedar_batch batch = batchOf("layerwise", &rows);
  batch.embeddings = embeddings.data();
  batch.num_embeddings = 2;
  std::vector<float> x = {1.5f, 2.5f, 3.5f};
  cedar_tensor input{"x_in.0", CEDAR_F32, 1, {3}, x.data(), 12};
  batch.inputs = &input;
  batch.num_inputs = 1;
  session.run(batch);
  const cedar_tensor out = session.output("x.0");
  const auto *data = static_cast<const float *>(out.data);
  for (size_t t = 0; t < 3; ++t)
    EXPECT_EQ(data[4 * t], x[t]);
  EXPECT_EQ(data[3], -1);
  EXPECT_EQ(data[7], 5);
  EXPECT_EQ(data[11], 2);
}

TEST_P(GpuSession, ResumesBehindAPrefix) {
  cedar::Session session = this->session();
  std::vector<int32_t> text = someText(10);
  cedar_sequence source = session.openSequence();
  prefill(session, source, text);
  text.resize(7);
  cedar_sequence sequence = session.resumeSequence(rowsOf(source, text));
  const float *logits = session.decode({sequence}, {6});
  text.push_back(6);
  EXPECT_EQ(std::vector<float>(logits, logits + toyVocabulary),
            toyLogits(text));
}

TEST_P(GpuSession, StatesAreReadFromTheDevice) {
  cedar::Module module = this->module();
  cedar::Session session = this->session();
  std::vector<int32_t> text = someText(9);
  cedar_sequence sequence = session.openSequence();
  prefill(session, sequence, text);
  std::vector<float> cache =
      session.readState(sequence, module.states()[1], 0, 4);
  for (size_t i = 0; i < 4; ++i)
    EXPECT_EQ(cache[i], float(text[2 * i + 1]));
}

TEST_P(GpuSession, ShowsEveryKernelWithItsTime) {
  cedar::Session session = this->session();
  cedar_sequence sequence = session.openSequence();
  prefill(session, sequence, someText(5));
  std::string seen;
  session.profile(
      [](void *context, const cedar_launch *launch) {
        *static_cast<std::string *>(context) +=
            std::string(launch->entry) + "/" + launch->kernel + " ";
        EXPECT_EQ(launch->blocks, 1u);
        EXPECT_EQ(launch->nanoseconds, 1000u);
      },
      &seen);
  session.decode({sequence}, {2});
  EXPECT_EQ(seen, "decode/toy_stage decode/toy_append decode/toy_logits "
                  "commit/toy_commit ");
}

TEST_P(GpuSession, AnErrorSaysWhatFailed) {
  cedar::Session session = this->session();
  cedar_sequence sequence = session.openSequence();
  fakeCudaFailKernel("toy_append");
  cedar_code code = CEDAR_OK;
  std::string message =
      errorOf([&] { session.decode({sequence}, {2}); }, &code);
  EXPECT_EQ(code, CEDAR_IO);
  EXPECT_EQ(message,
            GetParam() == CEDAR_LAUNCH_ONE_BY_ONE
                ? "launch 1 of entry 'decode', kernel 'toy_append' at "
                  "toy/toy_append: cannot finish work on the GPU: an illegal "
                  "memory access was encountered (CUDA error 700)"
                : "entry 'decode': cannot finish work on the GPU: an illegal "
                  "memory access was encountered (CUDA error 700); run kernel "
                  "by kernel (cedar-run --sync) to learn which one failed");
}

TEST_P(GpuSession, TellsThatTablesCannotBePinned) {
  fakeCudaRefusePinning(true);
  cedar::Module module = this->module();
  std::string message =
      errorOf([&] { cedar::Weights::open(module, model_.weights()); });
  fakeCudaRefusePinning(false);
  EXPECT_NE(message.find("the tables that rows are gathered from stay in the "
                         "host's memory: cannot pin"),
            std::string::npos)
      << message;
}

TEST_P(GpuSession, TellsProgressOfTheUpload) {
  struct Progress {
    std::vector<uint64_t> done;
    uint64_t total = 0;
  } progress;
  cedar_weights_options options{};
  options.progress = [](void *context, uint64_t done, uint64_t total) {
    auto &progress = *static_cast<Progress *>(context);
    progress.done.push_back(done);
    progress.total = total;
  };
  options.progress_context = &progress;
  cedar::Weights::open(module(), model_.weights(), options);
  ASSERT_FALSE(progress.done.empty());
  EXPECT_TRUE(std::is_sorted(progress.done.begin(), progress.done.end()));
  EXPECT_EQ(progress.done.back(), progress.total);
}

INSTANTIATE_TEST_SUITE_P(
    Modes, GpuSession,
    testing::Values(CEDAR_LAUNCH_RECORDED, CEDAR_LAUNCH_QUEUED,
                    CEDAR_LAUNCH_ONE_BY_ONE),
    [](const testing::TestParamInfo<cedar_launch_mode> &info) {
      return info.param == CEDAR_LAUNCH_RECORDED ? "Recorded"
             : info.param == CEDAR_LAUNCH_QUEUED ? "Queued"
                                                 : "OneByOne";
    });

} // namespace
