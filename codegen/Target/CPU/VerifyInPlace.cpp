//===- VerifyInPlace.cpp - no allocation, no copy ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/CPU/Passes.h"

#include "passes/Decision.h"

#define DEBUG_TYPE "cedar-verify-in-place"

namespace cedar {
#define GEN_PASS_DEF_VERIFYINPLACE
#include "codegen/Target/CPU/Passes.h.inc"
} // namespace cedar

using namespace mlir;

namespace {

struct VerifyInPlacePass : cedar::impl::VerifyInPlaceBase<VerifyInPlacePass> {
  using Base::Base;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return cedar::remarkLeftAlone(DEBUG_TYPE, getOperation(),
                                    "it has no body to check");
    getOperation().walk([&](Operation *op) {
      if (!isa<memref::AllocOp, memref::CopyOp>(op))
        return;
      op->emitError("expected a kernel that works in place, found '")
          << op->getName() << "' in '" << getOperation().getName() << "'";
      signalPassFailure();
    });
  }
};

} // namespace
