//===- Pipelines.cpp - the phases that leave cedar IR, as pipelines -------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Pipelines/Pipelines.h"

#include "passes/Fusion/Passes.h"
#include "passes/Model/Passes.h"
#include "passes/Pipelines/Passes.h"
#include "passes/Schedule/Passes.h"

#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace cedar {

void addPhaseCheck(OpPassManager &pm, Phase phase) {
  VerifyPhaseOptions options;
  options.phase = getPhaseInfo(phase).name.str();
  pm.addPass(createVerifyPhase(options));
}

/// Passes without which `phase` leaves a module that means the same, at the end
/// of the phase, in order.
static void makeOptionalPasses(Phase phase,
                               function_ref<void(std::unique_ptr<Pass>)> take) {
  if (phase == Phase::Model) {
    take(createCanonicalizerPass());
    take(createCSEPass());
  }
  if (phase == Phase::Fuse) {
    take(createFuseHyperConnections());
    take(createFuseQuantize());
    take(createHoistEngram());
  }
}

/// Appends the optional passes of `phase`, except those to leave out.
static void addOptionalPasses(OpPassManager &pm, Phase phase,
                              ArrayRef<std::string> leftOut) {
  makeOptionalPasses(phase, [&](std::unique_ptr<Pass> pass) {
    if (!llvm::is_contained(leftOut, pass->getArgument()))
      pm.addPass(std::move(pass));
  });
}

SmallVector<std::string> getOptionalPasses() {
  SmallVector<std::string> names;
  for (const PhaseInfo &info : getPhases())
    makeOptionalPasses(info.phase, [&](std::unique_ptr<Pass> pass) {
      names.push_back(pass->getArgument().str());
    });
  return names;
}

void buildModelPhase(OpPassManager &pm, const ModelPhaseOptions &options) {
  if (options.layerwise)
    pm.addPass(createDeriveLayerwise());
  pm.addPass(createExpandLayers());
  pm.addPass(createCollectTaps());
  addOptionalPasses(pm, Phase::Model, options.leftOut);
  addPhaseCheck(pm, Phase::Model);
}

void buildSchedulePhase(OpPassManager &pm,
                        const SchedulePhaseOptions &options) {
  DeriveEntriesOptions entries;
  llvm::append_range(entries.entries, options.entries);
  entries.replay = options.replay;
  entries.verifyMax = options.verifyMax;
  pm.addPass(createDeriveEntries(entries));
  addPhaseCheck(pm, Phase::Schedule);
}

void buildFusePhase(OpPassManager &pm, const FusePhaseOptions &options) {
  addOptionalPasses(pm, Phase::Fuse, options.leftOut);
  addPhaseCheck(pm, Phase::Fuse);
}

void registerCedarPipelines() {
  PassPipelineRegistration<ModelPhaseOptions>(
      "cedar-model-phase", getPhaseInfo(Phase::Model).summary, buildModelPhase);
  PassPipelineRegistration<SchedulePhaseOptions>(
      "cedar-schedule-phase", getPhaseInfo(Phase::Schedule).summary,
      buildSchedulePhase);
  PassPipelineRegistration<FusePhaseOptions>(
      "cedar-fuse-phase", getPhaseInfo(Phase::Fuse).summary, buildFusePhase);
}

} // namespace cedar
