//===- Pipelines.h - the phases that leave cedar IR, as pipelines ---------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per phase appends its passes and the check of its exit
// invariant. `kernels`, `target` and `artifact` depend on the target and belong
// to codegen. Each is also registered under `cedar-<phase>-phase`.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_PIPELINES_PIPELINES_H
#define CEDAR_PASSES_PIPELINES_PIPELINES_H

#include "passes/Pipelines/Phases.h"
#include "passes/Schedule/ReplaySplit.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace cedar {

struct ModelPhaseOptions : mlir::PassPipelineOptions<ModelPhaseOptions> {
  Option<bool> layerwise{
      *this, "layerwise",
      llvm::cl::desc(
          "Add the entry @layerwise, which runs every layer on given "
          "inputs and returns what it computes"),
      llvm::cl::init(false)};
  ListOption<std::string> leftOut{
      *this, "leave-out", llvm::cl::desc("Optional passes to leave out")};
};

struct SchedulePhaseOptions : mlir::PassPipelineOptions<SchedulePhaseOptions> {
  ListOption<std::string> entries{
      *this, "entries",
      llvm::cl::desc("Entries to derive, of prefill_exact, prefill_replay, "
                     "prefill_resume, "
                     "decode, verify and commit; none means all")};
  Option<ReplayForm> replay{
      *this, "replay", llvm::cl::desc("Windows that bounded replay cuts"),
      llvm::cl::init(ReplayForm::Bounded),
      llvm::cl::values(
          clEnumValN(ReplayForm::Bounded, "bounded",
                     "those of all layers behind the last append"),
          clEnumValN(ReplayForm::SourceExact, "source-exact",
                     "the same, but the layer of the last append attends to "
                     "its exact window"))};
  Option<int64_t> verifyMax{
      *this, "verify-max",
      llvm::cl::desc("Most rows of a sequence in one call of verify"),
      llvm::cl::init(8)};
};

struct FusePhaseOptions : mlir::PassPipelineOptions<FusePhaseOptions> {
  ListOption<std::string> leftOut{
      *this, "leave-out", llvm::cl::desc("Optional passes to leave out")};
};

void buildModelPhase(mlir::OpPassManager &pm,
                     const ModelPhaseOptions &options = {});
void buildSchedulePhase(mlir::OpPassManager &pm,
                        const SchedulePhaseOptions &options = {});
void buildFusePhase(mlir::OpPassManager &pm,
                    const FusePhaseOptions &options = {});

/// The names of the passes of all phases that can be left out one by one.
llvm::SmallVector<std::string> getOptionalPasses();

/// Appends the check of a phase's exit invariant.
void addPhaseCheck(mlir::OpPassManager &pm, Phase phase);

void registerCedarPipelines();

} // namespace cedar

#endif // CEDAR_PASSES_PIPELINES_PIPELINES_H
