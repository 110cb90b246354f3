//===- CedarOps.td - all ops of the cedar dialect -*- tablegen -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_OPS_TD
#define CEDAR_DIALECT_CEDAR_OPS_TD

include "dialect/Cedar/IR/CedarModuleOps.td"
include "dialect/Cedar/IR/CedarLinearOps.td"
include "dialect/Cedar/IR/CedarQuantOps.td"
include "dialect/Cedar/IR/CedarHyperConnectionOps.td"
include "dialect/Cedar/IR/CedarCSA2Ops.td"
include "dialect/Cedar/IR/CedarEngramOps.td"
include "dialect/Cedar/IR/CedarMoEOps.td"
include "dialect/Cedar/IR/CedarSeamOps.td"

#endif // CEDAR_DIALECT_CEDAR_OPS_TD
