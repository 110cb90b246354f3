//===- Modules.cpp - modules and weights in the C API ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thin: checks for null, calls the engine, reports.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/CApi/Handles.h"

using namespace cedar;
using namespace cedar::rt;

cedar_code cedar_module_open(const char *path, const char *target,
                             cedar_module **module) {
  if (!path || !module)
    return reportNull(path ? "module" : "path");
  return guarded([&]() -> Status {
    auto handle = std::make_unique<cedar_module>();
    if (Status status =
            assignTo(Module::open(path, target ? target : ""), handle->module);
        !status.ok())
      return status;
    *module = handle.release();
    return Status();
  });
}

void cedar_module_close(cedar_module *module) { delete module; }

cedar_code cedar_module_get_info(const cedar_module *module,
                                 cedar_module_info *info) {
  if (!module || !info)
    return reportNull(module ? "info" : "module");
  const Module &opened = *module->module;
  const artifact::Model &model = opened.model();
  *info = cedar_module_info{};
  info->model_name = model.name().c_str();
  info->target = opened.target().name().c_str();
  info->compiler_version = opened.manifest().compiler_version().c_str();
  info->vocab_size = model.vocab_size();
  info->hidden_size = model.hidden_size();
  info->max_positions = model.max_positions();
  info->page_tokens = model.page_tokens();
  info->window = model.window();
  info->bos_token = model.bos_token();
  info->eos_token = model.eos_token();
  info->pad_token = model.pad_token();
  info->image_token = model.image_token();
  return CEDAR_OK;
}

const char *cedar_module_entry_name(const cedar_module *module, size_t index) {
  if (!module || index >= size_t(module->module->target().entries_size()))
    return nullptr;
  return module->module->target().entries(int(index)).name().c_str();
}

cedar_code cedar_module_state(const cedar_module *module, size_t index,
                              cedar_state_info *info) {
  if (!module || !info)
    return reportNull(module ? "info" : "module");
  const artifact::Manifest &manifest = module->module->manifest();
  if (index >= size_t(manifest.states_size()))
    return report(
        Status(Code::notFound, "the module has " +
                                   std::to_string(manifest.states_size()) +
                                   " states"));
  const artifact::State &state = manifest.states(int(index));
  *info = cedar_state_info{};
  info->name = state.name().c_str();
  info->role = state.role().c_str();
  info->layer = state.layer();
  info->paged = state.kind() == artifact::State::PAGED;
  info->rows = state.rows();
  info->ratio = state.ratio();
  info->channels = state.channels();
  info->row_bytes = state.row_bytes();
  return CEDAR_OK;
}

cedar_code cedar_weights_open(const cedar_module *module, const char *folder,
                              const cedar_weights_options *options,
                              cedar_weights **weights) {
  if (!module || !folder || !weights)
    return reportNull(!module ? "module" : !folder ? "folder" : "weights");
  return guarded([&]() -> Status {
    auto handle = std::make_unique<cedar_weights>();
    if (Status status = assignTo(
            Weights::open(module->module, folder,
                          options ? *options : cedar_weights_options{}),
            handle->weights);
        !status.ok())
      return status;
    *weights = handle.release();
    return Status();
  });
}

cedar_code cedar_weights_synthetic(const cedar_module *module, uint64_t seed,
                                   cedar_weights **weights) {
  if (!module || !weights)
    return reportNull(module ? "weights" : "module");
  return guarded([&]() -> Status {
    auto handle = std::make_unique<cedar_weights>();
    if (Status status =
            assignTo(Weights::synthetic(module->module, seed), handle->weights);
        !status.ok())
      return status;
    *weights = handle.release();
    return Status();
  });
}

void cedar_weights_close(cedar_weights *weights) { delete weights; }
