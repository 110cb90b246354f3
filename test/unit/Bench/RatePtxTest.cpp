//===- RatePtxTest.cpp - kernels that reach what a GPU can ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text has as many products as it is counted for, and ptxas, where there is
// one, keeps them all and needs no memory for registers.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/RatePtx.h"
#include "test/unit/Support/TestFiles.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace cedar;
using namespace cedar::rt::test;

static int countOf(const std::string &text, const std::string &part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(RatePtxTest, ProductsAreCounted) {
  // Two groups of 128 threads, and 8 warps.
  EXPECT_EQ(productFlops("sm_90a"),
            countOf(ratePtx("sm_90a"), "wgmma.mma_async") * 2.0 * 64 * 256 *
                16 * 2);
  EXPECT_EQ(productFlops("sm_120"),
            countOf(ratePtx("sm_120"), "mma.sync.aligned") * 2.0 * 16 * 8 * 16 *
                8);
  EXPECT_EQ(countOf(ratePtx("sm_89"), ".target sm_80"), 1);
}

/// Path of ptxas, or "".
static std::string findPtxas() {
  const char *given = std::getenv("CEDAR_PTXAS");
  for (std::string path : {given ? given : "", "/usr/local/cuda/bin/ptxas"})
    if (!path.empty() &&
        std::system((path + " --version >/dev/null").c_str()) == 0)
      return path;
  return "";
}

TEST(RatePtxTest, PtxasTakesThem) {
  std::string ptxas = findPtxas();
  if (ptxas.empty())
    GTEST_SKIP() << "no ptxas";
  TempFolder folder;
  std::string log = folder.path() + "/log";
  for (const char *target : {"sm_80", "sm_90a", "sm_120"}) {
    std::string ptx = folder.write("rate.ptx", ratePtx(target));
    std::string command = ptxas + " -v -arch=" + target + " " + ptx + " -o " +
                          folder.path() + "/rate.cubin >" + log + " 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << readBytes(log);
    EXPECT_EQ(countOf(readBytes(log), "0 bytes spill stores"), 2) << target;
  }
}
