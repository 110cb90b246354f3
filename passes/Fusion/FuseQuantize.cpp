//===- FuseQuantize.cpp - rounds rows to codes where they are made --------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legal where the bf16 values have no other reader and one block makes a whole
// row of them: a scale needs the magnitudes of its group.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarOps.h"
#include "passes/Decision.h"
#include "passes/Fusion/Passes.h"

#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "cedar-fuse-quantize"

using namespace mlir;

namespace cedar {

#define GEN_PASS_DEF_FUSEQUANTIZE
#include "passes/Fusion/Passes.h.inc"

static void reportMissed(QuantizeOp op, StringRef name, const Twine &why,
                         const Twine &advice) {
  remark::missed(op.getLoc(), decisionOf(DEBUG_TYPE, name, op))
      << remark::add("quantize stays in a kernel of its own")
      << remark::reason("{0}", why.str())
      << remark::suggest("{0}", advice.str()) << topic("quantize");
}

/// Another reader of the values that `op` rounds, or null.
static Operation *findOtherReader(QuantizeOp op) {
  for (Operation *user : op.getInput().getUsers())
    if (user != op)
      return user;
  return nullptr;
}

/// Joins `op` with what makes its input, or says why not.
static bool fuse(QuantizeOp op) {
  Operation *maker = op.getInput().getDefiningOp();
  if (!maker) {
    reportMissed(op, "maker", "its rows are an argument of the entry",
                 "let the caller give codes");
    return false;
  }
  if (!isa<RmsNormOp, SwigluOp, RopeOp>(maker)) {
    reportMissed(op, "maker",
                 "its rows come from " + maker->getName().getStringRef() +
                     ", of which no block makes a whole row to round",
                 "round behind an rms_norm, a swiglu or a rope");
    return false;
  }
  if (Operation *reader = findOtherReader(op)) {
    reportMissed(op, "other-reader",
                 reader->getName().getStringRef() +
                     " reads the values before they are rounded",
                 "let it read the codes");
    return false;
  }
  remark::passed(op.getLoc(), decisionOf(DEBUG_TYPE, "joined", op))
      << remark::add("{0} gives {1} instead of {2}", maker->getName(),
                     op.getResult().getType(), op.getInput().getType())
      << topic(maker->getName().stripDialect().str() + ", quantize");
  maker->getResult(0).setType(op.getResult().getType());
  op.getResult().replaceAllUsesWith(maker->getResult(0));
  op.erase();
  return true;
}

namespace {

struct FuseQuantizePass : impl::FuseQuantizeBase<FuseQuantizePass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<QuantizeOp> ops;
    getOperation().walk([&](QuantizeOp op) { ops.push_back(op); });
    int64_t fused = llvm::count_if(ops, fuse);
    LDBG() << fused << " of " << ops.size() << " joined";
  }
};

} // namespace

} // namespace cedar
