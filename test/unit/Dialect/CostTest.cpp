//===- CostTest.cpp - costs of ops ----------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts of single ops against numbers worked out by hand, and costs of layer
// ops against the sum over the primitives that they expand to.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/CostFormulas.h"
#include "passes/Model/Passes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace cedar;

namespace {

class CostTest : public ::testing::Test {
protected:
  CostTest() : context(registry()) { context.loadDialect<CedarDialect>(); }

  static DialectRegistry registry() {
    DialectRegistry registry;
    registerCedarDialects(registry);
    registry.insert<arith::ArithDialect, tensor::TensorDialect>();
    return registry;
  }

  /// Cost of the ops with a cost in the function `name`, all modules if empty.
  OpCost costOf(Operation *root, const CostShape &shape) {
    OpCost total;
    root->walk([&](CostOpInterface op) { total += op.getCost(shape); });
    return total;
  }

  OpCost costOf(const std::string &text, const CostShape &shape) {
    auto module = parseSourceString<ModuleOp>(aliases + text, &context);
    EXPECT_TRUE(module);
    return module ? costOf(*module, shape) : OpCost();
  }

  const std::string aliases =
      "#row16 = #cedar.scaled<f8E4M3FN, [1, 16]>\n"
      "#row32 = #cedar.scaled<f8E8M0FNU, [1, 32]>\n"
      "#tile = #cedar.scaled<f8E8M0FNU, [32, 32]>\n"
      "!window = !cedar.state<ring, 128, 1, tensor<512xf8E4M3FN, #row32>>\n"
      "!kv = !cedar.state<paged, 64, 2, tensor<512xf4E2M1FN, #row16>>\n"
      "!keys = !cedar.state<paged, 64, 2, tensor<128xf4E2M1FN, #row32>>\n";
  MLIRContext context;
};

constexpr CostShape decode = {/*rows=*/1, /*sequences=*/1, /*context=*/4095};

// wq_b of the release: 1280 -> 32768.
TEST_F(CostTest, LinearReadsItsWeightOnce) {
  std::string op = R"(
    func.func @f(%x: tensor<?x1280xf8E4M3FN, #row32>, %w: tensor<32768x1280xf8E4M3FN, #tile>) {
      %0 = cedar.linear %x, %w : (tensor<?x1280xf8E4M3FN, #row32>,
          tensor<32768x1280xf8E4M3FN, #tile>) -> tensor<?x32768xbf16>
      return
    })";
  OpCost one = costOf(op, decode), many = costOf(op, {64, 64, 4095});
  EXPECT_EQ(one.flopsFP8, 2.0 * 1280 * 32768);
  EXPECT_EQ(many.flopsFP8, 64 * one.flopsFP8);
  EXPECT_EQ(one.weightBytes, 32768.0 * 1280 + 1024 * 40);
  EXPECT_EQ(many.weightBytes, one.weightBytes);
  EXPECT_EQ(one.activationReadBytes, 1280 + 40);
  EXPECT_EQ(one.activationWriteBytes, 2 * 32768);
}

// wo_a of the release: its FP8 codes meet values that are not quantised.
TEST_F(CostTest, FormatsThatDifferCountApart) {
  std::string op = R"(
    func.func @f(%x: tensor<?x32768xbf16>, %w: tensor<8192x4096xf8E4M3FN, #tile>,
                 %y: tensor<?x64xf8E4M3FN, #row32>, %e: tensor<?x6xi32>,
                 %v: tensor<384x32x64xf4E2M1FN, #row32>) {
      %0 = cedar.grouped_linear %x, %w {groups = 8 : i64}
          : (tensor<?x32768xbf16>, tensor<8192x4096xf8E4M3FN, #tile>) -> tensor<?x8192xbf16>
      %1 = cedar.expert_linear %y, %e, %v
          : (tensor<?x64xf8E4M3FN, #row32>, tensor<?x6xi32>,
             tensor<384x32x64xf4E2M1FN, #row32>) -> tensor<?x6x32xbf16>
      return
    })";
  OpCost cost = costOf(op, decode);
  EXPECT_EQ(cost.flopsW8A16, 2.0 * 8192 * 4096);
  EXPECT_EQ(cost.flopsW4A8, 2.0 * 6 * 32 * 64);
  EXPECT_EQ(cost.totalFlops(), cost.flopsW8A16 + cost.flopsW4A8);
}

// The head sees the rows that `take_rows` took.
TEST_F(CostTest, RowsBehindTakeRowsAreThoseAskedFor) {
  std::string op = R"(
    func.func @f(%x: tensor<?x64xbf16>, %rows: tensor<?xi32>, %n: tensor<64xbf16>,
                 %w: tensor<160x64xbf16>) {
      %0 = cedar.take_rows %x, %rows : (tensor<?x64xbf16>, tensor<?xi32>) -> tensor<?x64xbf16>
      %1 = cedar.rms_norm %0, %n {epsilon = 1.0e-6 : f32}
          : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
      %2 = cedar.linear %1, %w : (tensor<?x64xbf16>, tensor<160x64xbf16>) -> tensor<?x160xf32>
      return
    })";
  OpCost cost = costOf(op, {100, 1, 0, /*outRows=*/3});
  EXPECT_EQ(cost.flopsBF16, 2.0 * 3 * 64 * 160);
  EXPECT_EQ(cost.flopsF32, 4.0 * 3 * 64);
}

// 64 heads, 128 window keys and 512 picks: 83.9 MFLOP for each token.
TEST_F(CostTest, AttentionCountsWindowAndSelection) {
  std::string op = R"(
    func.func @f(%q: tensor<?x64x512xbf16>, %kv: tensor<?x512xf8E4M3FN, #row32>,
                 %sink: tensor<64xf32>, %rows: tensor<?xi32>, %pages: tensor<?x?xi32>,
                 %window: !window, %sel: tensor<?x512xi32>, %cache: !kv) {
      %0 = cedar.sparse_attention %q, %kv, %sink, %rows, %rows, %rows, %rows, %window
          selected(%sel, %pages, %cache) {scale = 0.04 : f32}
          : (tensor<?x64x512xbf16>, tensor<?x512xf8E4M3FN, #row32>, tensor<64xf32>,
             tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !window,
             tensor<?x512xi32>, tensor<?x?xi32>, !kv) -> tensor<?x64x512xbf16>
      return
    })";
  OpCost cost = costOf(op, decode);
  EXPECT_EQ(cost.flopsBF16, 4.0 * 64 * 512 * (128 + 512));
  EXPECT_EQ(cost.cacheReadBytes, 127 * 528.0 + 512 * 288.0);
  // A fresh sequence: one window key, no entry is complete.
  OpCost first = costOf(op, {1, 1, 0});
  EXPECT_EQ(first.cacheReadBytes, 0.5 * 288);
  EXPECT_EQ(first.flopsBF16, 4.0 * 64 * 512 * 1.5);
}

// 32 heads of 128: 8192 FLOP and 68 B for each visible key.
TEST_F(CostTest, SelectionScoresEveryVisibleKey) {
  std::string op = R"(
    func.func @f(%q: tensor<?x32x128xf4E2M1FN, #row32>, %w: tensor<?x32xbf16>,
                 %rows: tensor<?xi32>, %pages: tensor<?x?xi32>, %keys: !keys) {
      %0 = cedar.csa2_select %q, %w, %rows, %rows, %pages, %keys
          {topk = 512 : i64, weightScale = 0.015625 : f32}
          : (tensor<?x32x128xf4E2M1FN, #row32>, tensor<?x32xbf16>, tensor<?xi32>,
             tensor<?xi32>, tensor<?x?xi32>, !keys) -> tensor<?x512xi32>
      return
    })";
  OpCost cost = costOf(op, decode);
  EXPECT_EQ(cost.flopsFP4, 8192.0 * 2048);
  EXPECT_EQ(cost.cacheReadBytes, 68.0 * 2048);
  // Many rows of one sequence read its keys once.
  OpCost chunk = costOf(op, {1024, 1, 3072});
  EXPECT_EQ(chunk.cacheReadBytes, 68.0 * 2048);
}

// Top-6 of 384: 152 experts at 32 rows, all but none at very many.
TEST_F(CostTest, ExpertsAreCountedOnce) {
  EXPECT_DOUBLE_EQ(distinctExperts(1, 6, 384), 6);
  EXPECT_NEAR(distinctExperts(32, 6, 384), 152.0, 0.1);
  EXPECT_NEAR(distinctExperts(1e5, 6, 384), 384, 1e-6);
}

// A weight of 96 + 12 rows has four rows of tiles.
TEST_F(CostTest, PartialTilesHaveAScale) {
  EXPECT_EQ(tensorBytes(fp8WeightType(&context, {96, 64})), 96 * 64 + 3 * 2);
  EXPECT_EQ(tensorBytes(fp8WeightType(&context, {108, 64})), 108 * 64 + 4 * 2);
  EXPECT_EQ(tensorBytes(fp4WeightType(&context, {4, 8, 64})),
            4 * 8 * 32 + 4 * 8 * 2);
}

TEST_F(CostTest, CappedMeanIsTheMean) {
  // min(4, 3), min(4, 4), min(4, 5), min(4, 6)
  EXPECT_DOUBLE_EQ(meanCapped(2, 4, 4), (3 + 4 + 4 + 4) / 4.0);
  EXPECT_DOUBLE_EQ(meanCapped(0, 1, 128), 1);
  EXPECT_DOUBLE_EQ(meanCapped(500, 10, 128), 128);
  EXPECT_DOUBLE_EQ(meanCapped(0, 0, 128), 0);
}

TEST_F(CostTest, AppendWritesOneRowForEachGroup) {
  std::string op = R"(
    func.func @f(%x: tensor<?x512xf4E2M1FN, #row16>, %rows: tensor<?xi32>,
                 %pages: tensor<?x?xi32>, %cache: !kv) {
      cedar.state_append %x, %rows, %rows, %pages, %cache
          : (tensor<?x512xf4E2M1FN, #row16>, tensor<?xi32>, tensor<?xi32>,
             tensor<?x?xi32>, !kv) -> ()
      return
    })";
  EXPECT_EQ(costOf(op, {64, 1, 0}).cacheWriteBytes, 32 * 288);
}

//===----------------------------------------------------------------------===//
// Layer ops
//===----------------------------------------------------------------------===//

/// Expands the model of the round-trip test and compares costs before and
/// after.
class LayerCostTest : public CostTest {
protected:
  void SetUp() override {
    const char *path = CEDAR_TEST_DIR "/dialect/Cedar/IR/layers.mlir";
    layers = parseSourceFile<ModuleOp>(path, &context);
    ASSERT_TRUE(layers);
    expanded = layers->clone();
    PassManager manager(&context);
    manager.addPass(createExpandLayers());
    ASSERT_TRUE(succeeded(manager.run(*expanded)));
  }

  void expectSame(const char *function, const CostShape &shape) {
    OpCost before = costOf(layers->lookupSymbol(function), shape);
    OpCost after = costOf(expanded->lookupSymbol(function), shape);
    EXPECT_GT(before.weightBytes, 0);
    EXPECT_DOUBLE_EQ(before.flopsFP8, after.flopsFP8);
    EXPECT_DOUBLE_EQ(before.flopsW4A8, after.flopsW4A8);
    EXPECT_DOUBLE_EQ(before.flopsFP4, after.flopsFP4);
    EXPECT_DOUBLE_EQ(before.tableBytes, after.tableBytes);
    EXPECT_DOUBLE_EQ(before.cacheReadBytes, after.cacheReadBytes);
    EXPECT_NEAR(before.weightBytes, after.weightBytes,
                0.01 * after.weightBytes);
  }

  OwningOpRef<ModuleOp> layers, expanded;
};

TEST_F(LayerCostTest, AttentionCostsWhatItExpandsTo) {
  expectSame("modes", {1, 1, 100});
  expectSame("modes", {48, 4, 6});
}

TEST_F(LayerCostTest, EngramCostsWhatItExpandsTo) {
  expectSame("engram", {5, 2, 100});
}

TEST_F(LayerCostTest, ExpertsCostWhatTheyExpandTo) {
  expectSame("moe", {5, 2, 100});
}

} // namespace
