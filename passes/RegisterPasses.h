//===- RegisterPasses.h - registers the passes of this folder -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_REGISTERPASSES_H
#define CEDAR_PASSES_REGISTERPASSES_H

#include "passes/Analysis/Passes.h"
#include "passes/Cost/Passes.h"
#include "passes/Fusion/Passes.h"
#include "passes/Kernel/Passes.h"
#include "passes/Model/Passes.h"
#include "passes/Pipelines/Passes.h"
#include "passes/Pipelines/Pipelines.h"
#include "passes/Schedule/Passes.h"

namespace cedar {

inline void registerCedarPasses() {
  registerCedarAnalysisPasses();
  registerCedarCostPasses();
  registerCedarModelPasses();
  registerCedarSchedulePasses();
  registerCedarFusionPasses();
  registerCedarKernelPasses();
  registerCedarPipelinesPasses();
  registerCedarPipelines();
}

} // namespace cedar

#endif // CEDAR_PASSES_REGISTERPASSES_H
