//===- TestConfig.h - configurations to break -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The configuration of a checkpoint of the test folder as JSON, to change one
// field of and to parse.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TEST_UNIT_IMPORT_TESTCONFIG_H
#define CEDAR_TEST_UNIT_IMPORT_TESTCONFIG_H

#include "dialect/Cedar/Import/Config.h"

#include "gtest/gtest.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace cedar::test {

inline nlohmann::json configOf(const std::string &checkpoint) {
  std::ifstream file(std::string(CEDAR_TEST_DIR) + "/checkpoints/" +
                     checkpoint + "/config.json");
  return nlohmann::json::parse(file);
}

/// Every fault of a configuration.
inline std::vector<std::string> problemsOf(const nlohmann::json &json) {
  std::vector<std::string> problems;
  parseConfig(json.dump(), "config.json", problems);
  return problems;
}

/// A configuration that must parse.
inline ModelConfig parsed(const nlohmann::json &json) {
  std::vector<std::string> problems;
  ModelConfig config = parseConfig(json.dump(), "config.json", problems);
  EXPECT_EQ(problems, std::vector<std::string>());
  return config;
}

} // namespace cedar::test

#endif // CEDAR_TEST_UNIT_IMPORT_TESTCONFIG_H
