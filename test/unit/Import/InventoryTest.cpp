//===- InventoryTest.cpp - the tensors a configuration implies ------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The released inventory against the counts and sizes of SPEC 2 and 6, and the
// names of transformers.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ConfigMemory.h"
#include "dialect/Cedar/Import/InventoryCheck.h"
#include "test/unit/Import/TestConfig.h"

using namespace cedar;
using namespace cedar::test;

using Shape = std::vector<int64_t>;

namespace {

class ReleasedInventory : public ::testing::Test {
protected:
  void SetUp() override {
    config = parsed(configOf("released"));
    inventory = std::make_unique<Inventory>(config);
  }

  /// Tensors of one layer without its engram.
  int64_t countOf(TensorRole role, int64_t layer) {
    int64_t count = 0;
    for (const TensorSpec &spec : inventory->tensors())
      if (spec.role == role && spec.layer == layer &&
          spec.name.find(".engram.") == std::string::npos)
        count += spec.storedTensors();
    return count;
  }

  ModelConfig config;
  std::unique_ptr<Inventory> inventory;
};

} // namespace

// 96,085 tensors in all, of which 259 of the vision tower, 4 of the aligner and
// 3 image vectors are no concern of the text model.
TEST_F(ReleasedInventory, Counts) {
  int64_t all = inventory->storedTensors(TensorRole::backbone) +
                inventory->storedTensors(TensorRole::draft);
  EXPECT_EQ(all, 96085 - 259 - 4 - 3);
  EXPECT_EQ(inventory->storedTensors(TensorRole::draft), 801 + 798 + 802);
  EXPECT_EQ(countOf(TensorRole::backbone, 0), 2334);
  EXPECT_EQ(countOf(TensorRole::backbone, 21), 2334);
  EXPECT_EQ(countOf(TensorRole::backbone, 24), 2337);
  EXPECT_EQ(countOf(TensorRole::backbone, 20), 2341);
  EXPECT_EQ(countOf(TensorRole::backbone, 8), 2342);
  EXPECT_EQ(countOf(TensorRole::draft, 0), 801);
  EXPECT_EQ(countOf(TensorRole::draft, 1), 798);
  EXPECT_EQ(countOf(TensorRole::draft, 2), 802);
}

TEST_F(ReleasedInventory, Shapes) {
  auto expect = [&](const char *name, rt::DType type, const Shape &shape,
                    const Shape &scale) {
    const TensorSpec *spec = inventory->find(name);
    ASSERT_NE(spec, nullptr) << name;
    EXPECT_EQ(spec->storedType(), type) << name;
    EXPECT_EQ(spec->storedShape(), shape) << name;
    EXPECT_EQ(spec->hasScale(), !scale.empty()) << name;
    if (spec->hasScale()) {
      EXPECT_EQ(spec->scaleShape(), scale) << name;
    }
  };
  using rt::DType;
  expect("layers.3.attn.wq_b.weight", DType::f8E4M3, {32768, 1280}, {1024, 40});
  expect("layers.3.attn.wo_a.weight", DType::f8E4M3, {8192, 4096}, {256, 128});
  expect("layers.3.attn.attn_sink", DType::f32, {64}, {});
  expect("layers.39.ffn.experts.{e}.w1.weight", DType::i8, {2304, 2560},
         {2304, 160});
  expect("layers.39.ffn.experts.{e}.w2.weight", DType::i8, {5120, 1152},
         {5120, 72});
  expect("layers.0.hc_attn_fn", DType::f32, {24, 20480}, {});
  expect("layers.2.attn.compressor.wgate.weight", DType::bf16, {512, 5120}, {});
  expect("layers.20.attn.indexer.wk.weight", DType::bf16, {128, 512}, {});
  expect("layers.36.attn.indexer.wq_b.weight", DType::f8E4M3, {4096, 1280},
         {128, 40});
  expect("layers.1.engram.embed.weight", DType::f8E4M3, {384006168, 256},
         {384006168, 8});
  expect("layers.14.engram.wkv.weight", DType::f8E4M3, {25600, 6144},
         {800, 192});
  expect("mtp.0.main_proj.weight", DType::f8E4M3, {5120, 15360}, {160, 480});
  expect("mtp.2.confidence_head.proj.weight", DType::bf16, {1, 5376}, {});
  expect("mtp.1.ffn.gate.weight", DType::bf16, {128, 5120}, {});
}

TEST_F(ReleasedInventory, AbsentTensors) {
  EXPECT_EQ(inventory->find("layers.20.attn.compressor.wgate.weight"), nullptr);
  EXPECT_EQ(inventory->find("layers.24.attn.compressor.wkv.weight"), nullptr);
  EXPECT_EQ(inventory->find("layers.0.attn.indexer.wq_b.weight"), nullptr);
  EXPECT_EQ(inventory->find("layers.40.attn_norm.weight"), nullptr);
  EXPECT_EQ(inventory->find("mtp.1.norm.weight"), nullptr);
}

TEST_F(ReleasedInventory, ExpertsAreOneStack) {
  const TensorSpec *spec =
      inventory->find("layers.0.ffn.experts.{e}.w3.weight");
  ASSERT_NE(spec, nullptr);
  EXPECT_EQ(spec->experts, 384);
  EXPECT_EQ(spec->storedTensors(), 768);
  EXPECT_EQ(spec->shape, (Shape{2304, 5120}));
  EXPECT_EQ(expertName(spec->scaleName(), 17),
            "layers.0.ffn.experts.17.w3.scale");
}

TEST_F(ReleasedInventory, Memory) {
  EXPECT_EQ(cacheEntryBytes(config), 288);
  EXPECT_EQ(indexKeyBytes(config), 68);
  EXPECT_EQ(cacheBytesPerToken(config), 890.0);
  EXPECT_EQ(cacheBytes(config, 1048576), 890 * 1048576ll);
  EXPECT_EQ(windowBytes(config), 40 * 128 * 528);
  EXPECT_EQ(tailBytes(config), 3 * 2 * 512 * 4);
  WeightBytes bytes = weightBytes(*inventory);
  // Half a byte and a scale per 32 of 35,389,440 values, 384 times 40.
  EXPECT_EQ(bytes.experts, 35389440ll * 17 / 32 * 384 * 40);
  EXPECT_EQ(bytes.engramTables, 768022850ll * (256 + 8));
  EXPECT_EQ(bytes.vocabulary, (2ll * 129280 * 5120 + 5120) * 2);
  // SPEC 2.1 counts 510,286,023,000 with the vision part, below 1.1 GB.
  int64_t all = bytes.backbone() + bytes.draft;
  EXPECT_LT(all, 510286023000);
  EXPECT_GT(all, 510286023000 - 1100000000);
}

TEST(Inventory, PartialBlocksRoundUp) {
  ModelConfig config = parsed(configOf("micro-b"));
  config.oLoraRank = 24;
  config.oGroups = 4;
  Inventory inventory(config);
  const TensorSpec *spec = inventory.find("layers.0.attn.wo_a.weight");
  ASSERT_NE(spec, nullptr);
  EXPECT_EQ(spec->shape, (Shape{96, 48}));
  EXPECT_EQ(spec->scaleShape(), (Shape{3, 2}));
}

TEST(Inventory, NamesOfTransformers) {
  EXPECT_EQ(officialName("model.layers.3.attn.wkv.weight_scale_inv"),
            "layers.3.attn.wkv.scale");
  EXPECT_EQ(officialName("lm_head.weight"), "head.weight");
  EXPECT_EQ(officialName("model.embed.weight"), "embed.weight");
  EXPECT_EQ(officialName("model.norm.weight"), "norm.weight");
  EXPECT_EQ(officialName("layers.3.attn.wkv.scale"), "layers.3.attn.wkv.scale");
  EXPECT_EQ(officialName("model.other"), "model.other");
}
