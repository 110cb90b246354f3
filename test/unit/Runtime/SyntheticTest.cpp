//===- SyntheticTest.cpp - weights without a checkpoint -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes of each type alone, then whole modules: where tensors lie, tables
// beyond any memory, refusals.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/SyntheticTensors.h"
#include "runtime/lib/Engine/Weights.h"
#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;
using namespace cedar::rt::test;

static void addPart(artifact::Weight &weight, const char *source,
                    artifact::ElementType type, std::vector<uint64_t> shape,
                    uint64_t bytes) {
  artifact::WeightPart &part = *weight.add_parts();
  part.set_source(source);
  part.set_type(type);
  for (uint64_t extent : shape)
    part.add_shape(extent);
  part.set_bytes(bytes);
}

static artifact::Weight weightOf(const char *source, artifact::ElementType type,
                                 std::vector<uint64_t> shape, uint64_t bytes) {
  artifact::Weight weight;
  addPart(weight, source, type, std::move(shape), bytes);
  return weight;
}

static std::vector<uint8_t> bytesOf(TensorPatterns &patterns,
                                    const artifact::Weight &weight, int part,
                                    const std::string &name) {
  Result<TensorPattern> pattern = patterns.find(weight, part, name);
  EXPECT_TRUE(pattern.ok()) << pattern.status().message();
  std::vector<uint8_t> bytes(weight.parts(part).bytes());
  pattern->copy(0, reinterpret_cast<std::byte *>(bytes.data()), bytes.size());
  return bytes;
}

static float decodeBf16(const uint8_t *bytes) {
  uint32_t bits = uint32_t(bytes[0]) << 16 | uint32_t(bytes[1]) << 24;
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Mean and deviation.
static std::pair<double, double> momentsOf(const std::vector<float> &values) {
  double sum = 0, squares = 0;
  for (float value : values)
    sum += value;
  double mean = sum / double(values.size());
  for (float value : values)
    squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / double(values.size()))};
}

TEST(TensorPatternsTest, Bf16ValuesHaveTheSpreadOfTheirShape) {
  TensorPatterns patterns(1, 4);
  artifact::Weight weight =
      weightOf("layers.0.ffn.gate.weight", artifact::BF16, {64, 1024}, 131072);
  std::vector<uint8_t> bytes = bytesOf(patterns, weight, 0, "gate");
  std::vector<float> values;
  for (size_t i = 0; i < bytes.size(); i += 2)
    values.push_back(decodeBf16(&bytes[i]));
  auto [mean, deviation] = momentsOf(values);
  EXPECT_NEAR(mean, 0, 0.001);
  EXPECT_NEAR(deviation, 1 / 32.0, 0.002);
}

TEST(TensorPatternsTest, NormsAreNearOne) {
  TensorPatterns patterns(1, 4);
  artifact::Weight weight =
      weightOf("layers.0.attn_norm.weight", artifact::F32, {4096}, 16384);
  std::vector<uint8_t> bytes = bytesOf(patterns, weight, 0, "norm");
  std::vector<float> values(4096);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  auto [mean, deviation] = momentsOf(values);
  EXPECT_NEAR(mean, 1, 0.02);
  EXPECT_NEAR(deviation, 0.2, 0.02);
}

/// E4M3 or E8M0 as a number; NaN for NaN.
static double decodeE4M3(uint8_t code) {
  int exponent = code >> 3 & 15, mantissa = code & 7;
  if ((code & 0x7f) == 0x7f)
    return NAN;
  double value = exponent ? std::ldexp(8 + mantissa, exponent - 10)
                          : std::ldexp(mantissa, -9);
  return code & 0x80 ? -value : value;
}

TEST(TensorPatternsTest, CodesTimesScalesHaveTheSpreadOfTheirShape) {
  TensorPatterns patterns(1, 4);
  artifact::Weight weight =
      weightOf("layers.0.attn.wq_a.weight", artifact::F8E4M3, {512, 4096},
               uint64_t(512) * 4096);
  addPart(weight, "layers.0.attn.wq_a.scale", artifact::F8E8M0, {16, 128},
          2048);
  std::vector<float> values;
  std::vector<uint8_t> codes = bytesOf(patterns, weight, 0, "codes");
  std::vector<uint8_t> scales = bytesOf(patterns, weight, 1, "scales");
  for (size_t i = 0; i < codes.size(); ++i) {
    uint8_t scale = scales[i / 4096 / 32 * 128 + i % 4096 / 32];
    ASSERT_NE(scale, 0xff);
    values.push_back(
        float(decodeE4M3(codes[i]) * std::ldexp(1, int(scale) - 127)));
    ASSERT_TRUE(std::isfinite(values.back()));
  }
  auto [mean, deviation] = momentsOf(values);
  EXPECT_NEAR(mean, 0, 0.001);
  // Scales are powers of two: up to the root of 7/3 around half to all of it.
  EXPECT_GT(deviation, 0.4 / 64);
  EXPECT_LT(deviation, 1.7 / 64);
}

TEST(TensorPatternsTest, PackedCodesUseAllValues) {
  TensorPatterns patterns(1, 4);
  artifact::Weight weight = weightOf("layers.0.ffn.experts.{e}.w1.weight",
                                     artifact::I8, {64, 1024}, 65536);
  addPart(weight, "layers.0.ffn.experts.{e}.w1.scale", artifact::F8E8M0,
          {64, 64}, 4096);
  std::array<size_t, 16> counts{};
  for (uint8_t byte : bytesOf(patterns, weight, 0, "codes")) {
    ++counts[byte & 15];
    ++counts[byte >> 4];
  }
  for (size_t code = 0; code < 16; ++code)
    EXPECT_GT(counts[code], 200u) << code;
}

TEST(TensorPatternsTest, BytesDependOnSeedAndNameOnly) {
  artifact::Weight weight =
      weightOf("head.weight", artifact::BF16, {64, 1024}, 131072);
  TensorPatterns one(1, 4), again(1, 4), other(2, 4);
  std::vector<uint8_t> bytes = bytesOf(one, weight, 0, "a");
  (void)bytesOf(again, weight, 0, "z");
  EXPECT_EQ(bytesOf(again, weight, 0, "a"), bytes);
  EXPECT_NE(bytesOf(again, weight, 0, "b"), bytes);
  EXPECT_NE(bytesOf(other, weight, 0, "a"), bytes);
}

TEST(TensorPatternsTest, RunsFollowEachOtherThroughEndsAndPeriods) {
  std::array<std::byte, 10> block;
  for (size_t i = 0; i < 10; ++i)
    block[i] = std::byte(i);
  TensorPattern pattern{block.data(), 10, 7, 12};
  std::vector<int> seen;
  EXPECT_TRUE(
      pattern
          .forEachRun(0, 30,
                      [&](uint64_t first, uint64_t offset, uint64_t bytes) {
                        EXPECT_EQ(first, seen.size());
                        for (uint64_t i = 0; i < bytes; ++i)
                          seen.push_back(int(offset + i));
                        return Status();
                      })
          .ok());
  std::vector<int> expected = {7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, //
                               7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, //
                               7, 8, 9, 0, 1, 2};
  EXPECT_EQ(seen, expected);
  std::array<std::byte, 20> copied;
  pattern.copy(5, copied.data(), copied.size());
  for (size_t i = 0; i < copied.size(); ++i)
    EXPECT_EQ(int(copied[i]), expected[5 + i]);
}

TEST(TensorPatternsTest, TypesWithoutValuesAreRefused) {
  TensorPatterns patterns(1, 4);
  artifact::Weight weight = weightOf("ids", artifact::I32, {8}, 32);
  Result<TensorPattern> pattern = patterns.find(weight, 0, "ids");
  ASSERT_FALSE(pattern.ok());
  EXPECT_NE(pattern.status().message().find("expected 'ids' to be f32"),
            std::string::npos);
  weight = weightOf("w", artifact::F8E4M3, {8}, 8);
  EXPECT_FALSE(patterns.find(weight, 0, "w").ok()) << "codes without scales";
  addPart(weight, "s", artifact::F32, {8}, 32);
  EXPECT_TRUE(patterns.find(weight, 0, "w").ok());
  EXPECT_FALSE(patterns.find(weight, 1, "s").ok()) << "scales that are no E8M0";
}

TEST(RegionTest, RepeatedMemoryIsTheSameEverywhere) {
  Result<Region> region = Region::repeat(4096, 10 * 4096 + 100, "a test");
  ASSERT_TRUE(region.ok()) << region.status().message();
  region->data()[5] = std::byte(42);
  for (size_t i = 0; i < 11; ++i)
    EXPECT_EQ(region->data()[i * 4096 + 5], std::byte(42)) << i;
}

/// Logits of a text under random weights.
static std::vector<float> logitsOf(const ToyModel &model, uint64_t seed) {
  cedar::Weights weights = cedar::Weights::synthetic(model.module(), seed);
  cedar::Session session = cedar::Session::create(weights);
  std::vector<int32_t> text = someText(9);
  std::vector<float> logits(toyVocabulary);
  session.prefill({rowsOf(session.openSequence(), text)}, logits.data());
  return logits;
}

TEST(SyntheticWeightsTest, AModelRunsOnThem) {
  ToyModel model;
  std::vector<float> logits = logitsOf(model, 3);
  for (float logit : logits)
    EXPECT_TRUE(std::isfinite(logit));
  EXPECT_EQ(logitsOf(model, 3), logits);
  EXPECT_NE(logitsOf(model, 4), logits);
}

static Result<std::shared_ptr<const rt::Weights>> bind(const ToyModel &model) {
  Result<std::shared_ptr<const rt::Module>> module =
      rt::Module::open(model.artifact(), "");
  if (!module.ok())
    return module.status();
  return rt::Weights::synthetic(*module, 1);
}

TEST(SyntheticWeightsTest, TensorsOfAStackDiffer) {
  ToyModel model;
  auto weights = bind(model);
  ASSERT_TRUE(weights.ok()) << weights.status().message();
  const auto *table = static_cast<const int64_t *>((*weights)->part(1, 0));
  constexpr size_t words = 7; // two pointers, offset, sizes, strides
  for (size_t e = 0; e < 3; ++e) {
    EXPECT_EQ(table[e * words + 3], 2);
    EXPECT_EQ(table[e * words] % 64, 0);
    for (size_t other = 0; other < e; ++other)
      EXPECT_NE(std::memcmp(reinterpret_cast<void *>(table[e * words]),
                            reinterpret_cast<void *>(table[other * words]), 16),
                0);
  }
}

/// Makes the table of addToyRows codes with scales.
static void addCodedRows(ArtifactWriter &writer, int32_t rows) {
  addToyRows(writer, rows);
  artifact::Manifest &manifest = writer.manifest();
  artifact::Weight &table =
      *manifest.mutable_weights(manifest.weights_size() - 1);
  table.mutable_parts(0)->set_type(artifact::F8E4M3);
  addPart(table, "rows.scale", artifact::F8E8M0, {uint64_t(rows), 1},
          uint64_t(rows));
  table.mutable_parts(1)->set_alignment(1);
}

TEST(SyntheticWeightsTest, ALargeTableRepeatsItself) {
  constexpr int32_t rows = INT32_MAX;
  ToyModel model([](ArtifactWriter &writer) { addCodedRows(writer, rows); });
  auto weights = bind(model);
  ASSERT_TRUE(weights.ok()) << weights.status().message();
  const auto *table = static_cast<const std::byte *>((*weights)->part(2, 0));
  uint64_t bytes = uint64_t(rows) * toyTableWidth;
  EXPECT_EQ(std::memcmp(table, table + 500 * syntheticTablePeriod, 1000), 0);
  EXPECT_NE(std::memcmp(table, table + 1000, 1000), 0);
  uint64_t last = (bytes - 100) % syntheticTablePeriod;
  EXPECT_EQ(std::memcmp(table + last, table + bytes - 100, 100), 0);
}

TEST(SyntheticWeightsTest, RowsOfATableComeThroughACacheToo) {
  ToyModel model([](ArtifactWriter &writer) { addCodedRows(writer, 1000); });
  cedar::Weights weights = cedar::Weights::synthetic(model.module(), 1);
  std::vector<std::vector<float>> results;
  for (uint64_t cache : {0, 4096}) {
    cedar_session_options options = sessionOptions();
    options.engram_cache = cache;
    cedar::Session session = cedar::Session::create(weights, options);
    std::vector<int32_t> text = someText(20);
    cedar_sequence sequence = session.openSequence();
    cedar_rows given = rowsOf(sequence, text);
    for (int again = 0; again < 2; ++again)
      session.run(batchOf("rows", &given, CEDAR_NO_COMMIT));
    cedar_tensor rows = session.output("rows");
    const auto *data = static_cast<const float *>(rows.data);
    results.emplace_back(data, data + rows.bytes / sizeof(float));
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(SyntheticWeightsTest, WeightsLargerThanTheMachineAreRefused) {
  ToyModel model([](ArtifactWriter &writer) {
    artifact::WeightPart &part =
        *writer.manifest().mutable_weights(0)->mutable_parts(0);
    part.set_shape(0, uint64_t(1) << 38);
    part.set_bytes(uint64_t(1) << 42);
  });
  cedar_code code;
  std::string message =
      errorOf([&] { cedar::Weights::synthetic(model.module(), 1); }, &code);
  EXPECT_NE(message.find("three quarters of this machine's"), std::string::npos)
      << message;
  EXPECT_EQ(code, CEDAR_EXHAUSTED);
}

TEST(SyntheticWeightsTest, AMissingTokenMapCountsThroughTheIds) {
  ToyModel model([](ArtifactWriter &writer) {
    artifact::Weight &map = *writer.manifest().add_weights();
    map.set_name("map");
    map.set_token_map(true);
    map.set_distinct(5);
    addPart(map, "map", artifact::I32, {toyVocabulary}, toyVocabulary * 4);
  });
  auto weights = bind(model);
  ASSERT_TRUE(weights.ok()) << weights.status().message();
  const auto *ids = static_cast<const int32_t *>((*weights)->part(2, 0));
  for (int32_t token = 0; token < toyVocabulary; ++token)
    EXPECT_EQ(ids[token], token % 5);
}
