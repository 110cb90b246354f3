//===- PrefetchOrder.cpp - launches beside the others of an entry ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prefetched launches run at the same time as the others. That nothing is read
// before it is written, or written while it is read, is a rule of the entry.
// What a kernel does to a state is its own business, and two readers are rare:
// so any two uses of the same memory are kept apart.
//
//===----------------------------------------------------------------------===//

#include "dialect/Plan/IR/PlanDialect.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace cedar::plan {

PrefetchOrder::Memory PrefetchOrder::memoryOf(Value value) {
  Operation *op = value.getDefiningOp();
  if (isa_and_present<BufferOp>(op))
    return {op, nullptr};
  if (isa_and_present<StateOp, StageOp>(op)) {
    auto state = op->getAttrOfType<FlatSymbolRefAttr>("state");
    return {op->getName().getAsOpaquePointer(), state.getAsOpaquePointer()};
  }
  return {};
}

void PrefetchOrder::visit(Operation *op) {
  if (auto wait = dyn_cast<WaitOp>(op))
    waited = std::max(waited, lastUser(wait.getValue()));
  auto launch = dyn_cast<LaunchOp>(op);
  if (!launch || !launch.getPrefetch())
    return;
  ++count;
  for (Value value : launch.getArguments())
    if (Memory memory = memoryOf(value); memory != Memory())
      lastUsers[memory] = count;
}

static LogicalResult verifyLaunch(LaunchOp launch, const PrefetchOrder &order,
                                  DenseSet<PrefetchOrder::Memory> &used) {
  for (auto [i, value] : llvm::enumerate(launch.getArguments())) {
    PrefetchOrder::Memory memory = PrefetchOrder::memoryOf(value);
    if (memory == PrefetchOrder::Memory())
      continue;
    if (!launch.getPrefetch())
      used.insert(memory);
    if (launch.getPrefetch() && used.contains(memory))
      return launch.emitOpError("expected a prefetched launch to use nothing "
                                "that other launches before it use, found "
                                "argument ")
             << i;
    if (!launch.getPrefetch() && !order.isFinished(value))
      return launch.emitOpError("expected a wait before argument ")
             << i << " is used, which a prefetched launch uses";
  }
  return success();
}

LogicalResult EntryOp::verifyRegions() {
  PrefetchOrder order;
  DenseSet<PrefetchOrder::Memory> used;
  for (Operation &op : getBody().front()) {
    if (auto launch = dyn_cast<LaunchOp>(op))
      if (failed(verifyLaunch(launch, order, used)))
        return failure();
    if (auto wait = dyn_cast<WaitOp>(op);
        wait && !order.lastUser(wait.getValue()))
      return wait.emitOpError(
          "expected a value that a prefetched launch before "
          "it uses");
    order.visit(&op);
  }
  return success();
}

} // namespace cedar::plan
