//===- GpuTargetTest.cpp - which code a GPU runs --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choice among targets; no GPU is needed.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/GpuTarget.h"

#include <gtest/gtest.h>

using namespace cedar;
using namespace cedar::rt;

static artifact::Manifest manifestOf(const std::vector<std::string> &names) {
  artifact::Manifest manifest;
  for (const std::string &name : names) {
    artifact::Target &target = *manifest.add_targets();
    bool ptx = name.back() == '*';
    target.set_name(name.substr(0, name.size() - ptx));
    target.set_ptx_only(ptx);
  }
  return manifest;
}

/// Name of the best target, or the message.
static std::string best(const std::vector<std::string> &names, int major,
                        int minor) {
  artifact::Manifest manifest = manifestOf(names);
  Result<const artifact::Target *> target =
      bestGpuTarget(manifest, major, minor);
  return target.ok() ? (*target)->name() : target.status().message();
}

TEST(GpuTargetTest, TheLatestThatRuns) {
  EXPECT_EQ(best({"cpu", "sm_80", "sm_86", "sm_89", "sm_90a"}, 8, 6), "sm_86");
  EXPECT_EQ(best({"sm_89", "sm_80", "sm_86"}, 8, 9), "sm_89");
  EXPECT_EQ(best({"sm_86", "sm_80"}, 8, 0), "sm_80");
  EXPECT_EQ(best({"sm_90a", "sm_100a", "sm_120"}, 9, 0), "sm_90a");
  EXPECT_EQ(best({"sm_90a", "sm_100a", "sm_120"}, 10, 0), "sm_100a");
}

TEST(GpuTargetTest, CodeForExactlyTheChipIsBetter) {
  EXPECT_EQ(best({"sm_90a", "sm_90"}, 9, 0), "sm_90a");
  EXPECT_EQ(best({"sm_90", "sm_90a"}, 9, 0), "sm_90a");
}

TEST(GpuTargetTest, MachineCodeIsBetterThanPtx) {
  EXPECT_EQ(best({"sm_80", "sm_86*"}, 8, 6), "sm_80");
  EXPECT_EQ(best({"sm_86*"}, 8, 6), "sm_86");
}

TEST(GpuTargetTest, NoneRuns) {
  EXPECT_EQ(best({"cpu", "sm_90a"}, 8, 0),
            "no code for a GPU of compute capability 8.0, the file has: cpu, "
            "sm_90a; compile with --target for that chip");
  artifact::Manifest manifest = manifestOf({"cpu", "cpu:v4"});
  EXPECT_EQ(selectGpuTarget(manifest).status().message(),
            "no code for a GPU, the file has: cpu, cpu:v4; compile with "
            "--target=sm_90a or another chip of cedar-compile --list-targets");
}
