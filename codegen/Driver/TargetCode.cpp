//===- TargetCode.cpp - the phases target and artifact ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are compiled in a fixed number of parts, so that the code does not
// depend on the machine that compiles, and the parts in parallel.
//
//===----------------------------------------------------------------------===//

#include "codegen/Driver/TargetCode.h"

#include "codegen/Artifact/ManifestBuilder.h"
#include "codegen/Conversion/CedarToLoops/KernelSignature.h"
#include "codegen/Driver/GpuTargetCode.h"
#include "codegen/Target/CPU/ObjectCode.h"
#include "codegen/Target/CPU/Passes.h"
#include "runtime/lib/Artifact/ArtifactWriter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Parallel.h"

using namespace mlir;

namespace cedar {

static constexpr size_t kParts = 8;

namespace {

using Bytes = llvm::SmallVector<char, 0>;

/// Kernels of the module as modules of their own, dealt out in turn.
struct KernelParts {
  explicit KernelParts(ModuleOp module) : modules(kParts) {
    for (OwningOpRef<ModuleOp> &part : modules)
      part = ModuleOp::create(module.getLoc());
    size_t next = 0;
    for (auto kernel : module.getOps<func::FuncOp>())
      if (kernel->hasAttr(kGridAttr))
        modules[next++ % kParts]->push_back(kernel.clone());
  }

  /// Lowers every part to the LLVM dialect.
  LogicalResult lower(const CompileOptions &options) {
    for (OwningOpRef<ModuleOp> &part : modules) {
      PassManager pm(part->getContext());
      options.onPassManager(pm);
      buildCPUPipeline(pm);
      if (failed(pm.run(*part)))
        return failure();
    }
    return success();
  }

  SmallVector<OwningOpRef<ModuleOp>> modules;
};

} // namespace

static LogicalResult report(ModuleOp module, llvm::Error error) {
  return module.emitError(llvm::toString(std::move(error)));
}

/// The shared object of one target.
static llvm::Expected<Bytes> emitCode(KernelParts &parts,
                                      const CPUTarget &target,
                                      const CodeOptions &options) {
  std::vector<Bytes> objects(kParts);
  llvm::Error failure = llvm::parallelForEachError(
      llvm::seq(kParts), [&](size_t i) -> llvm::Error {
        auto object = emitObjectCode(*parts.modules[i], target, options);
        if (!object)
          return object.takeError();
        objects[i] = std::move(*object);
        return llvm::Error::success();
      });
  if (failure)
    return std::move(failure);
  return linkSharedObject(objects, options);
}

static LogicalResult addCpuTarget(ModuleOp module, KernelParts &parts,
                                  const std::string &name,
                                  const CodeOptions &options,
                                  rt::ArtifactWriter &writer) {
  auto target = lookupCPUTarget(name);
  if (!target)
    return report(module, target.takeError());
  auto code = emitCode(parts, *target, options);
  if (!code)
    return report(module, code.takeError());
  artifact::Target &message = *writer.manifest().add_targets();
  message.set_name(name);
  for (const std::string &feature : target->features)
    message.add_features(feature);
  message.set_code_blob(writer.addBlob(
      name + "/code.so", std::string(code->begin(), code->end())));
  addProgram(module, writer.manifest(), message);
  return success();
}

/// Adds all targets; kernels for CPUs are lowered once.
static LogicalResult addTargets(ModuleOp module, const CompileOptions &options,
                                rt::ArtifactWriter &writer) {
  std::optional<KernelParts> parts;
  for (const std::string &name : options.targets) {
    if (const Chip *chip = lookupChip(name)) {
      if (failed(addGpuTarget(module, *chip, options, writer)))
        return failure();
      continue;
    }
    if (!parts && failed(parts.emplace(module).lower(options)))
      return failure();
    if (failed(addCpuTarget(module, *parts, name, options.code, writer)))
      return failure();
  }
  return success();
}

/// Makes the dialects of lowered kernels translatable. Changes the context, so
/// it must happen before threads translate in it.
static void registerTranslations(MLIRContext &context) {
  registerBuiltinDialectTranslation(context);
  registerLLVMDialectTranslation(context);
  registerNVVMDialectTranslation(context);
}

LogicalResult emitTargets(ModuleOp module, const CompileOptions &options) {
  registerTranslations(*module.getContext());
  options.onPhase(getPhaseInfo(Phase::Target));
  rt::ArtifactWriter writer;
  artifact::Manifest &manifest = writer.manifest();
  manifest.set_compiler_version(CEDAR_VERSION);
  manifest.set_llvm_version(LLVM_VERSION_STRING);
  for (const std::string &option : options.command)
    manifest.add_command(option);
  addModelFacts(module, manifest);
  addWeights(module, manifest);
  addStates(module, manifest);
  if (failed(addTargets(module, options, writer)))
    return failure();
  if (options.lastPhase == Phase::Target)
    return success();
  options.onPhase(getPhaseInfo(Phase::Artifact));
  if (rt::Status status = writer.write(options.output); !status.ok())
    return module.emitError(status.message());
  return success();
}

} // namespace cedar
