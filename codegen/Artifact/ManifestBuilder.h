//===- ManifestBuilder.h - from IR to the artifact's manifest ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates what the module says (model facts, weights, states, plan entries,
// kernel grids) into the protobuf messages that the runtime reads.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_ARTIFACT_MANIFESTBUILDER_H
#define CEDAR_CODEGEN_ARTIFACT_MANIFESTBUILDER_H

#include "mlir/IR/BuiltinOps.h"
#include "runtime/lib/Artifact/Manifest.pb.h"

namespace cedar {

/// The facts of the module's attributes: model, layers, hashes.
void addModelFacts(mlir::ModuleOp module, artifact::Manifest &manifest);

/// Its weights and states, in program order.
void addWeights(mlir::ModuleOp module, artifact::Manifest &manifest);
void addStates(mlir::ModuleOp module, artifact::Manifest &manifest);

/// The kernels (functions with a grid) and the entries of `module` as the
/// program of `target`. Weights and states must be in the manifest already.
void addProgram(mlir::ModuleOp module, const artifact::Manifest &manifest,
                artifact::Target &target);

} // namespace cedar

#endif // CEDAR_CODEGEN_ARTIFACT_MANIFESTBUILDER_H
