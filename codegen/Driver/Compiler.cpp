//===- Compiler.cpp - from a checkpoint folder to an artifact ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Driver/Compiler.h"

#include "codegen/Conversion/CedarToLoops/Passes.h"
#include "codegen/Conversion/CedarToPlan/Passes.h"
#include "codegen/Driver/TargetCode.h"
#include "dialect/Cedar/Import/ImportHF.h"
#include "passes/Decision.h"
#include "passes/Kernel/Passes.h"
#include "passes/Pipelines/Pipelines.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace cedar {

/// Primitives -> kernels and plan -> loops.
static void buildKernelsPhase(OpPassManager &pm) {
  pm.addPass(createFormKernels());
  pm.addPass(createConvertCedarToPlan());
  pm.addNestedPass<plan::EntryOp>(createAssignOffsets());
  pm.addPass(createConvertCedarToLoops());
  addPhaseCheck(pm, Phase::Kernels);
}

/// The passes of a phase that works on the module; none for the others.
static void buildPhase(OpPassManager &pm, Phase phase,
                       const CompileOptions &options) {
  ModelPhaseOptions modelOptions;
  SchedulePhaseOptions scheduleOptions;
  FusePhaseOptions fuseOptions;
  switch (phase) {
  case Phase::Model:
    modelOptions.layerwise = options.layerwise;
    modelOptions.leftOut = ArrayRef(options.disabledPasses);
    return buildModelPhase(pm, modelOptions);
  case Phase::Schedule:
    scheduleOptions.replay = options.replay;
    scheduleOptions.verifyMax = options.verifyMax;
    return buildSchedulePhase(pm, scheduleOptions);
  case Phase::Fuse:
    fuseOptions.leftOut = ArrayRef(options.disabledPasses);
    return buildFusePhase(pm, fuseOptions);
  case Phase::Kernels:
    return buildKernelsPhase(pm);
  case Phase::Import:
  case Phase::Target:
  case Phase::Artifact:
    return;
  }
}

static LogicalResult runPasses(ModuleOp module, Phase phase,
                               const CompileOptions &options) {
  PassManager pm(module.getContext());
  options.onPassManager(pm);
  buildPhase(pm, phase, options);
  return pm.size() == 0 ? success() : pm.run(module);
}

/// Writes the IR after `phase` to <dump folder>/<number>-<phase>.mlir, with the
/// locations, so that a compilation that continues from it loses nothing.
static LogicalResult dump(ModuleOp module, const PhaseInfo &info,
                          const CompileOptions &options) {
  if (options.dumpFolder.empty())
    return success();
  if (std::error_code error =
          llvm::sys::fs::create_directories(options.dumpFolder))
    return module.emitError("cannot create folder '")
           << options.dumpFolder << "': " << error.message();
  std::string path = options.dumpFolder + "/" +
                     std::to_string(static_cast<int>(info.phase)) + "-" +
                     info.name.str() + ".mlir";
  std::string error;
  auto file = openOutputFile(path, &error);
  if (!file)
    return module.emitError(error);
  module.print(file->os(), OpPrintingFlags().enableDebugInfo());
  file->os() << '\n';
  file->keep();
  return success();
}

/// The module that the first phase works on.
static OwningOpRef<ModuleOp> readInput(MLIRContext *context,
                                       const CompileOptions &options) {
  if (options.firstPhase != Phase::Import)
    return parseSourceFile<ModuleOp>(options.input, context);
  options.onPhase(getPhaseInfo(Phase::Import));
  ImportOptions import;
  import.csa2Plan = options.csa2Plan;
  OwningOpRef<ModuleOp> module = importHF(options.input, context, import);
  if (module && failed(dump(*module, getPhaseInfo(Phase::Import), options)))
    module = nullptr;
  return module;
}

/// What the command line decided instead of the passes.
static void reportLeftOut(ModuleOp module, const CompileOptions &options) {
  for (const std::string &name : options.disabledPasses)
    remark::missed(module.getLoc(), decisionOf(name, "left-out", module))
        << remark::add("{0} does not run", name)
        << remark::reason("--disable-pass={0} was given", name)
        << remark::suggest("compile without this option");
}

LogicalResult compile(MLIRContext *context, const CompileOptions &options,
                      OwningOpRef<ModuleOp> &module) {
  module = readInput(context, options);
  if (!module)
    return failure();
  reportLeftOut(*module, options);
  for (const PhaseInfo &info : getPhases()) {
    if (info.phase == Phase::Import || info.phase < options.firstPhase ||
        info.phase > options.lastPhase)
      continue;
    if (info.phase == Phase::Target)
      return emitTargets(*module, options);
    options.onPhase(info);
    if (failed(runPasses(*module, info.phase, options)) ||
        failed(dump(*module, info, options)))
      return failure();
    options.afterPhase(info, *module);
  }
  return success();
}

} // namespace cedar
