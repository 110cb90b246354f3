//===- CedarDialect.cpp - the cedar dialect -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the dialect's ops, types and attributes.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarDialect.h"

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/CedarTypes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace cedar;

#include "dialect/Cedar/IR/CedarDialect.cpp.inc"

void CedarDialect::initialize() {
  registerAttributesAndTypes();
  registerInterfaces();
  addOperations<
#define GET_OP_LIST
#include "dialect/Cedar/IR/CedarOps.cpp.inc"
      >();
}

void cedar::registerCedarDialects(DialectRegistry &registry) {
  registry.insert<CedarDialect, func::FuncDialect>();
}
