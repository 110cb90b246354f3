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
//
//===----------------------------------------------------------------------===//

#include "dialect/Plan/IR/PlanDialect.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace cedar::plan {

void PrefetchOrder::visit(Operation *op) {
  if (auto wait = dyn_cast<WaitOp>(op))
    waited = std::max(waited, writer(wait.getValue()));
  auto launch = dyn_cast<LaunchOp>(op);
  if (!launch || !launch.getPrefetch())
    return;
  ++count;
  for (Value value : launch.getWritten())
    writers[value] = count;
}

/// Memory that launches hand on to each other.
static bool isShared(Value value) {
  return isa_and_present<BufferOp, StageOp>(value.getDefiningOp());
}

static LogicalResult verifyLaunch(LaunchOp launch, const PrefetchOrder &order,
                                  DenseSet<Value> &used) {
  for (auto [i, value] : llvm::enumerate(launch.getArguments())) {
    if (!isShared(value))
      continue;
    if (!launch.getPrefetch())
      used.insert(value);
    if (launch.getPrefetch() && used.contains(value))
      return launch.emitOpError("expected a prefetched launch to use nothing "
                                "that other launches before it use, found "
                                "argument ")
             << i;
    if (!launch.getPrefetch() && !order.isFinished(value))
      return launch.emitOpError("expected a wait before argument ")
             << i << " is used, which a prefetched launch writes";
  }
  return success();
}

LogicalResult EntryOp::verifyRegions() {
  PrefetchOrder order;
  DenseSet<Value> used;
  for (Operation &op : getBody().front()) {
    if (auto launch = dyn_cast<LaunchOp>(op))
      if (failed(verifyLaunch(launch, order, used)))
        return failure();
    if (auto wait = dyn_cast<WaitOp>(op);
        wait && !order.writer(wait.getValue()))
      return wait.emitOpError(
          "expected a value that a prefetched launch before "
          "it writes");
    order.visit(&op);
  }
  return success();
}

} // namespace cedar::plan
