//===- plugin.cpp - one new pass as a plugin of cedar-opt -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The test of ./dev new-pass builds this around the source that it has made,
// and loads it with --load-pass-plugin.
//
//===----------------------------------------------------------------------===//

#include "passes/Model/JoinTwins.cpp"

#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "JoinTwins", "1",
          [] { cedar::registerJoinTwins(); }};
}
