//===- Compiler.h - from a checkpoint folder to an artifact ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The phases of passes/Pipelines/Phases.def in a row. Tools give options and a
// progress callback; everything else is here.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_DRIVER_COMPILER_H
#define CEDAR_CODEGEN_DRIVER_COMPILER_H

#include "codegen/Target/CPU/ObjectCode.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "passes/Pipelines/Phases.h"
#include "passes/Schedule/ReplaySplit.h"
#include <functional>
#include <string>
#include <vector>

namespace cedar {

struct CompileOptions {
  std::string input; ///< checkpoint folder, or a file of IR
  std::vector<std::string> targets = {"cpu"};
  std::string output;               ///< the .cedar file
  Phase firstPhase = Phase::Import; ///< a later one: `input` is IR before it
  Phase lastPhase = Phase::Artifact;
  std::string csa2Plan;   ///< attention modes instead of config.json's, if any
  std::string dumpFolder; ///< one file of IR per phase, if not empty
  bool layerwise = false; ///< adds the entry @layerwise
  ReplayForm replay = ReplayForm::Bounded; ///< windows that replay cuts
  int64_t verifyMax = 8; ///< rows of a sequence in one @verify
  std::vector<std::string> disabledPasses; ///< of getOptionalPasses()
  CodeOptions code;                        ///< of every target
  std::vector<std::string> command;        ///< options, for the manifest
  std::function<void(const PhaseInfo &)> onPhase = [](const PhaseInfo &) {};
  /// Sees the module that a phase left.
  std::function<void(const PhaseInfo &, mlir::ModuleOp)> afterPhase =
      [](const PhaseInfo &, mlir::ModuleOp) {};
  /// Applies command line options of the pass manager.
  std::function<void(mlir::PassManager &)> onPassManager =
      [](mlir::PassManager &) {};
};

/// Compiles from `firstPhase` up to `lastPhase`. With the last phase, writes
/// the artifact; otherwise `module` receives the IR. Failures have been
/// reported as diagnostics.
llvm::LogicalResult compile(mlir::MLIRContext *context,
                            const CompileOptions &options,
                            mlir::OwningOpRef<mlir::ModuleOp> &module);

} // namespace cedar

#endif // CEDAR_CODEGEN_DRIVER_COMPILER_H
