//===- PtxCode.cpp - PTX of GPU kernels ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM and NVVM dialects -> LLVM IR -> O3 -> PTX. As for CPUs nothing may
// change results: products and sums are not contracted, divisions and square
// roots are rounded correctly, subnormal numbers are kept.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/NVVM/PtxCode.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

namespace cedar {

static void initializeNVPTX() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

static std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const Chip &chip) {
  initializeNVPTX();
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *backend =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!backend)
    return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::string features = "+ptx" + std::to_string(chip.ptxVersion);
  return std::unique_ptr<llvm::TargetMachine>(backend->createTargetMachine(
      triple, chip.name, features, options, llvm::Reloc::PIC_, std::nullopt,
      llvm::CodeGenOptLevel::Aggressive));
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, modules);
}

llvm::Expected<std::string> emitPtx(mlir::ModuleOp module, const Chip &chip) {
  auto machine = createTargetMachine(chip);
  if (!machine)
    return llvm::createStringError("this LLVM has no NVPTX backend");
  llvm::LLVMContext context;
  auto llvmModule = mlir::translateModuleToLLVMIR(module, context);
  if (!llvmModule)
    return llvm::createStringError("kernels cannot be translated to LLVM IR");
  llvmModule->setDataLayout(machine->createDataLayout());
  llvmModule->setTargetTriple(machine->getTargetTriple());
  optimize(*llvmModule, *machine);
  llvm::SmallVector<char, 0> text;
  llvm::raw_svector_ostream os(text);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, os, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile))
    return llvm::createStringError("LLVM's NVPTX backend cannot emit PTX");
  passes.run(*llvmModule);
  return std::string(text.begin(), text.end());
}

} // namespace cedar
