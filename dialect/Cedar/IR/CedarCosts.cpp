//===- CedarVerifiers.cpp - verifiers -------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;
using namespace cedar;

OpCost QuantizeOp::getCost(const CostShape &) { return {}; }
OpCost DequantizeOp::getCost(const CostShape &) { return {}; }
OpCost RouteOp::getCost(const CostShape &) { return {}; }
OpCost ExpertLinearOp::getCost(const CostShape &) { return {}; }
OpCost SwigluOp::getCost(const CostShape &) { return {}; }
OpCost ExpertCombineOp::getCost(const CostShape &) { return {}; }
OpCost CSA2PoolOp::getCost(const CostShape &) { return {}; }
OpCost CSA2SelectOp::getCost(const CostShape &) { return {}; }
OpCost SparseAttentionOp::getCost(const CostShape &) { return {}; }
OpCost MhcInitOp::getCost(const CostShape &) { return {}; }
OpCost MhcMixOp::getCost(const CostShape &) { return {}; }
OpCost MhcCollapseOp::getCost(const CostShape &) { return {}; }
OpCost MhcExpandOp::getCost(const CostShape &) { return {}; }
OpCost StateStageOp::getCost(const CostShape &) { return {}; }
OpCost StateCommitOp::getCost(const CostShape &) { return {}; }
OpCost StateAppendOp::getCost(const CostShape &) { return {}; }
OpCost TakeRowsOp::getCost(const CostShape &) { return {}; }
OpCost CompressTokensOp::getCost(const CostShape &) { return {}; }
OpCost NgramHashOp::getCost(const CostShape &) { return {}; }
OpCost TableGatherOp::getCost(const CostShape &) { return {}; }
OpCost EngramGateOp::getCost(const CostShape &) { return {}; }
OpCost EmbedOp::getCost(const CostShape &) { return {}; }
OpCost RmsNormOp::getCost(const CostShape &) { return {}; }
OpCost LinearOp::getCost(const CostShape &) { return {}; }
OpCost GroupedLinearOp::getCost(const CostShape &) { return {}; }
OpCost RopeTableOp::getCost(const CostShape &) { return {}; }
OpCost RopeOp::getCost(const CostShape &) { return {}; }
OpCost MoEOp::getCost(const CostShape &) { return {}; }
OpCost CSA2AttentionOp::getCost(const CostShape &) { return {}; }
OpCost EngramOp::getCost(const CostShape &) { return {}; }
