//===- ObjectCode.cpp - machine code of kernels ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's LLVM dialect -> LLVM IR -> O3 -> object code. Nothing here may change
// results: no fast-math flags, no contraction; calls of libm do not exist.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/CPU/ObjectCode.h"

#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"

namespace cedar {

static std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const CPUTarget &target) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple("x86_64-unknown-linux-gnu");
  std::string error;
  const llvm::Target *backend =
      llvm::TargetRegistry::lookupTarget(triple, error);
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return std::unique_ptr<llvm::TargetMachine>(backend->createTargetMachine(
      triple, target.processor, "", options, llvm::Reloc::PIC_, std::nullopt,
      llvm::CodeGenOptLevel::Aggressive));
}

/// Adds AddressSanitizer's instrumentation to the end of the pipeline.
static void addSanitizer(llvm::Module &module, llvm::PassBuilder &builder) {
  for (llvm::Function &function : module)
    function.addFnAttr(llvm::Attribute::SanitizeAddress);
  builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager &passes,
                                             llvm::OptimizationLevel,
                                             llvm::ThinOrFullLTOPhase) {
    passes.addPass(llvm::AddressSanitizerPass(llvm::AddressSanitizerOptions()));
  });
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     const CodeOptions &options) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  // Kernels are vectorised by construction.
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
  if (options.sanitizeAddress)
    addSanitizer(module, builder);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  // There is no C library to call: no loop may become memset or memcpy.
  llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
  library.disableAllFunctions();
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(module, modules);
}

static llvm::Expected<std::unique_ptr<llvm::Module>>
translate(mlir::ModuleOp module, llvm::LLVMContext &context,
          llvm::TargetMachine &machine) {
  auto result = mlir::translateModuleToLLVMIR(module, context);
  if (!result)
    return llvm::createStringError("kernels cannot be translated to LLVM IR");
  result->setDataLayout(machine.createDataLayout());
  result->setTargetTriple(machine.getTargetTriple());
  return result;
}

llvm::Expected<llvm::SmallVector<char, 0>>
emitObjectCode(mlir::ModuleOp module, const CPUTarget &target,
               const CodeOptions &options) {
  auto machine = createTargetMachine(target);
  llvm::LLVMContext context;
  auto llvmModule = translate(module, context, *machine);
  if (!llvmModule)
    return llvmModule.takeError();
  optimize(**llvmModule, *machine, options);
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, os, nullptr,
                                   llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError(
        "LLVM's x86 backend cannot emit object code");
  passes.run(**llvmModule);
  return bytes;
}

} // namespace cedar
