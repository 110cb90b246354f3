//===- TypesTest.cpp - formats and their bytes ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace cedar;

namespace {

class TypesTest : public ::testing::Test {
protected:
  TypesTest() { context.loadDialect<CedarDialect>(); }

  MLIRContext context;
};

// Entries of the released model (SPEC 5.1): 512 channels of key-value, 128 of
// index key.
TEST_F(TypesTest, RowsHaveTheBytesOfTheRelease) {
  EXPECT_EQ(packedRowBytes(aq8Type(&context, {512})), 528);
  EXPECT_EQ(packedRowBytes(nvfp4Type(&context, {512})), 288);
  EXPECT_EQ(packedRowBytes(mxfp4Type(&context, {128})), 68);
}

TEST_F(TypesTest, OnlyTheLastDimensionIsARow) {
  EXPECT_EQ(packedRowBytes(aq8Type(&context, {ShapedType::kDynamic, 6, 64})),
            66);
}

TEST_F(TypesTest, ScalesOfTilesAreNotInTheRow) {
  EXPECT_EQ(packedRowBytes(fp8WeightType(&context, {64, 64})), 64);
}

TEST_F(TypesTest, PlainRowsHaveTheirElements) {
  Builder b(&context);
  EXPECT_EQ(packedRowBytes(RankedTensorType::get({4, 64}, b.getBF16Type())),
            128);
  EXPECT_EQ(packedRowBytes(RankedTensorType::get({64}, b.getF32Type())), 256);
  EXPECT_EQ(packedRowBytes(RankedTensorType::get({}, b.getI32Type())), 4);
}

TEST_F(TypesTest, FormatsDoNotOverlap) {
  RankedTensorType aq8 = aq8Type(&context, {64}),
                   mx = mxfp4Type(&context, {64}),
                   nv = nvfp4Type(&context, {64}),
                   tile = fp8WeightType(&context, {64, 64});
  EXPECT_TRUE(isAQ8(aq8) && isMXFP4(mx) && isNVFP4(nv) && isFP8Weight(tile));
  EXPECT_FALSE(isAQ8(tile) || isMXFP4(nv) || isNVFP4(mx) || isFP8Weight(aq8));
  EXPECT_TRUE(isFP4Weight(fp4WeightType(&context, {8, 64})));
}

TEST_F(TypesTest, BlocksTellRowsFromTiles) {
  RankedTensorType aq8 = aq8Type(&context, {64, 64}),
                   tile = fp8WeightType(&context, {64, 64});
  auto plain = RankedTensorType::get({64, 64}, BFloat16Type::get(&context));
  EXPECT_TRUE(isRowScaled(aq8) && isBlockScaled(tile));
  EXPECT_FALSE(isRowScaled(tile) || isBlockScaled(aq8));
  EXPECT_FALSE(isRowScaled(plain) || isBlockScaled(plain));
  EXPECT_EQ(getScaled(plain), nullptr);
}

} // namespace
