//===- VerifyPhase.cpp - checks the exit invariant of a phase -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes nothing: an error says which invariant of which phase does not hold.
//
//===----------------------------------------------------------------------===//

#include "passes/Decision.h"
#include "passes/Pipelines/Passes.h"

#define DEBUG_TYPE "cedar-verify-phase"

using namespace mlir;

namespace cedar {

#define GEN_PASS_DEF_VERIFYPHASE
#include "passes/Pipelines/Passes.h.inc"

namespace {

struct VerifyPhasePass : impl::VerifyPhaseBase<VerifyPhasePass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    std::optional<Phase> parsed = parsePhase(phase);
    if (!parsed || !hasModuleInvariant(*parsed))
      return emitError(UnknownLoc::get(context))
             << "expected a phase that leaves a module, of " << joinPhaseNames()
             << ", found '" << phase << "'";
    checked = *parsed;
    return success();
  }

  void runOnOperation() override {
    if (failed(verifyPhaseExit(getOperation(), checked)))
      return signalPassFailure();
    markAllAnalysesPreserved();
    report();
  }

private:
  void report() {
    if (getOperation().getBody()->empty())
      return remarkLeftAlone(DEBUG_TYPE, getOperation(),
                             "it has nothing to check");
    const PhaseInfo &info = getPhaseInfo(checked);
    remark::analysis(getOperation().getLoc(),
                     decisionOf(DEBUG_TYPE, "holds", getOperation()))
        << remark::add("phase {0} has ended", info.name)
        << remark::reason("{0}", info.invariant);
  }

  Phase checked = Phase::Import;
};

} // namespace

} // namespace cedar
