//===- cedar-lsp-server.cpp - language server for Cedar IR ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Speaks the Language Server Protocol on stdin and stdout: an editor shows
// errors, definitions, uses and hover text of .mlir files while they are
// edited.
//
//===----------------------------------------------------------------------===//

#include "tools/lib/RegisterAll.h"

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/LogicalResult.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  cedar::registerEveryDialect(registry);
  return llvm::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
