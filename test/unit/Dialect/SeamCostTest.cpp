//===- SeamCostTest.cpp - what fusing between two sites saves -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The traffic of SPEC 6 in rows of d values: 4n + 4 in single ops, 3n + 2 in
// two passes, 2n + 2 in one, from the ops that the pass makes.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarSeams.h"
#include "passes/Fusion/Passes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace cedar;

namespace {

constexpr int64_t releasedWidth = 5120;

/// expand, mix, collapse and norm of n streams of `width` values; the collapse
/// takes the carried mix, or the one of the same site.
std::string boundary(int64_t n, int64_t width, bool sameSite) {
  std::string row = llvm::formatv("tensor<?x{0}xbf16>", width);
  std::string streams = llvm::formatv("tensor<?x{0}x{1}xbf16>", n, width);
  std::string mix = llvm::formatv("tensor<?x{0}xf32>", n);
  std::string comb = llvm::formatv("tensor<?x{0}x{0}xf32>", n);
  std::string fn = llvm::formatv("tensor<{0}x{1}xf32>", (2 + n) * n, n * width);
  std::string base = llvm::formatv("tensor<{0}xf32>", (2 + n) * n);
  std::string weight = llvm::formatv("tensor<{0}xbf16>", width);
  std::string signature = "%y: " + row + ", %x: " + streams + ", %a: " + mix +
                          ", %p: " + mix + ", %c: " + comb + ", %fn: " + fn +
                          ", %s: tensor<3xf32>, %b: " + base +
                          ", %w: " + weight;
  return "func.func @f(" + signature + ") -> (" + streams + ", " + mix + ", " +
         mix + ", " + comb + ", " + row + ") {\n" +
         "%x1 = cedar.mhc_expand %y, %x, %p, %c : (" + row + ", " + streams +
         ", " + mix + ", " + comb + ") -> " + streams + "\n" +
         "%m:3 = cedar.mhc_mix %x1, %fn, %s, %b {iterations = 20 : i64, "
         "epsilon = 1.0e-6 : f32, normEpsilon = 1.0e-20 : f32} : (" +
         streams + ", " + fn + ", tensor<3xf32>, " + base + ") -> (" + mix +
         ", " + mix + ", " + comb + ")\n" + "%h = cedar.mhc_collapse %x1, " +
         (sameSite ? "%m#0" : "%a") + " : (" + streams + ", " + mix + ") -> " +
         row + "\n%u = cedar.rms_norm %h, %w {epsilon = 1.0e-20 : f32} : (" +
         row + ", " + weight + ") -> " + row +
         "\nreturn %x1, %m#0, %m#1, %m#2, %u : " + streams + ", " + mix + ", " +
         mix + ", " + comb + ", " + row + "\n}";
}

class SeamCostTest : public ::testing::Test {
protected:
  SeamCostTest() : context(registry()) { context.loadDialect<CedarDialect>(); }

  static DialectRegistry registry() {
    DialectRegistry registry;
    registerCedarDialects(registry);
    return registry;
  }

  OwningOpRef<ModuleOp> parse(const std::string &text) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return module;
  }

  void fuse(ModuleOp module) {
    PassManager pm(&context);
    pm.addPass(createFuseHyperConnections());
    EXPECT_TRUE(succeeded(pm.run(module)));
  }

  /// Bytes of streams that one token moves, in rows of `width` bf16 values.
  static double traffic(ModuleOp module, int64_t width) {
    double bytes = 0;
    module.walk([&](PrimitiveOpInterface op) { bytes += streamRowBytes(op); });
    return bytes / (2.0 * width);
  }

  static OpCost cost(ModuleOp module, int64_t rows) {
    CostShape shape;
    shape.rows = rows;
    OpCost total;
    module.walk([&](CostOpInterface op) { total += op.getCost(shape); });
    return total;
  }

  MLIRContext context;
};

TEST_F(SeamCostTest, FourStreams) {
  auto one = parse(boundary(4, releasedWidth, /*sameSite=*/false));
  auto two = parse(boundary(4, releasedWidth, /*sameSite=*/true));
  EXPECT_EQ(traffic(*one, releasedWidth), 20);
  EXPECT_EQ(traffic(*two, releasedWidth), 20);
  fuse(*one);
  fuse(*two);
  EXPECT_EQ(traffic(*two, releasedWidth), 14);
  EXPECT_EQ(traffic(*one, releasedWidth), 10);
  EXPECT_EQ(traffic(*one, 1) * 2, 102400);
}

TEST_F(SeamCostTest, AnyNumberOfStreams) {
  for (int64_t n = 1; n <= 8; ++n) {
    auto one = parse(boundary(n, 64, /*sameSite=*/false));
    auto two = parse(boundary(n, 64, /*sameSite=*/true));
    EXPECT_EQ(traffic(*one, 64), 4 * n + 4);
    fuse(*one);
    fuse(*two);
    EXPECT_EQ(traffic(*one, 64), 2 * n + 2);
    EXPECT_EQ(traffic(*two, 64), 3 * n + 2);
  }
}

// Fusing saves traffic of activations and nothing else.
TEST_F(SeamCostTest, TheWorkIsTheSame) {
  for (bool sameSite : {false, true}) {
    auto module = parse(boundary(4, 256, sameSite));
    OpCost before = cost(*module, 7);
    fuse(*module);
    OpCost after = cost(*module, 7);
    EXPECT_EQ(after.totalFlops(), before.totalFlops());
    EXPECT_EQ(after.weightBytes, before.weightBytes);
    double saved = before.totalBytes() - after.totalBytes();
    EXPECT_EQ(saved, 7 * (sameSite ? 6 : 10) * 256 * 2);
  }
}

} // namespace
