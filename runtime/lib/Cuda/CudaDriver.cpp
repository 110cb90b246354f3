//===- CudaDriver.cpp - CUDA's driver interface ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Cuda/CudaDriver.h"

#include <dlfcn.h>

using namespace cedar::rt;

namespace {

/// Fills the table in; remembers the first name that is missing.
struct SymbolFinder {
  void *library;
  const char *missing = nullptr;

  template <typename Function>
  void find(Function &function, const char *name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function && !missing)
      missing = name;
  }
};

} // namespace

static const char *findAll(void *library, CudaDriver &driver) {
  SymbolFinder finder{library};
  finder.find(driver.init, "cuInit");
  finder.find(driver.deviceGet, "cuDeviceGet");
  finder.find(driver.deviceGetAttribute, "cuDeviceGetAttribute");
  finder.find(driver.primaryCtxRetain, "cuDevicePrimaryCtxRetain");
  finder.find(driver.primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
  finder.find(driver.ctxSetCurrent, "cuCtxSetCurrent");
  finder.find(driver.ctxSynchronize, "cuCtxSynchronize");
  finder.find(driver.moduleLoadData, "cuModuleLoadData");
  finder.find(driver.moduleUnload, "cuModuleUnload");
  finder.find(driver.moduleGetFunction, "cuModuleGetFunction");
  finder.find(driver.memAlloc, "cuMemAlloc_v2");
  finder.find(driver.memFree, "cuMemFree_v2");
  finder.find(driver.copyIn, "cuMemcpyHtoD_v2");
  finder.find(driver.copyOut, "cuMemcpyDtoH_v2");
  finder.find(driver.copyWithin, "cuMemcpyDtoD_v2");
  finder.find(driver.memset, "cuMemsetD8_v2");
  finder.find(driver.launchKernel, "cuLaunchKernel");
  finder.find(driver.getErrorString, "cuGetErrorString");
  return finder.missing;
}

static Result<CudaDriver> load() {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return Status(Code::notFound, "no CUDA driver: libcuda.so.1 cannot be "
                                  "loaded; install NVIDIA's driver or use a "
                                  "CPU target");
  CudaDriver driver{};
  if (const char *missing = findAll(library, driver))
    return Status(Code::incompatible,
                  std::string("the CUDA driver lacks ") + missing +
                      "; install a driver for CUDA 12 or later");
  if (Status status = driver.check(driver.init(0), "initialise CUDA");
      !status.ok())
    return status;
  return driver;
}

Result<const CudaDriver *> CudaDriver::get() {
  static const Result<CudaDriver> driver = load();
  if (!driver.ok())
    return driver.status();
  return &*driver;
}

Status CudaDriver::check(CudaResult result, const std::string &action) const {
  if (result == 0)
    return Status();
  const char *text = nullptr;
  getErrorString(result, &text);
  return Status(Code::io, "cannot " + action + ": " +
                              (text ? text : "unknown error") +
                              " (CUDA error " + std::to_string(result) + ")");
}
