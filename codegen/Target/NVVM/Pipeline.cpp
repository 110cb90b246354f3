//===- Pipeline.cpp - from kernels over tensors to the LLVM and NVVM dialects
//===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/NVVM/Passes.h"

#include "codegen/Target/CPU/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void cedar::buildNVVMPipeline(OpPassManager &pm) {
  addInPlaceBufferization(pm);
  pm.addNestedPass<func::FuncOp>(createDistributeLanes());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  addLoweringToLLVM(pm);
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createAddGpuEntryPoints());
}

void cedar::registerNVVMPipeline() {
  PassPipelineRegistration<>(
      "cedar-nvvm-pipeline",
      "Kernels over tensors to the NVVM dialect for GPUs", buildNVVMPipeline);
}
