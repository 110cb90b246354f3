//===- ModuleTest.cpp - modules and weights -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which artifacts and checkpoints are accepted, and what is said about others.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/Sha256.h"
#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

using namespace cedar;
using namespace cedar::rt;
using namespace cedar::rt::test;
using artifact::Manifest;

namespace {

/// Expects that `body` fails with a one-line message that holds `part`.
void expectError(const std::function<void()> &body, cedar_code code,
                 const std::string &part) {
  cedar_code found = CEDAR_OK;
  std::string message = errorOf(body, &found);
  EXPECT_EQ(found, code) << message;
  EXPECT_NE(message.find(part), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

/// Opens the weights of `model` with `tensors` in the checkpoint.
void openWith(const ToyModel &model, const std::vector<ToyTensor> &tensors,
              size_t pad = 0) {
  model.folder().write("model.safetensors", safetensorsFile(tensors, pad));
  Weights::open(model.module(), model.weights());
}

} // namespace

TEST(ModuleTest, InfoAndEntries) {
  ToyModel model;
  Module module = model.module();
  cedar_module_info info = module.info();
  EXPECT_STREQ(info.model_name, "toy");
  EXPECT_STREQ(info.target, "cpu");
  EXPECT_EQ(info.vocab_size, 16u);
  EXPECT_EQ(info.eos_token, 15);
  EXPECT_STREQ(cedar_module_entry_name(module.get(), 2), "commit");
  EXPECT_EQ(cedar_module_entry_name(module.get(), 4), nullptr);
}

extern "C" int openFromC(const char *path, uint32_t *vocabulary);

TEST(ModuleTest, OpensFromC) {
  uint32_t vocabulary = 0;
  EXPECT_EQ(openFromC(ToyModel().artifact().c_str(), &vocabulary), CEDAR_OK);
  EXPECT_EQ(vocabulary, 16u);
  EXPECT_EQ(openFromC("/no/such/file", &vocabulary), CEDAR_NOT_FOUND);
}

TEST(ModuleTest, PicksTheTargetWithMostFeatures) {
  ToyModel model([](ArtifactWriter &writer) {
    Manifest &manifest = writer.manifest();
    *manifest.add_targets() = manifest.targets(0);
    manifest.mutable_targets(1)->set_name("cpu:better");
    manifest.mutable_targets(1)->add_features("cmov");
    *manifest.add_targets() = manifest.targets(1);
    manifest.mutable_targets(2)->set_name("cpu:impossible");
    manifest.mutable_targets(2)->add_features("made-up");
  });
  cedar::Module best = model.module();
  EXPECT_STREQ(best.info().target, "cpu:better");
  cedar::Module plain = cedar::Module::open(model.artifact(), "cpu");
  EXPECT_STREQ(plain.info().target, "cpu");
  expectError([&] { Module::open(model.artifact(), "cpu:impossible"); },
              CEDAR_INCOMPATIBLE, "made-up");
  expectError([&] { Module::open(model.artifact(), "cpu:none"); },
              CEDAR_NOT_FOUND, "cpu, cpu:better, cpu:impossible");
}

TEST(ModuleTest, RefusesAnotherCpu) {
  ToyModel model([](ArtifactWriter &writer) {
    writer.manifest().mutable_targets(0)->add_features("future512");
  });
  expectError([&] { model.module(); }, CEDAR_INCOMPATIBLE,
              "lacks: future512; compile with --target=cpu");
}

TEST(ModuleTest, RefusesAnArtifactWithoutCodeForACpu) {
  ToyModel model([](ArtifactWriter &writer) {
    writer.manifest().mutable_targets(0)->set_name("sm_90a");
    writer.manifest().mutable_targets(0)->set_multiprocessors(132);
  });
  expectError([&] { model.module(); }, CEDAR_INCOMPATIBLE,
              "no code for a CPU, the file has: sm_90a");
}

TEST(ModuleTest, WithoutItsCodeNothingRuns) {
  ToyModel model([](ArtifactWriter &writer) {
    uint32_t junk = writer.addBlob("junk", std::string(5000, 'x'));
    writer.manifest().mutable_targets(0)->set_code_blob(junk);
  });
  expectError([&] { model.module(); }, CEDAR_INCOMPATIBLE,
              "cannot load the code");
}

TEST(ModuleTest, NamesMissingKernels) {
  ToyModel model([](ArtifactWriter &writer) {
    artifact::Target &target = *writer.manifest().mutable_targets(0);
    target.mutable_kernels(0)->set_symbol("toy_absent");
    target.mutable_kernels(2)->set_symbol("toy_gone");
  });
  expectError([&] { model.module(); }, CEDAR_CORRUPT,
              "lacks kernels: toy_absent, toy_gone");
}

TEST(ModuleTest, RefusesDamagedCode) {
  ToyModel model;
  std::string bytes = readBytes(model.artifact());
  bytes[bytes.size() - 100] = char(bytes[bytes.size() - 100] ^ 4);
  model.folder().write("toy.cedar", bytes);
  expectError([&] { model.module(); }, CEDAR_CORRUPT,
              "does not match its checksum");
}

TEST(WeightsTest, UnalignedPayloadIsLegal) {
  ToyModel model;
  for (size_t pad = 0; pad < 9; ++pad) {
    model.folder().write("model.safetensors",
                         safetensorsFile(toyTensors(), pad));
    Session session = model.session(sessionOptions());
    cedar_sequence sequence = session.openSequence();
    const float *logits = session.decode({sequence}, {7});
    EXPECT_EQ(std::vector<float>(logits, logits + toyVocabulary),
              toyLogits({7}));
  }
}

TEST(WeightsTest, ListsEveryProblemAtOnce) {
  ToyModel model;
  std::vector<ToyTensor> tensors = toyTensors();
  tensors[0].dtype = "I32";
  tensors[1].shape = {4, 1};
  tensors.pop_back();
  cedar_code code = CEDAR_OK;
  std::string message = errorOf([&] { openWith(model, tensors); }, &code);
  EXPECT_EQ(code, CEDAR_INCOMPATIBLE);
  for (const char *part :
       {"'table.weight' is I32 [16, 4], expected F32 [16, 4]",
        "'experts.0.weight' is F32 [4, 1], expected F32 [2, 2]",
        "missing 'experts.2.weight' (F32 [2, 2])"})
    EXPECT_NE(message.find(part), std::string::npos) << message;
  EXPECT_EQ(message.find("experts.1"), std::string::npos) << message;
}

TEST(WeightsTest, RefusesAMissingFolder) {
  ToyModel model;
  EXPECT_NE(errorOf([&] { Weights::open(model.module(), "/no/such/folder"); }),
            "");
}

TEST(WeightsTest, RefusesNanScales) {
  ToyModel model([](ArtifactWriter &writer) {
    artifact::Weight &weight = *writer.manifest().add_weights();
    weight.set_name("w");
    artifact::WeightPart &part = *weight.add_parts();
    part.set_source("w.scale");
    part.set_type(artifact::F8E8M0);
    part.add_shape(8);
    part.set_bytes(8);
  });
  std::vector<ToyTensor> tensors = toyTensors();
  tensors.push_back({"w.scale", "F8_E8M0", {8}, std::string(8, '\x7f')});
  openWith(model, tensors);
  tensors.back().bytes[3] = tensors.back().bytes[5] = '\xff';
  expectError([&] { openWith(model, tensors); }, CEDAR_CORRUPT,
              "scales 'w.scale' hold 2 NaN");
  cedar_weights_options options{};
  options.scale_check = CEDAR_SCALES_NEVER;
  Weights::open(model.module(), model.weights(), options);
}

TEST(WeightsTest, RefusesAnotherConfig) {
  std::string config = "{\"a\": 1}";
  ToyModel model([&](ArtifactWriter &writer) {
    writer.manifest().set_config_sha256(
        sha256Hex(config.data(), config.size()));
  });
  model.folder().write("config.json", config);
  openWith(model, toyTensors());
  model.folder().write("config.json", "{\"a\": 2}");
  expectError([&] { openWith(model, toyTensors()); }, CEDAR_INCOMPATIBLE,
              "config.json' is not the file that");
}

namespace {

/// A toy model that needs a token map of 16 tokens with 10 ids.
class TokenMapTest : public ::testing::Test {
protected:
  TokenMapTest()
      : model([](ArtifactWriter &writer) { addMapWeight(writer.manifest()); }) {
    for (int32_t i = 0; i < 16; ++i)
      ids.push_back(i % 10);
  }

  static artifact::Weight &addMapWeight(Manifest &manifest) {
    artifact::Weight &weight = *manifest.add_weights();
    weight.set_name("engram.token_map");
    weight.set_token_map(true);
    weight.set_distinct(10);
    artifact::WeightPart &part = *weight.add_parts();
    part.set_type(artifact::I32);
    part.add_shape(16);
    part.set_bytes(64);
    return weight;
  }

  std::string bytes() const {
    return std::string(reinterpret_cast<const char *>(ids.data()),
                       ids.size() * 4);
  }

  std::string write() {
    return model.folder().write("engram_token_map.bin", bytes());
  }

  void open() { Weights::open(model.module(), model.weights()); }

  ToyModel model;
  std::vector<int32_t> ids;
};

} // namespace

TEST_F(TokenMapTest, ComesFromTheFolderOrAFile) {
  write();
  open();
  std::string elsewhere = model.folder().write("map.bin", bytes());
  std::filesystem::remove(model.folder().path() + "/engram_token_map.bin");
  expectError([&] { open(); }, CEDAR_NOT_FOUND, "give a token map file");
  cedar_weights_options options{};
  options.token_map = elsewhere.c_str();
  Weights::open(model.module(), model.weights(), options);
}

TEST_F(TokenMapTest, IdsAreChecked) {
  ids[3] = 10;
  write();
  EXPECT_NE(errorOf([&] { open(); }), "");
  ids[3] = -1;
  write();
  EXPECT_NE(errorOf([&] { open(); }), "");
  ids[3] = 3;
  ids[9] = 0;
  write();
  expectError([&] { open(); }, CEDAR_CORRUPT,
              "uses 9 compressed ids, expected 10");
  ids.pop_back();
  write();
  EXPECT_NE(errorOf([&] { open(); }), "");
}

TEST_F(TokenMapTest, ChecksumIsCompared) {
  ToyModel strict([](ArtifactWriter &writer) {
    addMapWeight(writer.manifest()).set_sha256(std::string(64, '0'));
  });
  strict.folder().write("engram_token_map.bin", bytes());
  expectError([&] { Weights::open(strict.module(), strict.weights()); },
              CEDAR_INCOMPATIBLE, "the token map has SHA-256");
}

TEST_F(TokenMapTest, TwoSourcesMustAgree) {
  ToyModel inner([&](ArtifactWriter &writer) {
    artifact::Weight &weight = addMapWeight(writer.manifest());
    weight.set_from_blob(true);
    weight.set_blob(writer.addBlob("token map", bytes()));
  });
  Weights::open(inner.module(), inner.weights());
  inner.folder().write("engram_token_map.bin", bytes());
  Weights::open(inner.module(), inner.weights());
  std::swap(ids[0], ids[1]);
  inner.folder().write("engram_token_map.bin", bytes());
  expectError([&] { Weights::open(inner.module(), inner.weights()); },
              CEDAR_INCOMPATIBLE, "differs from the one inside");
}
