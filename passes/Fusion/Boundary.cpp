//===- Boundary.cpp - the ops between two sites ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Fusion/Boundary.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace cedar {

namespace {

/// Looks for neighbours in the block of one op.
struct Neighbours {
  Block *block;

  /// The op that makes `value`, if it is of the kind.
  template <typename OpTy>
  OpTy maker(Value value) const {
    auto op = value.getDefiningOp<OpTy>();
    return op && op->getBlock() == block ? op : OpTy();
  }

  /// The first op of the kind, in program order, that reads `value` as its
  /// first operand.
  template <typename OpTy>
  OpTy reader(Value value, function_ref<bool(OpTy)> accepts = nullptr) const {
    OpTy first;
    for (Operation *user : value.getUsers()) {
      auto op = dyn_cast<OpTy>(user);
      if (op && op->getBlock() == block && op->getOperand(0) == value &&
          (!accepts || accepts(op)) && (!first || op->isBeforeInBlock(first)))
        first = op;
    }
    return first;
  }
};

} // namespace

static bool makesValues(RmsNormOp op) {
  return isPlain<BFloat16Type>(
      cast<RankedTensorType>(op.getResult().getType()));
}

static bool makesAQ8(QuantizeOp op) {
  return isAQ8(cast<RankedTensorType>(op.getResult().getType()));
}

/// Whether `collapse` alone reads the mix of `init`.
static bool isMixOf(MhcInitOp init, MhcCollapseOp collapse) {
  return llvm::all_of(init.getMix().getUsers(),
                      [&](Operation *user) { return user == collapse; });
}

Boundary Boundary::match(MhcCollapseOp collapse, Steps steps) {
  Neighbours near{collapse->getBlock()};
  Boundary found;
  found.collapse = collapse;
  found.mix = near.reader<MhcMixOp>(collapse.getStreams());
  found.norm = near.reader<RmsNormOp>(collapse.getResult(), makesValues);
  if (found.norm && steps.quantize)
    found.quantize = near.reader<QuantizeOp>(found.norm.getResult(), makesAQ8);
  if (steps.engram)
    found.gate = near.maker<EngramGateOp>(collapse.getStreams());
  Value streams = found.streamsBeforeGate();
  found.expand = near.maker<MhcExpandOp>(streams);
  if (auto init = near.maker<MhcInitOp>(streams);
      init && isMixOf(init, collapse))
    found.init = init;
  return found;
}

Value Boundary::streamsBeforeGate() {
  return gate ? gate.getStreams() : collapse.getStreams();
}

/// Those of `ops` that are there.
static SmallVector<Operation *> present(ArrayRef<Operation *> ops) {
  return llvm::filter_to_vector(ops, [](Operation *op) { return op; });
}

SmallVector<Operation *> Boundary::streamOps() const {
  return present({init, expand, gate, mix});
}

SmallVector<Operation *> Boundary::siteOps() const {
  return present({collapse, norm, quantize});
}

Operation *Boundary::findDependence() {
  Value before = streamsBeforeGate(), after = collapse.getStreams();
  Operation *maker = before.getDefiningOp();
  llvm::SetVector<Value> visited;
  visited.insert(collapse.getMix());
  for (size_t i = 0; i < visited.size(); ++i) {
    Operation *op = visited[i].getDefiningOp();
    if (!op || op == maker)
      continue;
    if (llvm::is_contained(op->getOperands(), before) ||
        llvm::is_contained(op->getOperands(), after))
      return op;
    visited.insert(op->operand_begin(), op->operand_end());
  }
  return nullptr;
}

} // namespace cedar
