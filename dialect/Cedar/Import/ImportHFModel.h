//===- ImportHFModel.h - facts of a checkpoint that import needs ----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands in a checkpoint folder beside the payload, and the steps that
// create a module from it.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_IMPORTHFMODEL_H
#define CEDAR_DIALECT_CEDAR_IMPORT_IMPORTHFMODEL_H

#include "dialect/Cedar/Import/ValidateCheckpoint.h"
#include "runtime/lib/Engram/Tables.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace cedar {

/// A checkpoint folder without its payload.
struct CheckpointFacts {
  CheckpointReport report;
  std::vector<rt::EngramLayer> engram; ///< one per Engram layer
  std::string name;                    ///< of the folder
  std::string tokenizerSha256;         ///< of tokenizer.json; empty without one
};

/// Tokens that one page covers: the smallest multiple of all ratios that is at
/// least `minimum`.
int64_t pageTokens(const ModelConfig &config, int64_t minimum);

/// Adds a `cedar.weight` for every backbone tensor, and for the token map.
void importWeights(mlir::OpBuilder &builder, const CheckpointFacts &facts);

/// Adds a `cedar.state` for every cache (SPEC 5.1).
void importStates(mlir::OpBuilder &builder, const ModelConfig &config,
                  int64_t pageTokens);

/// Adds `@forward`; the weights and states must be there.
void importForward(mlir::ModuleOp module, const CheckpointFacts &facts);

/// Sets the facts that the artifact's manifest repeats, as attributes.
void importModuleFacts(mlir::ModuleOp module, const CheckpointFacts &facts,
                       int64_t pageTokens);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_IMPORTHFMODEL_H
