//===- GpuBucketsTest.cpp - sizes of calls that are recorded --------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/GpuBuckets.h"
#include "runtime/lib/Cuda/LaunchShape.h"

#include <gtest/gtest.h>

using namespace cedar;
using namespace cedar::rt;

namespace {

using Sizes = std::vector<std::pair<int64_t, int64_t>>;

/// Rows and sequences of each size.
Sizes sizesOf(uint32_t maxRows, uint32_t rows, uint32_t sequences) {
  artifact::Entry entry;
  entry.set_max_rows(maxRows);
  SessionOptions options;
  options.rows = rows;
  options.sequences = options.outRows = sequences;
  Sizes sizes;
  for (const Extents &extents : bucketsOf(entry, options)) {
    EXPECT_EQ(extents[artifact::SEQUENCE_BOUNDS],
              extents[artifact::SEQUENCES] + 1);
    EXPECT_EQ(extents[artifact::OUT_ROWS], extents[artifact::SEQUENCES]);
    EXPECT_EQ(extents[artifact::EMBEDDING_ROWS], 0);
    sizes.emplace_back(extents[artifact::ROWS], extents[artifact::SEQUENCES]);
  }
  return sizes;
}

TEST(GpuBuckets, DecodeHasPowersOfTwoAndTheMost) {
  EXPECT_EQ(sizesOf(1, 512, 6), (Sizes{{1, 1}, {2, 2}, {4, 4}, {6, 6}}));
  EXPECT_EQ(sizesOf(1, 512, 128).size(), 8u);
}

TEST(GpuBuckets, AVerifiedSequenceHasAllItsRows) {
  EXPECT_EQ(sizesOf(5, 512, 2), (Sizes{{5, 1}, {10, 2}}));
  EXPECT_EQ(sizesOf(5, 8, 2), (Sizes{{5, 1}, {8, 2}}));
}

TEST(GpuBuckets, PrefillHasChunksOfOneSequence) {
  EXPECT_EQ(sizesOf(0, 20, 1),
            (Sizes{{1, 1}, {2, 1}, {4, 1}, {8, 1}, {16, 1}, {20, 1}}));
}

TEST(GpuBuckets, RecordsWhatASessionCallsAgainAndAgain) {
  artifact::Target target;
  auto add = [&](const char *name) {
    target.add_entries()->set_name(name);
    return target.mutable_entries(target.entries_size() - 1);
  };
  add("prefill_replay")->set_finish("replay_tail");
  add("prefill_exact");
  add("replay_tail");
  add("decode");
  add("verify");
  add("layerwise");
  add("commit")->set_commits(true);
  SessionOptions options;
  options.prefillEntry = "prefill_replay";
  std::string recorded;
  for (const artifact::Entry &entry : target.entries())
    if (isRecorded(target, entry, options))
      recorded += entry.name() + " ";
  EXPECT_EQ(recorded, "prefill_replay replay_tail decode verify commit ");
}

TEST(LaunchShape, GroupsShareTheScratch) {
  artifact::Target target;
  target.set_multiprocessors(2); // 256 groups at most
  artifact::Kernel &kernel = *target.add_kernels();
  kernel.set_scratch_bytes(1000);
  artifact::Launch &launch = *target.add_entries()->add_launches();
  EXPECT_EQ(scratchBytes(target, false), 256000u);
  EXPECT_EQ(scratchBytes(target, true), 0u);
  launch.set_prefetch(true);
  EXPECT_EQ(scratchBytes(target, true), 256000u);
  EXPECT_EQ(gridSize(target, kernel, 1, 256000), 1u);
  EXPECT_EQ(gridSize(target, kernel, 9, 256000), 2u);
  EXPECT_EQ(gridSize(target, kernel, 1 << 20, 256000), 32u);
  EXPECT_EQ(gridSize(target, kernel, 1 << 20, 17000), 2u);
}

} // namespace
