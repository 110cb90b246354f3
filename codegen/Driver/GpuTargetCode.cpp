//===- GpuTargetCode.cpp - the code of a GPU target ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All kernels are one PTX module. PTX is always embedded; the machine code
// comes first if there is a ptxas to make it.
//
//===----------------------------------------------------------------------===//

#include "codegen/Driver/GpuTargetCode.h"

#include "codegen/Artifact/ManifestBuilder.h"
#include "codegen/Conversion/CedarToLoops/KernelSignature.h"
#include "codegen/Target/NVVM/Passes.h"
#include "codegen/Target/NVVM/PtxCode.h"

using namespace mlir;

namespace cedar {

/// The kernels of `module`, lowered to the LLVM and NVVM dialects, or null.
static OwningOpRef<ModuleOp> lowerKernels(ModuleOp module,
                                          const CompileOptions &options) {
  OwningOpRef<ModuleOp> kernels = ModuleOp::create(module.getLoc());
  for (auto kernel : module.getOps<func::FuncOp>())
    if (kernel->hasAttr(kGridAttr))
      kernels->push_back(kernel.clone());
  PassManager pm(kernels->getContext());
  options.onPassManager(pm);
  buildNVVMPipeline(pm);
  if (failed(pm.run(*kernels)))
    return nullptr;
  return kernels;
}

/// Notes how much block-local memory each kernel needs.
static void setScratch(ModuleOp kernels, artifact::Target &target) {
  SymbolTable symbols(kernels);
  for (artifact::Kernel &kernel : *target.mutable_kernels()) {
    auto body = symbols.lookup<LLVM::LLVMFuncOp>(kernel.symbol() + "_body");
    kernel.set_scratch_bytes(
        body->getAttrOfType<IntegerAttr>(kScratchBytesAttr).getInt());
  }
}

LogicalResult addGpuTarget(ModuleOp module, const Chip &chip,
                           const CompileOptions &options,
                           rt::ArtifactWriter &writer) {
  auto fail = [&](llvm::Error error) {
    return module.emitError(llvm::toString(std::move(error)));
  };
  OwningOpRef<ModuleOp> kernels = lowerKernels(module, options);
  if (!kernels)
    return failure();
  auto ptx = emitPtx(*kernels, chip);
  if (!ptx)
    return fail(ptx.takeError());
  std::string name = chip.name.str();
  artifact::Target &target = *writer.manifest().add_targets();
  target.set_name(name);
  target.set_multiprocessors(uint32_t(chip.multiprocessors));
  uint32_t ptxBlob = writer.addBlob(name + "/kernels.ptx", *ptx);
  target.set_ptx_blob(ptxBlob);
  target.set_code_blob(ptxBlob);
  target.set_ptx_only(true);
  if (auto ptxas = findPtxas()) {
    auto cubin = assemblePtx(*ptxas, *ptx, chip);
    if (!cubin)
      return fail(cubin.takeError());
    target.set_code_blob(writer.addBlob(name + "/kernels.cubin", *cubin));
    target.set_ptx_only(false);
  }
  addProgram(module, writer.manifest(), target);
  setScratch(*kernels, target);
  return success();
}

} // namespace cedar
