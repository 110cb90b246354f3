//===- EntryCosts.cpp - what an entry costs at given sizes --------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/EntryCosts.h"

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/LayerPath.h"

using namespace mlir;

namespace cedar {

/// The name of the weight that `op` multiplies by, without its layer
/// ("attn.wq_b"), else the op's ("sparse_attention").
static StringRef labelOf(Operation *op) {
  if (isa<LinearOp, GroupedLinearOp, ExpertLinearOp>(op))
    for (Value operand : op->getOperands())
      if (auto weight = operand.getDefiningOp<WeightRefOp>()) {
        StringRef name = weight.getWeight();
        int64_t layer;
        if (name.consume_front("layers.") && !name.consumeInteger(10, layer))
          name.consume_front(".");
        name.consume_back(".weight");
        return name;
      }
  return op->getName().stripDialect();
}

EntryCosts::EntryCosts(func::FuncOp entry, KernelNames &names)
    : function(entry) {
  entry.walk([&](CostOpInterface op) { addSite(op, names); });
  addGroups();
}

void EntryCosts::addSite(CostOpInterface op, KernelNames &names) {
  bool launched = isa<PrimitiveOpInterface>(*op) && !isa<StateStageOp>(*op);
  Site site{op, layerPathOf(op->getLoc()), launched ? names.of(op) : "", 0};
  // Rows that were asked for are another size of the same kernel; what is no
  // launch is on its own.
  std::string key =
      (site.kernel + "/" + Twine(launched ? 0 : ops.size())).str();
  if (op->getNumOperands() &&
      isa<RankedTensorType>(op->getOperand(0).getType()) &&
      rowCountOf(op->getOperand(0)).kind == RowCount::asked)
    key += "/asked";
  auto [found, isNew] = distinctByKey.try_emplace(key, distinct.size());
  if (isNew)
    distinct.push_back(op);
  site.costIndex = found->second;
  ops.push_back(site);
}

void EntryCosts::addGroups() {
  DenseMap<Operation *, size_t> costOf;
  for (const Site &site : ops)
    costOf[site.op] = site.costIndex;
  for (const FusedGroup &fused : groupSteps(function)) {
    Operation *first = fused.ops.front();
    Group group{first, labelOf(first), layerOf(first->getLoc()),
                {},    fused.read,     fused.written};
    for (Operation *op : fused.ops)
      group.costs.push_back(costOf.lookup(op));
    groups.push_back(std::move(group));
  }
}

std::vector<OpCost> EntryCosts::costsAt(const CostShape &shape) const {
  std::vector<OpCost> costs;
  for (CostOpInterface op : distinct)
    costs.push_back(op.getCost(shape));
  return costs;
}

/// The ops' costs, but of the rows only those that enter and leave the group.
OpCost EntryCosts::costOf(const Group &group, ArrayRef<OpCost> costs,
                          const CostShape &shape) {
  OpCost sum;
  for (size_t index : group.costs)
    sum += costs[index];
  sum.activationReadBytes = group.read.in(shape);
  sum.activationWriteBytes = group.written.in(shape);
  return sum;
}

Figures EntryCosts::floorOf(ArrayRef<OpCost> costs, const CostShape &shape,
                            const Machine &machine,
                            function_ref<bool(Operation *)> counts) const {
  Figures sum;
  for (const Group &group : groups)
    if (counts(group.first))
      sum.add(costOf(group, costs, shape), machine);
  return sum;
}

Figures EntryCosts::floorAt(const CostShape &shape,
                            const Machine &machine) const {
  return floorOf(costsAt(shape), shape, machine,
                 [](Operation *) { return true; });
}

EntryFigures EntryCosts::at(const CostShape &shape,
                            const Machine &machine) const {
  std::vector<OpCost> costs = costsAt(shape);
  EntryFigures figures;
  for (const Group &group : groups) {
    Figures one;
    one.add(costOf(group, costs, shape), machine);
    figures.fused += one;
    figures.groups[group.label] += one;
    figures.layers[group.layer] += one;
  }
  for (const Site &site : ops) {
    if (site.kernel.empty())
      continue;
    Figures one;
    one.add(costs[site.costIndex], machine);
    figures.planned += one;
    figures.kernels[site.kernel] += one;
  }
  return figures;
}

} // namespace cedar
