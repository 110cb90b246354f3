//===- CedarOps.cpp - ops of the cedar dialect ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generated parts of the ops, and the names of results. Verifiers are in
// Cedar*Verifiers.cpp, costs in Cedar*Costs.cpp.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace cedar;

#include "dialect/Cedar/IR/CedarInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "dialect/Cedar/IR/CedarOps.cpp.inc"

void WeightRefOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  StringRef name = getWeight();
  name.consume_back(".weight");
  setName(getResult(), name);
}

void StateRefOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getState());
}
