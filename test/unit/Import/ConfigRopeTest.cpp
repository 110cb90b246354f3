//===- ConfigRopeTest.cpp - rotation parameters and frequencies -----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frequencies bit for bit against the golden ones, and the forms in which
// the parameters come.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Checkpoint/SafetensorsHeader.h"
#include "runtime/lib/Support/File.h"
#include "test/unit/Import/TestConfig.h"

#include <cstring>

using namespace cedar;
using namespace cedar::test;
using nlohmann::json;

/// The float32 values of one golden tensor.
static std::vector<float> golden(const std::string &name) {
  std::string path =
      std::string(CEDAR_TEST_DIR) + "/golden/data/ops/rope.safetensors";
  auto header = rt::SafetensorsHeader::read(path);
  auto file = rt::InputFile::open(path);
  if (!header.ok() || !file.ok())
    return {};
  for (const rt::SafetensorsEntry &entry : header->tensors) {
    if (entry.name != name)
      continue;
    std::vector<float> values(entry.bytes / sizeof(float));
    if (file->readAt(entry.offset, values.data(), entry.bytes).ok())
      return values;
  }
  return {};
}

static void expectSameBits(const std::vector<float> &actual,
                           const std::vector<float> &expected) {
  ASSERT_FALSE(expected.empty());
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i)
    EXPECT_EQ(std::memcmp(&actual[i], &expected[i], sizeof(float)), 0)
        << "frequency " << i << ": " << actual[i] << " instead of "
        << expected[i];
}

TEST(ConfigRope, FrequenciesAreTheGoldenOnesBitForBit) {
  ModelConfig released = parsed(configOf("released"));
  expectSameBits(released.ropeFrequencies(0),
                 golden("window_r64_released.out.freqs"));
  expectSameBits(released.ropeFrequencies(2),
                 golden("compressed_r64_released.out.freqs"));
  ModelConfig tiny = parsed(configOf("tiny"));
  expectSameBits(tiny.ropeFrequencies(0), golden("window_r16.out.freqs"));
  expectSameBits(tiny.ropeFrequencies(6),
                 golden("compressed_r16_tiny.out.freqs"));
}

namespace {

class ConfigRopeForms : public ::testing::Test {
protected:
  void SetUp() override {
    released = configOf("released");
    bare = released;
    for (const char *name :
         {"rope_scaling", "rope_theta", "compress_rope_theta"})
      bare["text_config"].erase(name);
    scaling = released["text_config"]["rope_scaling"];
  }

  json &text() { return bare["text_config"]; }

  void expectReleased() {
    ModelConfig config = parsed(bare), expected = parsed(released);
    EXPECT_EQ(config.ropeFrequencies(0), expected.ropeFrequencies(0));
    EXPECT_EQ(config.ropeFrequencies(20), expected.ropeFrequencies(20));
  }

  void expectProblem(const std::string &line) {
    EXPECT_EQ(problemsOf(bare), std::vector<std::string>{line});
  }

  json released, bare, scaling;
};

} // namespace

TEST_F(ConfigRopeForms, FlatParameters) {
  text()["rope_parameters"] = scaling;
  text()["rope_parameters"]["rope_theta"] = 10000;
  text()["compress_rope_theta"] = 160000;
  expectReleased();
}

TEST_F(ConfigRopeForms, ParametersOfMainAndCompress) {
  json compress = scaling;
  compress["rope_theta"] = 160000.0;
  compress["attention_factor"] = 1.0;
  compress["partial_rotary_factor"] = 0.125;
  text()["rope_parameters"] = {{"main",
                                {{"rope_type", "default"},
                                 {"rope_theta", 10000.0},
                                 {"partial_rotary_factor", 0.125}}},
                               {"compress", compress}};
  expectReleased();
}

TEST_F(ConfigRopeForms, OldSpellingOfTheType) {
  scaling.erase("rope_type");
  scaling["type"] = "yarn";
  text()["rope_scaling"] = scaling;
  text()["rope_theta"] = 10000;
  text()["compress_rope_theta"] = 160000;
  expectReleased();
}

TEST_F(ConfigRopeForms, BothFormsMustAgree) {
  bare = released;
  text()["rope_parameters"] = scaling;
  expectReleased();
  text()["rope_parameters"]["factor"] = 8;
  expectProblem("config.json: text_config.rope_parameters.rope_type: expected "
                "the same scaling as in text_config.rope_scaling, found "
                "another one");
}

TEST_F(ConfigRopeForms, BasesMustAgree) {
  bare = released;
  text()["rope_parameters"] = scaling;
  text()["rope_parameters"]["rope_theta"] = 20000;
  expectProblem("config.json: text_config.rope_parameters.rope_theta: expected "
                "the base given elsewhere, 10000, found 20000");
}

TEST_F(ConfigRopeForms, MissingScalingIsNotTakenForNone) {
  text()["rope_theta"] = 10000;
  text()["compress_rope_theta"] = 160000;
  expectProblem("config.json: text_config.rope_scaling: expected an object "
                "with a rope_type, found nothing");
  text()["rope_scaling"] = {{"rope_type", "default"}};
  EXPECT_FALSE(parsed(bare).ropeScaling.enabled);
}

TEST_F(ConfigRopeForms, MissingFactor) {
  bare = released;
  text()["rope_scaling"].erase("factor");
  expectProblem("config.json: text_config.rope_scaling.factor: expected a "
                "number from 0.001 to 1000000, found nothing");
}

TEST_F(ConfigRopeForms, UnknownType) {
  bare = released;
  text()["rope_scaling"]["rope_type"] = "linear";
  expectProblem("config.json: text_config.rope_scaling.rope_type: expected "
                "\"yarn\" or \"default\", found \"linear\"");
}

TEST_F(ConfigRopeForms, MagnitudeScalingIsRefused) {
  bare = released;
  text()["rope_scaling"]["mscale"] = 1;
  expectProblem("config.json: text_config.rope_scaling.mscale: expected no "
                "magnitude scaling, found this field");
  text()["rope_scaling"].erase("mscale");
  text()["rope_scaling"]["attention_factor"] = 1.5;
  expectProblem("config.json: text_config.rope_scaling.attention_factor: "
                "expected 1, found 1.5");
}

TEST_F(ConfigRopeForms, OtherRotatedShareIsRefused) {
  bare = released;
  text()["rope_scaling"]["partial_rotary_factor"] = 0.5;
  expectProblem("config.json: text_config.rope_scaling.partial_rotary_factor: "
                "expected qk_rope_head_dim / head_dim = 0.125, found 0.5");
}
