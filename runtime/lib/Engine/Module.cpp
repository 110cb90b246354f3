//===- Module.cpp - an artifact with its code loaded ----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code is only loaded after its checksum has been compared.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Module.h"

#include "runtime/lib/Artifact/ManifestCheck.h"
#include "runtime/lib/Engine/CpuFeatures.h"
#include "runtime/lib/Engine/GpuTarget.h"
#include "runtime/lib/Support/Quote.h"

using namespace cedar;
using namespace cedar::rt;

static std::string missingFeatures(const artifact::Target &target) {
  return missingCpuFeatures(
      {target.features().begin(), target.features().end()});
}

static Status cannotRun(const artifact::Target &target) {
  return Status(Code::incompatible, "target '" + target.name() +
                                        "' needs CPU features that this "
                                        "machine lacks: " +
                                        missingFeatures(target) +
                                        "; compile with --target=cpu");
}

static Result<const artifact::Target *>
targetByName(const artifact::Manifest &manifest, const std::string &name) {
  for (const artifact::Target &target : manifest.targets()) {
    if (target.name() != name)
      continue;
    if (isCpuTarget(target) && !missingFeatures(target).empty())
      return cannotRun(target);
    return &target;
  }
  return Status(Code::notFound, "no target " + quoteName(name) +
                                    ", the file has: " + targetNames(manifest));
}

Result<const artifact::Target *>
rt::selectTarget(const artifact::Manifest &manifest, const std::string &name) {
  if (name == anyGpuTarget)
    return selectGpuTarget(manifest);
  if (!name.empty())
    return targetByName(manifest, name);
  const artifact::Target *best = nullptr, *refused = nullptr;
  for (const artifact::Target &target : manifest.targets()) {
    if (!isCpuTarget(target))
      continue;
    if (!missingFeatures(target).empty())
      refused = &target;
    else if (!best || target.features_size() > best->features_size())
      best = &target;
  }
  if (best)
    return best;
  if (refused)
    return cannotRun(*refused);
  return Status(Code::incompatible,
                "no code for a CPU, the file has: " + targetNames(manifest) +
                    "; compile with --target=cpu");
}

Result<std::shared_ptr<const Module>> Module::open(const std::string &path,
                                                   const std::string &target) {
  Result<ArtifactReader> reader = ArtifactReader::open(path);
  if (!reader.ok())
    return reader.status();
  if (Status status = reader->verifyBlobs(); !status.ok())
    return status;
  std::shared_ptr<Module> module(new Module(std::move(*reader)));
  if (Status status = module->chooseTarget(target); !status.ok())
    return Status(status.code(), "'" + path + "': " + status.message());
  if (Status status = module->loadCode(); !status.ok())
    return status;
  return std::shared_ptr<const Module>(std::move(module));
}

Status Module::chooseTarget(const std::string &name) {
  Result<const artifact::Target *> target = selectTarget(manifest(), name);
  if (!target.ok())
    return target.status();
  target_ = *target;
  return Status();
}

/// Loads the machine code of a GPU target.
Status Module::loadDevice() {
  std::string where = "'" + artifact_.path() + "'";
  if (target_->ptx_only())
    return Status(Code::incompatible,
                  where + " has no machine code for '" + target_->name() +
                      "', only PTX; compile where ptxas is found");
  Result<std::unique_ptr<CudaDevice>> device =
      CudaDevice::open(*target_, artifact_.blob(target_->code_blob()), where);
  if (!device.ok())
    return device.status();
  device_ = std::move(*device);
  kernels_.resize(size_t(target_->kernels_size()));
  return Status();
}

Status Module::loadCode() {
  if (!isCpuTarget(*target_))
    return loadDevice();
  std::string where = "'" + artifact_.path() + "'";
  Result<CodeObject> code =
      CodeObject::load(artifact_.blob(target_->code_blob()), where);
  if (!code.ok())
    return code.status();
  code_.emplace(std::move(*code));
  std::string missing;
  for (const artifact::Kernel &kernel : target_->kernels()) {
    kernels_.push_back(code_->find(kernel.symbol()));
    if (!kernels_.back())
      missing += (missing.empty() ? "" : ", ") + kernel.symbol();
  }
  if (!missing.empty())
    return Status(Code::corrupt, where + ": the code of target '" +
                                     target_->name() +
                                     "' lacks kernels: " + missing);
  return Status();
}

/// Names of all entries, for messages.
static std::string entryNames(const artifact::Target &target) {
  std::string names;
  for (const artifact::Entry &entry : target.entries())
    names += (names.empty() ? "" : ", ") + entry.name();
  return names;
}

Result<uint32_t> Module::entryIndex(const char *name) const {
  for (int i = 0; i < target_->entries_size(); ++i)
    if (target_->entries(i).name() == name)
      return uint32_t(i);
  return Status(Code::notFound, "no entry " + quoteName(name) +
                                    ", the file has: " + entryNames(*target_));
}

std::optional<uint32_t> Module::commitOf(uint32_t index) const {
  const artifact::Entry &entry = target_->entries(int(index));
  if (entry.commits())
    return std::nullopt;
  for (int i = 0; i < target_->entries_size(); ++i)
    if (target_->entries(i).commits() &&
        (entry.commit().empty() ||
         target_->entries(i).name() == entry.commit()))
      return uint32_t(i);
  return std::nullopt;
}

std::optional<uint32_t> Module::finishOf(uint32_t index) const {
  const std::string &name = target_->entries(int(index)).finish();
  for (int i = 0; i < target_->entries_size() && !name.empty(); ++i)
    if (target_->entries(i).name() == name)
      return uint32_t(i);
  return std::nullopt;
}
