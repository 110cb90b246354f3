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

static void findMemory(SymbolFinder &finder, CudaDriver &driver) {
  finder.find(driver.memAlloc, "cuMemAlloc_v2");
  finder.find(driver.memFree, "cuMemFree_v2");
  finder.find(driver.memGetInfo, "cuMemGetInfo_v2");
  finder.find(driver.hostRegister, "cuMemHostRegister_v2");
  finder.find(driver.hostUnregister, "cuMemHostUnregister");
  finder.find(driver.hostGetDevicePointer, "cuMemHostGetDevicePointer_v2");
  finder.find(driver.copyIn, "cuMemcpyHtoD_v2");
  finder.find(driver.copyInAsync, "cuMemcpyHtoDAsync_v2");
  finder.find(driver.copyOutAsync, "cuMemcpyDtoHAsync_v2");
  finder.find(driver.copyAsync, "cuMemcpyDtoDAsync_v2");
  finder.find(driver.memsetAsync, "cuMemsetD8Async");
}

static void findStreams(SymbolFinder &finder, CudaDriver &driver) {
  finder.find(driver.streamCreate, "cuStreamCreate");
  finder.find(driver.streamDestroy, "cuStreamDestroy_v2");
  finder.find(driver.streamSynchronize, "cuStreamSynchronize");
  finder.find(driver.streamWaitEvent, "cuStreamWaitEvent");
  finder.find(driver.streamBeginCapture, "cuStreamBeginCapture_v2");
  finder.find(driver.streamEndCapture, "cuStreamEndCapture");
  finder.find(driver.eventCreate, "cuEventCreate");
  finder.find(driver.eventDestroy, "cuEventDestroy_v2");
  finder.find(driver.eventRecord, "cuEventRecord");
  finder.find(driver.eventElapsedTime, "cuEventElapsedTime");
  finder.find(driver.graphInstantiate, "cuGraphInstantiateWithFlags");
  finder.find(driver.graphLaunch, "cuGraphLaunch");
  finder.find(driver.graphExecDestroy, "cuGraphExecDestroy");
  finder.find(driver.graphDestroy, "cuGraphDestroy");
}

static const char *findAll(void *library, CudaDriver &driver) {
  SymbolFinder finder{library};
  finder.find(driver.init, "cuInit");
  finder.find(driver.deviceGet, "cuDeviceGet");
  finder.find(driver.deviceGetAttribute, "cuDeviceGetAttribute");
  finder.find(driver.primaryCtxRetain, "cuDevicePrimaryCtxRetain");
  finder.find(driver.primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
  finder.find(driver.ctxSetCurrent, "cuCtxSetCurrent");
  finder.find(driver.moduleLoadData, "cuModuleLoadData");
  finder.find(driver.moduleUnload, "cuModuleUnload");
  finder.find(driver.moduleGetFunction, "cuModuleGetFunction");
  finder.find(driver.launchKernel, "cuLaunchKernel");
  findMemory(finder, driver);
  findStreams(finder, driver);
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

Status CudaDriver::check(CudaResult result, std::string_view action) const {
  if (result == 0)
    return Status();
  const char *text = nullptr;
  getErrorString(result, &text);
  return Status(Code::io, "cannot " + std::string(action) + ": " +
                              (text ? text : "unknown error") +
                              " (CUDA error " + std::to_string(result) + ")");
}
