//===- ComparisonTest.cpp - how far values are apart ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distances by type, tolerances and rows.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace cedar;
using namespace cedar::rt;

/// Distance of two elements by their bits.
static uint64_t apart(artifact::ElementType type, uint32_t one,
                      uint32_t other) {
  std::byte a[4], b[4];
  std::memcpy(a, &one, 4);
  std::memcpy(b, &other, 4);
  EXPECT_EQ(ulpDistance(type, a, b), ulpDistance(type, b, a));
  return ulpDistance(type, a, b);
}

static uint64_t apart(float one, float other) {
  uint32_t a, b;
  std::memcpy(&a, &one, 4);
  std::memcpy(&b, &other, 4);
  return apart(artifact::F32, a, b);
}

TEST(ComparisonTest, NothingButEqualBitsIsTheSame) {
  EXPECT_EQ(apart(1.5f, 1.5f), 0u);
  EXPECT_EQ(apart(0.0f, -0.0f), 1u);
  EXPECT_EQ(apart(artifact::F32, 0x7fc00000, 0x7fc00000), 0u);
  EXPECT_EQ(apart(artifact::F32, 0x7fc00000, 0x7fc00001), 1u);
}

TEST(ComparisonTest, DistancesCountTheValuesBetween) {
  EXPECT_EQ(apart(1.0f, std::nextafter(1.0f, 2.0f)), 1u);
  EXPECT_EQ(apart(1.0f, 2.0f), 1u << 23);
  float least = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(apart(least, -least), 3u); // by way of both zeros
  EXPECT_EQ(apart(std::numeric_limits<float>::max(), INFINITY), 1u);
  EXPECT_EQ(apart(artifact::BF16, 0x3f80, 0x3f82), 2u);
  EXPECT_EQ(apart(artifact::BF16, 0x8001, 0x0001), 3u);
  EXPECT_EQ(apart(artifact::F8E4M3, 0x38, 0x3a), 2u);
  EXPECT_EQ(apart(artifact::F8E4M3, 0x80, 0x00), 1u);
  EXPECT_EQ(apart(artifact::F4E2M1, 0x21, 0x52), 3u); // 1 and 3 apart
  EXPECT_EQ(apart(artifact::F8E8M0, 120, 127), 7u);
  EXPECT_EQ(apart(artifact::I32, 0xffffffff, 1), 2u);
  EXPECT_EQ(apart(artifact::I32, 0x80000000, 0x7fffffff), 0xffffffffu);
  EXPECT_EQ(apart(artifact::I8, 0x80, 0x7f), 255u);
}

TEST(ComparisonTest, NumbersAndOthersCannotBeCompared) {
  EXPECT_EQ(apart(artifact::F32, 0x7fc00000, 0), notComparable);
  EXPECT_EQ(apart(artifact::BF16, 0x7f80, 0x7f81), notComparable);
  EXPECT_EQ(apart(artifact::F8E4M3, 0x7e, 0x7f), notComparable);
  EXPECT_EQ(apart(artifact::F8E8M0, 255, 254), notComparable);
}

TEST(ComparisonTest, Values) {
  uint32_t bits = 0x3fc0;
  auto *element = reinterpret_cast<std::byte *>(&bits);
  EXPECT_EQ(elementText(artifact::BF16, element), "1.5");
  EXPECT_EQ(elementText(artifact::I8, element), "-64");
  EXPECT_EQ(elementText(artifact::I32, element), "16320");
  EXPECT_EQ(elementText(artifact::F8E4M3, element), "-2");
  EXPECT_EQ(elementText(artifact::F4E2M1, element), "(0, -2)");
}

TEST(ComparisonTest, Tolerances) {
  Result<Tolerance> plain = Tolerance::parse("3");
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->ulps[artifact::F32], 3u);
  EXPECT_EQ(plain->ulps[artifact::BF16], 3u);
  EXPECT_EQ(plain->ulps[artifact::F8E4M3], 0u);
  Result<Tolerance> each = Tolerance::parse("bf16=1,f8E4M3FN=2");
  ASSERT_TRUE(each.ok());
  EXPECT_EQ(each->ulps[artifact::F32], 0u);
  EXPECT_EQ(each->ulps[artifact::BF16], 1u);
  EXPECT_EQ(each->ulps[artifact::F8E4M3], 2u);
  for (const char *wrong : {"", "x", "-1", "f33=1", "f32=", "1,", "none=1"})
    EXPECT_EQ(Tolerance::parse(wrong).status().message(),
              "expected a number of ulps or a list such as f32=4,bf16=1, found "
              "'" +
                  std::string(wrong) + "'");
}

/// Rows of four FP8 codes, two E8M0 scales and two bytes of padding.
TEST(ComparisonTest, RowsOfCodesAndScales) {
  artifact::State state;
  state.set_type(artifact::F8E4M3);
  state.set_scale_type(artifact::F8E8M0);
  state.set_channels(4);
  state.set_group(2);
  state.set_row_bytes(8);
  std::vector<std::byte> one(24, std::byte(0x40)), other = one;
  ByElementType<Tally> tallies;
  auto compare = [&](const Tolerance &tolerance) {
    return compareRows(stateRowFormat(state), 3, one.data(), other.data(),
                       tolerance, "here", tallies);
  };
  other[6] = other[23] = std::byte(1); // padding
  EXPECT_FALSE(compare({}));
  EXPECT_EQ(tallies[artifact::F8E4M3].elements, 12u);
  EXPECT_EQ(tallies[artifact::F8E8M0].elements, 6u);
  other[13] = std::byte(0x42);
  other[18] = std::byte(0x41);
  std::optional<Difference> difference = compare({});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->text(),
            "row 1, scale 1, f8E8M0FNU: 1.08420217e-19 and 4.33680869e-19, 2 "
            "ulps apart (so 2 of 18)");
  EXPECT_EQ(tallies[artifact::F8E8M0].most, 2u);
  EXPECT_EQ(tallies[artifact::F8E8M0].where, "here");
  Tolerance tolerance;
  tolerance.ulps[artifact::F8E8M0] = 2;
  difference = compare(tolerance);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->text(),
            "row 2, element 2, f8E4M3FN: 2 and 2.25, 1 ulp apart (so 1 of 18)");
  tolerance.ulps[artifact::F8E4M3] = 1;
  EXPECT_FALSE(compare(tolerance));
}
