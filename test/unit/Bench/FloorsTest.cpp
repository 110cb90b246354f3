//===- FloorsTest.cpp - predicted costs beside measured times -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which call of a report a measured one is held against.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/Floors.h"
#include "test/unit/Support/TestFiles.h"

#include <gtest/gtest.h>

using namespace cedar;
using namespace cedar::rt::test;

static std::string figures(int launches, int floor, int flops, int bytes) {
  return "\"launches\": " + std::to_string(launches) +
         ", \"floor_us\": " + std::to_string(floor) +
         ", \"flops\": {\"total\": " + std::to_string(flops) +
         "}, \"bytes\": {\"total\": " + std::to_string(bytes) + "}";
}

/// A call of `rows` rows with two launches of one kernel and a step that is
/// none.
static std::string callOf(const std::string &entry, int rows, int context) {
  auto op = [](const std::string &path, const std::string &kernel, int floor) {
    return R"({"op": "o", "path": ")" + path + R"(", "kernel": ")" + kernel +
           "\", " + figures(1, floor, 10, 20) + "}";
  };
  return "{\"entry\": \"" + entry + "\", \"rows\": " + std::to_string(rows) +
         ", \"sequences\": 1, \"context\": " + std::to_string(context) + ", " +
         figures(2, context, 30, 40) + ", \"ops\": [" + op("a", "k_0", 3) +
         ", " + op("b", "k_0", 5) + ", " + op("a", "", 7) + "]}";
}

static std::string reportOf(const std::string &entries,
                            const std::string &calls) {
  return R"({"machine": {"name": "m", "summary": "s"}, "entries": [)" +
         entries + R"(], "calls": [)" + calls + "]}";
}

TEST(FloorsTest, TheCallOfTheNearestContextIsFound) {
  TempFolder folder;
  Floors floors;
  EXPECT_TRUE(floors.empty());
  ASSERT_TRUE(floors
                  .read(folder.write(
                      "r.json", reportOf(callOf("decode", 1, 1000),
                                         callOf("decode", 1, 10000) + ", " +
                                             callOf("decode", 1, 10050))))
                  .ok());
  EXPECT_EQ(floors.machine(), "m (s)");
  EXPECT_EQ(floors.find("decode", {1, 1, 1003})->context, 1000u);
  EXPECT_EQ(floors.find("decode", {1, 1, 10020})->context, 10000u);
  EXPECT_EQ(floors.find("decode", {1, 1, 10100})->context, 10050u);
  EXPECT_EQ(floors.find("decode", {1, 1, 5000}), nullptr);
  EXPECT_EQ(floors.find("decode", {2, 1, 1000}), nullptr);
  EXPECT_EQ(floors.find("decode", {1, 2, 1000}), nullptr);
  EXPECT_EQ(floors.find("prefill", {1, 1, 1000}), nullptr);
}

TEST(FloorsTest, LaunchesAddUpByKernelAndByPath) {
  TempFolder folder;
  Floors floors;
  ASSERT_TRUE(
      floors.read(folder.write("r.json", reportOf("", callOf("decode", 1, 9))))
          .ok());
  const EntryFloor &floor = *floors.find("decode", {1, 1, 9});
  EXPECT_NEAR(floor.whole.seconds, 9e-6, 1e-12);
  ASSERT_EQ(floor.kernels.size(), 1u);
  const Cost &kernel = floor.kernels.at("k_0");
  EXPECT_EQ(kernel.launches, 2);
  EXPECT_NEAR(kernel.seconds, 8e-6, 1e-12);
  EXPECT_EQ(kernel.flops, 20);
  EXPECT_EQ(kernel.bytes, 40);
  ASSERT_EQ(floor.paths.size(), 2u);
  EXPECT_NEAR(floor.paths.at("a").seconds, 3e-6, 1e-12);
}

TEST(FloorsTest, OtherFilesAreRefused) {
  TempFolder folder;
  Floors floors;
  EXPECT_FALSE(floors.read(folder.path() + "/none").ok());
  EXPECT_FALSE(floors.read(folder.write("a", "[")).ok());
  for (
      const char *text :
      {"[]", "7", "{}", R"({"entries": 7, "machine": {}})",
       R"({"entries": [{"entry": 1}], "machine": {"name": "", "summary": ""}})",
       R"({"entries": [], "machine": {"name": 1, "summary": ""}})"}) {
    rt::Status status = floors.read(folder.write("b", text));
    ASSERT_FALSE(status.ok()) << text;
    EXPECT_NE(status.message().find("expected a report of cedar-compile"),
              std::string::npos)
        << status.message();
  }
}
