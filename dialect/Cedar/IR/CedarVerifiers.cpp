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

LogicalResult QuantizeOp::verify() { return success(); }
LogicalResult DequantizeOp::verify() { return success(); }
LogicalResult RouteOp::verify() { return success(); }
LogicalResult ExpertLinearOp::verify() { return success(); }
LogicalResult SwigluOp::verify() { return success(); }
LogicalResult ExpertCombineOp::verify() { return success(); }
LogicalResult CSA2PoolOp::verify() { return success(); }
LogicalResult CSA2SelectOp::verify() { return success(); }
LogicalResult SparseAttentionOp::verify() { return success(); }
LogicalResult MhcInitOp::verify() { return success(); }
LogicalResult MhcMixOp::verify() { return success(); }
LogicalResult MhcCollapseOp::verify() { return success(); }
LogicalResult MhcExpandOp::verify() { return success(); }
LogicalResult StateStageOp::verify() { return success(); }
LogicalResult StateCommitOp::verify() { return success(); }
LogicalResult StateAppendOp::verify() { return success(); }
LogicalResult TakeRowsOp::verify() { return success(); }
LogicalResult CompressTokensOp::verify() { return success(); }
LogicalResult NgramHashOp::verify() { return success(); }
LogicalResult TableGatherOp::verify() { return success(); }
LogicalResult EngramGateOp::verify() { return success(); }
LogicalResult EmbedOp::verify() { return success(); }
LogicalResult RmsNormOp::verify() { return success(); }
LogicalResult LinearOp::verify() { return success(); }
LogicalResult GroupedLinearOp::verify() { return success(); }
LogicalResult RopeTableOp::verify() { return success(); }
LogicalResult RopeOp::verify() { return success(); }
LogicalResult MoEOp::verify() { return success(); }
LogicalResult CSA2AttentionOp::verify() { return success(); }
LogicalResult EngramOp::verify() { return success(); }
LogicalResult WeightOp::verify() { return success(); }
LogicalResult StateOp::verify() { return success(); }
LogicalResult CedOp::verify() { return success(); }
LogicalResult LayerOp::verify() { return success(); }
LogicalResult MoEOp::verifySymbolUses(SymbolTableCollection &) { return success(); }
LogicalResult CSA2AttentionOp::verifySymbolUses(SymbolTableCollection &) { return success(); }
LogicalResult EngramOp::verifySymbolUses(SymbolTableCollection &) { return success(); }
LogicalResult WeightRefOp::verifySymbolUses(SymbolTableCollection &) { return success(); }
LogicalResult StateRefOp::verifySymbolUses(SymbolTableCollection &) { return success(); }
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
