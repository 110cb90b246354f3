//===- cedar-opt.cpp - runs passes over IR in text ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads IR, runs the passes named on the command line, prints IR. All of
// mlir-opt's options work: pass pipelines, plugins, remarks, timing, dumps.
// To compile a model use cedar-compile.
//
//===----------------------------------------------------------------------===//

#include "tools/lib/DebugOption.h"
#include "tools/lib/RegisterAll.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  cedar::registerDebugOption();
  cedar::registerEveryPass();
  mlir::DialectRegistry registry;
  cedar::registerEveryDialect(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Cedar's pass driver\n", registry));
}
