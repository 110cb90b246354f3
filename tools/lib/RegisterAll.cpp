//===- RegisterAll.cpp - what every compiler tool knows -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/lib/RegisterAll.h"

#include "codegen/Conversion/CedarToLoops/Passes.h"
#include "codegen/Conversion/CedarToPlan/Passes.h"
#include "codegen/Target/CPU/Passes.h"
#include "codegen/Target/NVVM/Passes.h"
#include "dialect/Cedar/IR/CedarDialect.h"
#include "dialect/Plan/IR/PlanDialect.h"
#include "passes/RegisterPasses.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

using namespace mlir;

void cedar::registerAllCedarDialects(DialectRegistry &registry) {
  registerCedarDialects(registry);
  registry.insert<plan::PlanDialect>();
}

void cedar::registerAllCedarPasses() {
  registerCedarPasses();
  registerCedarToLoopsPasses();
  registerCedarToPlanPasses();
  registerCedarCPUPasses();
  registerCPUPipeline();
  registerCedarNVVMPasses();
  registerNVVMPipeline();
}

void cedar::registerEveryDialect(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllCedarDialects(registry);
}

void cedar::registerEveryPass() {
  registerAllPasses();
  registerAllCedarPasses();
}
