//===- cedar-reduce.cpp - makes failing IR small --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shrinks a module while a script finds it interesting (exit status 1):
//
//     cedar-reduce model.mlir -reduction-tree='traversal-mode=0
//     test=./fails.sh'
//
// Beside erasing ops it may replace a cedar op by one of its operands. To see
// where a pipeline fails first use cedar-opt
// --mlir-pass-pipeline-crash-reproducer.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-reduce/ReductionPatterns.h"
#include "tools/lib/RegisterAll.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  cedar::registerEveryPass();
  mlir::DialectRegistry registry;
  cedar::registerEveryDialect(registry);
  cedar::registerReductionPatterns(registry);
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
