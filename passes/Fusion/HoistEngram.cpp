//===- HoistEngram.cpp - table rows are fetched beside the layers ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a table_gather is computed from is found by following its operands back.
// If all of it is row numbers and tokens, it can run before any layer has: it
// moves to the top, in its own order, and is marked to run beside the rest.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/EntryAttributes.h"
#include "passes/Decision.h"
#include "passes/Fusion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "cedar-hoist-engram"

using namespace mlir;

namespace cedar {

#define GEN_PASS_DEF_HOISTENGRAM
#include "passes/Fusion/Passes.h.inc"

namespace {

/// Moves the gathers of one entry.
class Hoist {
public:
  Hoist(func::FuncOp entry, int64_t leastOverlap)
      : entry(entry), leastOverlap(leastOverlap),
        top(&entry.getBody().front().front()) {}

  /// Moves one gather, or says why not.
  void hoist(TableGatherOp gather);

private:
  /// The ops that `gather` is computed from, itself included; none if there is
  /// an obstacle, which a remark names.
  SetVector<Operation *> collect(TableGatherOp gather);
  /// Why `op` cannot run before the layers, "" if it can.
  std::string findObstacle(Operation *op);
  std::string findWriter(StateRefOp state);
  int64_t countOverlap(TableGatherOp gather,
                       const SetVector<Operation *> &moved);
  void move(const SetVector<Operation *> &ops);

  void missed(TableGatherOp gather, StringRef name, StringRef why,
              StringRef advice);

  func::FuncOp entry;
  int64_t leastOverlap;
  Operation *top; ///< the first op that stays
  DenseSet<Operation *> hoisted;
};

} // namespace

static bool isIntegers(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getElementType().isIntOrIndex();
}

/// The op that changes `state` in this entry.
std::string Hoist::findWriter(StateRefOp state) {
  std::string name;
  entry.walk([&](StateRefOp ref) {
    if (ref.getState() != state.getState())
      return;
    for (Operation *user : ref->getUsers()) {
      auto effects = dyn_cast<MemoryEffectOpInterface>(user);
      if (effects && effects.getEffectOnValue<MemoryEffects::Write>(ref))
        name = user->getName().getStringRef();
    }
  });
  return name;
}

std::string Hoist::findObstacle(Operation *op) {
  if (auto state = dyn_cast<StateRefOp>(op)) {
    std::string writer = findWriter(state);
    return writer.empty() ? ""
                          : ("the state '" + state.getState() +
                             "' is read, which " + writer + " writes")
                                .str();
  }
  if (isa<WeightRefOp>(op))
    return "";
  StringRef name = op->getName().getStringRef();
  if (!isa<PrimitiveOpInterface>(op))
    return (name + " is no kernel that could run beside others").str();
  for (Value operand : op->getOperands())
    if (!operand.getDefiningOp<WeightRefOp>() &&
        !operand.getDefiningOp<StateRefOp>() && !isIntegers(operand.getType()))
      return (name + " reads activations").str();
  return "";
}

void Hoist::missed(TableGatherOp gather, StringRef name, StringRef why,
                   StringRef advice) {
  remark::missed(gather.getLoc(), decisionOf(DEBUG_TYPE, name, gather))
      << remark::add("table_gather stays where it is")
      << remark::reason("{0}", why) << remark::suggest("{0}", advice)
      << topic("table_gather");
}

SetVector<Operation *> Hoist::collect(TableGatherOp gather) {
  SetVector<Operation *> ops;
  ops.insert(gather);
  for (size_t i = 0; i < ops.size(); ++i) {
    std::string obstacle = findObstacle(ops[i]);
    if (!obstacle.empty()) {
      missed(gather, "depends", obstacle,
             "make row numbers of tokens, row numbers and states that the "
             "entry does not write");
      return {};
    }
    for (Value operand : ops[i]->getOperands())
      if (Operation *maker = operand.getDefiningOp())
        ops.insert(maker);
  }
  return ops;
}

/// Kernels in front of the first reader of the rows that do not move.
int64_t Hoist::countOverlap(TableGatherOp gather,
                            const SetVector<Operation *> &moved) {
  int64_t count = 0;
  for (Operation &op : entry.getBody().front()) {
    if (llvm::is_contained(op.getOperands(), gather.getResult()))
      return count;
    count += isa<PrimitiveOpInterface>(op) && !isa<StateStageOp>(op) &&
             !moved.contains(&op) && !hoisted.contains(&op);
  }
  return count;
}

/// Moves `ops` in front of everything that stays, in their order.
void Hoist::move(const SetVector<Operation *> &ops) {
  SmallVector<Operation *> inOrder;
  for (Operation &op : entry.getBody().front())
    if (ops.contains(&op) && hoisted.insert(&op).second)
      inOrder.push_back(&op);
  for (Operation *op : inOrder) {
    if (op == top)
      top = op->getNextNode();
    else
      op->moveBefore(top);
    if (isa<PrimitiveOpInterface>(op))
      op->setAttr(prefetchAttrName, UnitAttr::get(op->getContext()));
  }
}

void Hoist::hoist(TableGatherOp gather) {
  SetVector<Operation *> ops = collect(gather);
  if (ops.empty())
    return;
  int64_t overlap = countOverlap(gather, ops);
  if (overlap < leastOverlap)
    return missed(gather, "overlap",
                  std::to_string(overlap) +
                      " kernels run before its first reader, expected at "
                      "least " +
                      std::to_string(leastOverlap),
                  "least-overlap=" + std::to_string(overlap) +
                      " would prefetch it");
  int64_t kernels = llvm::count_if(ops, llvm::IsaPred<PrimitiveOpInterface>);
  remark::passed(gather.getLoc(), decisionOf(DEBUG_TYPE, "prefetched", gather))
      << remark::add("{0} kernels that give table rows run beside the {1} "
                     "before the rows' first reader",
                     kernels, overlap)
      << remark::reason("they depend on tokens and row numbers only")
      << remark::metric("KernelsBeside", overlap) << topic("table_gather");
  move(ops);
}

namespace {

struct HoistEngramPass : impl::HoistEngramBase<HoistEngramPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto entry : getOperation().getOps<func::FuncOp>())
      hoistAll(entry);
  }

private:
  void hoistAll(func::FuncOp entry) {
    if (!entry->hasAttr("cedar.entry"))
      return remarkLeftAlone(DEBUG_TYPE, entry, "it is no entry (cedar.entry)",
                             "mark it with cedar.entry if a caller runs it");
    auto gathers = llvm::to_vector(entry.getOps<TableGatherOp>());
    LDBG() << gathers.size() << " gathers in @" << entry.getName();
    if (gathers.empty())
      return remarkLeftAlone(DEBUG_TYPE, entry, "it has no table_gather",
                             "a layer with an Engram table has rows to fetch");
    Hoist hoist(entry, leastOverlap.getValue());
    llvm::for_each(gathers, [&](TableGatherOp op) { hoist.hoist(op); });
  }
};

} // namespace

} // namespace cedar
