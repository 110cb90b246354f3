//===- ConfigParseTest.cpp - reading a config.json ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forms, spellings, types and bounds. Every fault is one line that names the
// field, what was expected and what was found.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Import/TestConfig.h"

using namespace cedar;
using namespace cedar::test;
using nlohmann::json;

static std::vector<std::string> one(const std::string &line) { return {line}; }

/// The faults of the released configuration after one change.
template <typename Change>
static std::vector<std::string> after(Change change) {
  json config = configOf("released");
  change(config, config["text_config"]);
  return problemsOf(config);
}

TEST(ConfigParse, ReleasedFields) {
  ModelConfig config = parsed(configOf("released"));
  EXPECT_EQ(config.vocabSize, 129280);
  EXPECT_EQ(config.hiddenSize, 5120);
  EXPECT_EQ(config.moeIntermediateSize, 2304);
  EXPECT_EQ(config.maxPositions, 1048576);
  EXPECT_EQ(config.rmsNormEps, 1e-20);
  EXPECT_EQ(config.numHeads, 64);
  EXPECT_EQ(config.headDim, 512);
  EXPECT_EQ(config.ropeDim, 64);
  EXPECT_EQ(config.qLoraRank, 1280);
  EXPECT_EQ(config.oLoraRank, 1024);
  EXPECT_EQ(config.oGroups, 8);
  EXPECT_EQ(config.slidingWindow, 128);
  EXPECT_EQ(config.indexHeads, 32);
  EXPECT_EQ(config.indexHeadDim, 128);
  EXPECT_EQ(config.indexTopk, 512);
  EXPECT_EQ(config.candidateTopkBlocks, 2048);
  EXPECT_EQ(config.candidateBlockSize, 8);
  EXPECT_EQ(config.numExperts, 384);
  EXPECT_EQ(config.expertsPerToken, 6);
  EXPECT_EQ(config.routedScalingFactor, 1.5);
  EXPECT_EQ(config.gateTemp, 1.0);
  EXPECT_EQ(config.swigluLimit, 10.0);
  EXPECT_EQ(config.hcMult, 4);
  EXPECT_EQ(config.hcSinkhornIters, 20);
  EXPECT_EQ(config.hcEps, 1e-6);
  EXPECT_EQ(config.engramPadId, 2);
  EXPECT_EQ(config.engramCompressedVocab, 99092);
  EXPECT_EQ(config.numDraftStages, 3);
  EXPECT_EQ(config.draftBlockSize, 5);
  EXPECT_EQ(config.draftNoiseTokenId, 128799);
  EXPECT_EQ(config.draftMarkovRank, 256);
  EXPECT_EQ(config.draftExperts, 128);
  EXPECT_EQ(config.draftExpertsPerToken, 3);
  EXPECT_EQ(config.bosTokenId, 0);
  EXPECT_EQ(config.eosTokenIds, std::vector<int64_t>{1});
  EXPECT_EQ(config.padTokenId, 2);
  EXPECT_EQ(config.imageTokenId, 129264);
}

TEST(ConfigParse, FlatForm) {
  json released = configOf("released");
  json flat = released["text_config"];
  flat["quantization_config"] = released["quantization_config"];
  flat["eos_token_id"] = {1, 7};
  ModelConfig config = parsed(flat);
  EXPECT_EQ(config.hiddenSize, 5120);
  EXPECT_EQ(config.eosTokenIds, (std::vector<int64_t>{1, 7}));
  EXPECT_FALSE(config.padTokenId);
  flat["model_type"] = "deepseek_v41";
  EXPECT_EQ(parsed(flat).hiddenSize, 5120);
  flat.erase("hidden_size");
  EXPECT_EQ(problemsOf(flat), one("config.json: hidden_size: expected an "
                                  "integer from 1 to 131072, found nothing"));
}

TEST(ConfigParse, OtherModelsGetOneLine) {
  for (const char *type : {"deepseek_v4", "deepseek_v42", "DeepSeek_V41"})
    EXPECT_EQ(after([&](json &top, json &) { top["model_type"] = type; }),
              one("config.json: model_type: expected \"deepseek_v41\", found "
                  "\"" +
                  std::string(type) + "\""));
  EXPECT_EQ(after([](json &top, json &) { top.erase("model_type"); }),
            one("config.json: model_type: expected \"deepseek_v41\", found "
                "nothing"));
  EXPECT_EQ(problemsOf({{"model_type", "llama"}}),
            one("config.json: model_type: expected \"deepseek_v41\" or "
                "\"deepseek_v41_text\", found \"llama\""));
  EXPECT_EQ(after([](json &, json &text) { text["model_type"] = "x"; }),
            one("config.json: text_config.model_type: expected "
                "\"deepseek_v41_text\", found \"x\""));
}

TEST(ConfigParse, BothSpellingsOfTheEngramPad) {
  auto config = [](const json &spellings) {
    json released = configOf("released");
    released["text_config"].erase("engram_pad_token_id");
    released["text_config"].update(spellings);
    return released;
  };
  EXPECT_EQ(parsed(config({{"engram_pad_id", 5}})).engramPadId, 5);
  EXPECT_EQ(parsed(config({{"engram_pad_token_id", 6}})).engramPadId, 6);
  json both = {{"engram_pad_id", 5}, {"engram_pad_token_id", 5}};
  EXPECT_EQ(parsed(config(both)).engramPadId, 5);
  both["engram_pad_id"] = 4;
  EXPECT_EQ(problemsOf(config(both)),
            one("config.json: text_config.engram_pad_id: expected the same "
                "value as text_config.engram_pad_token_id, which is 5, found "
                "4"));
  EXPECT_EQ(problemsOf(config(json::object())).size(), 1u);
}

TEST(ConfigParse, DraftFieldsInAnyOnePlace) {
  json released = configOf("released");
  json top = released, nested = released;
  top["text_config"].erase("dspark_block_size");
  nested["text_config"].erase("dspark_block_size");
  top["dspark_block_size"] = 4;
  nested["text_config"]["dspark_config"] = {{"dspark_block_size", 3}};
  EXPECT_EQ(parsed(top).draftBlockSize, 4);
  EXPECT_EQ(parsed(nested).draftBlockSize, 3);
  released["dspark_block_size"] = 7;
  EXPECT_EQ(problemsOf(released),
            one("config.json: dspark_block_size: expected the same value as "
                "text_config.dspark_block_size, which is 5, found 7"));
}

TEST(ConfigParse, WrongTypes) {
  auto with = [](const char *name, const json &value) {
    return after([&](json &, json &text) { text[name] = value; });
  };
  EXPECT_EQ(with("hidden_size", "5120"),
            one("config.json: text_config.hidden_size: expected an integer "
                "from 1 to 131072, found \"5120\""));
  EXPECT_EQ(with("hidden_size", 5120.0),
            one("config.json: text_config.hidden_size: expected an integer "
                "from 1 to 131072, found 5120.0"));
  EXPECT_EQ(with("rms_norm_eps", true),
            one("config.json: text_config.rms_norm_eps: expected a number from "
                "0 to 1, found true"));
  EXPECT_EQ(with("norm_topk_prob", 1),
            one("config.json: text_config.norm_topk_prob: expected true or "
                "false, found 1"));
  EXPECT_EQ(with("kv_source_layer_ids", 2),
            one("config.json: text_config.kv_source_layer_ids: expected a list "
                "of at most 1024 integers, found 2"));
  EXPECT_EQ(with("kv_source_layer_ids", {2, 8, "x", 20})[0],
            "config.json: text_config.kv_source_layer_ids[2]: expected an "
            "integer from -2147483648 to 2147483648, found \"x\"");
  EXPECT_EQ(with("scoring_func", json::array()),
            one("config.json: text_config.scoring_func: expected a string, "
                "found a list of 0"));
  EXPECT_EQ(with("rope_scaling", 1),
            one("config.json: text_config.rope_scaling: expected an object, "
                "found 1"));
}

TEST(ConfigParse, OutOfBounds) {
  auto with = [](const char *name, const json &value) {
    return after([&](json &, json &text) { text[name] = value; });
  };
  EXPECT_EQ(with("num_hidden_layers", 0)[0],
            "config.json: text_config.num_hidden_layers: expected an integer "
            "from 1 to 1024, found 0");
  EXPECT_EQ(with("vocab_size", 1ull << 63),
            one("config.json: text_config.vocab_size: expected an integer from "
                "1 to 16777216, found 9223372036854775808"));
  EXPECT_EQ(with("hc_mult", 17),
            one("config.json: text_config.hc_mult: expected an integer from 1 "
                "to 16, found 17"));
  EXPECT_EQ(with("swiglu_limit", -1),
            one("config.json: text_config.swiglu_limit: expected a number from "
                "0 to 1000000, found -1"));
}

TEST(ConfigParse, FixedAlgorithms) {
  auto with = [](const char *name, const json &value) {
    return after([&](json &, json &text) { text[name] = value; });
  };
  EXPECT_EQ(with("hidden_act", "gelu"),
            one("config.json: text_config.hidden_act: expected \"silu\", found "
                "\"gelu\""));
  EXPECT_EQ(with("scoring_func", "softmax"),
            one("config.json: text_config.scoring_func: expected "
                "\"sqrtsoftplus\", found \"softmax\""));
  EXPECT_EQ(with("topk_method", "greedy"),
            one("config.json: text_config.topk_method: expected \"noaux_tc\", "
                "found \"greedy\""));
  EXPECT_EQ(with("attention_bias", true),
            one("config.json: text_config.attention_bias: expected false, "
                "found true"));
}

TEST(ConfigParse, Quantization) {
  auto with = [](const char *name, const json &value) {
    return after(
        [&](json &top, json &) { top["quantization_config"][name] = value; });
  };
  EXPECT_EQ(with("quant_method", "awq"),
            one("config.json: quantization_config.quant_method: expected "
                "\"fp8\", found \"awq\""));
  EXPECT_EQ(with("scale_fmt", "float"),
            one("config.json: quantization_config.scale_fmt: expected "
                "\"ue8m0\", found \"float\""));
  EXPECT_EQ(with("weight_block_size", {128, 128}),
            one("config.json: quantization_config.weight_block_size: expected "
                "[32, 32], found [128, 128]"));
  EXPECT_EQ(with("activation_scheme", "static"),
            one("config.json: quantization_config.activation_scheme: expected "
                "\"dynamic\", found \"static\""));
  EXPECT_EQ(with("expert_dtype", "nvfp4"),
            one("config.json: quantization_config.expert_dtype: expected "
                "\"fp4\", found \"nvfp4\""));
  EXPECT_EQ(after([](json &top, json &) { top.erase("quantization_config"); }),
            one("config.json: text_config.quantization_config: expected an "
                "object that says fp8 with fp4 experts, found nothing"));
}

TEST(ConfigParse, ExpertTypeOutsideOfQuantization) {
  json config = configOf("released");
  config["quantization_config"].erase("expert_dtype");
  EXPECT_EQ(problemsOf(config),
            one("config.json: quantization_config.expert_dtype: expected "
                "\"fp4\", found nothing"));
  config["expert_dtype"] = "fp4";
  EXPECT_EQ(problemsOf(config), std::vector<std::string>());
}

TEST(ConfigParse, UnusedFieldsKeepArbitraryValues) {
  json config = configOf("micro-c");
  config["text_config"]["engram_max_ngram_size"] = -3;
  config["text_config"]["dspark_block_size"] = "none";
  config["text_config"]["candidate_topk_blocks"] = -1;
  EXPECT_EQ(parsed(config).numDraftStages, 0);
}

TEST(ConfigParse, LengthOfTheRatios) {
  auto with = [](const json &ratios) {
    return after([&](json &, json &text) { text["compress_ratios"] = ratios; });
  };
  EXPECT_EQ(with({0, 0, 2}),
            one("config.json: text_config.compress_ratios: expected one entry "
                "per layer (40), optionally with the draft stages (43), found "
                "3 entries"));
  EXPECT_EQ(with(json(44, 0)).size(), 1u);
}

TEST(ConfigParse, AllFaultsAtOnceAndTheFirstAsStatus) {
  json config = configOf("released");
  config["text_config"].erase("head_dim");
  config["text_config"]["hc_eps"] = 2;
  EXPECT_EQ(problemsOf(config).size(), 2u);
  rt::Result<ModelConfig> result = parseConfig(config.dump(), "a/config.json");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), rt::Code::invalidArgument);
  EXPECT_EQ(result.status().message(),
            "a/config.json: text_config.head_dim: expected an integer from 1 "
            "to 8192, found nothing (and 1 more: run cedar-check)");
}

TEST(ConfigParse, NotAConfiguration) {
  for (const char *text : {"", "{", "[]", "3", "{\"a\":1,\"a\":2}"}) {
    std::vector<std::string> problems;
    parseConfig(text, "config.json", problems);
    ASSERT_EQ(problems.size(), 1u) << text;
    EXPECT_EQ(problems[0].find('\n'), std::string::npos);
    EXPECT_NE(problems[0].find("config.json"), std::string::npos);
  }
  std::vector<std::string> problems;
  parseConfig("[1]", "config.json", problems);
  EXPECT_EQ(problems[0],
            "config.json: expected a JSON object, found a list of 1");
}
