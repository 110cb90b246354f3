//===- DebugOption.cpp - --cedar-debug=<type> -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/lib/DebugOption.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"

#include <string>
#include <vector>

#ifdef NDEBUG
void cedar::registerDebugOption() {}
#else

static void enableDebugTypes(const std::vector<std::string> &types) {
  std::vector<const char *> names;
  names.reserve(types.size());
  for (const std::string &type : types)
    names.push_back(type.c_str());
  llvm::DebugFlag = true;
  llvm::setCurrentDebugTypes(names.data(), names.size());
}

void cedar::registerDebugOption() {
  static std::vector<std::string> types;
  static llvm::cl::list<std::string> option(
      "cedar-debug", llvm::cl::CommaSeparated, llvm::cl::value_desc("type"),
      llvm::cl::desc("print the debug output of these passes"),
      llvm::cl::callback([](const std::string &type) {
        types.push_back(type);
        enableDebugTypes(types);
      }));
}

#endif // NDEBUG
