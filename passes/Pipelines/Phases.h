//===- Phases.h - the phases of a compilation -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// import -> model -> schedule -> fuse -> kernels -> target -> artifact. What a
// phase is stands in Phases.def.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_PIPELINES_PHASES_H
#define CEDAR_PASSES_PIPELINES_PHASES_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace cedar {

enum class Phase {
#define CEDAR_PHASE(Id, name, summary, invariant) Id,
#include "passes/Pipelines/Phases.def"
};

struct PhaseInfo {
  Phase phase;
  llvm::StringLiteral name;
  llvm::StringLiteral summary;   ///< what the phase does
  llvm::StringLiteral invariant; ///< what holds when it ends
};

/// All phases in order.
llvm::ArrayRef<PhaseInfo> getPhases();

const PhaseInfo &getPhaseInfo(Phase phase);

/// The phase of that name, or nothing.
std::optional<Phase> parsePhase(llvm::StringRef name);

/// The names of all phases, separated by commas.
std::string joinPhaseNames();

/// Whether the exit invariant is one of the module: the last two phases leave a
/// file, which its own reader checks.
bool hasModuleInvariant(Phase phase);

/// Checks the exit invariant of a phase; a violation is an error at the op.
llvm::LogicalResult verifyPhaseExit(mlir::ModuleOp module, Phase phase);

} // namespace cedar

#endif // CEDAR_PASSES_PIPELINES_PHASES_H
