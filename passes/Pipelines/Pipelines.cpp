//===- Pipelines.cpp - the phases that leave cedar IR, as pipelines -------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Pipelines/Pipelines.h"

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

void buildModelPhase(OpPassManager &pm, const ModelPhaseOptions &options) {
  if (options.layerwise)
    pm.addPass(createDeriveLayerwise());
  pm.addPass(createExpandLayers());
  pm.addPass(createCollectTaps());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
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

void buildFusePhase(OpPassManager &pm) { addPhaseCheck(pm, Phase::Fuse); }

void registerCedarPipelines() {
  PassPipelineRegistration<ModelPhaseOptions>(
      "cedar-model-phase", getPhaseInfo(Phase::Model).summary, buildModelPhase);
  PassPipelineRegistration<SchedulePhaseOptions>(
      "cedar-schedule-phase", getPhaseInfo(Phase::Schedule).summary,
      buildSchedulePhase);
  PassPipelineRegistration<>("cedar-fuse-phase",
                             getPhaseInfo(Phase::Fuse).summary, buildFusePhase);
}

} // namespace cedar
