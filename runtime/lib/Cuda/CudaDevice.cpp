//===- CudaDevice.cpp - one GPU and the code for it -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Cuda/CudaDevice.h"

using namespace cedar;
using namespace cedar::rt;

bool rt::runsOn(const std::string &name, int major, int minor) {
  if (name.rfind("sm_", 0) != 0)
    return false;
  int number = 0;
  size_t i = 3;
  for (; i < name.size() && name[i] >= '0' && name[i] <= '9'; ++i)
    number = number * 10 + (name[i] - '0');
  if (i < name.size())
    return number == major * 10 + minor;
  return number / 10 == major && number % 10 <= minor;
}

Result<std::unique_ptr<CudaDevice>>
CudaDevice::open(const artifact::Target &target, std::string_view image,
                 const std::string &where, int ordinal) {
  Result<const CudaDriver *> driver = CudaDriver::get();
  if (!driver.ok())
    return driver.status();
  std::unique_ptr<CudaDevice> device(new CudaDevice(**driver, target));
  if (Status status = device->openDevice(ordinal); !status.ok())
    return status;
  if (Status status = device->loadKernels(image, where); !status.ok())
    return status;
  return Result<std::unique_ptr<CudaDevice>>(std::move(device));
}

Status CudaDevice::openDevice(int ordinal) {
  std::string name = "GPU " + std::to_string(ordinal);
  if (Status status =
          driver_.check(driver_.deviceGet(&device_, ordinal), "find " + name);
      !status.ok())
    return status;
  int major = 0, minor = 0;
  driver_.deviceGetAttribute(&major, cudaComputeMajor, device_);
  driver_.deviceGetAttribute(&minor, cudaComputeMinor, device_);
  if (!runsOn(target_.name(), major, minor))
    return Status(Code::incompatible,
                  "target '" + target_.name() + "' does not run on " + name +
                      " of compute capability " + std::to_string(major) + "." +
                      std::to_string(minor) + "; compile for that chip");
  if (Status status = driver_.check(
          driver_.primaryCtxRetain(&context_, device_), "open " + name);
      !status.ok())
    return status;
  return use();
}

Status CudaDevice::use() const {
  return driver_.check(driver_.ctxSetCurrent(context_), "use the GPU");
}

Status CudaDevice::loadKernels(std::string_view image,
                               const std::string &where) {
  if (Status status =
          driver_.check(driver_.moduleLoadData(&module_, image.data()),
                        "load the GPU code of " + where);
      !status.ok())
    return status;
  for (const artifact::Kernel &kernel : target_.kernels()) {
    functions_.push_back(nullptr);
    if (Status status =
            driver_.check(driver_.moduleGetFunction(&functions_.back(), module_,
                                                    kernel.symbol().c_str()),
                          "find kernel '" + kernel.symbol() + "' in " + where);
        !status.ok())
      return status;
  }
  return Status();
}

CudaDevice::~CudaDevice() {
  if (!context_)
    return;
  if (use().ok() && module_)
    driver_.moduleUnload(module_);
  driver_.primaryCtxRelease(device_);
}

Status CudaDevice::copyIn(CudaAddress to, const void *from,
                          uint64_t bytes) const {
  if (Status status = use(); !status.ok())
    return status;
  return bytes == 0 ? Status()
                    : driver_.check(driver_.copyIn(to, from, bytes),
                                    "copy to the GPU");
}

Status CudaDevice::copyWithin(CudaAddress to, CudaAddress from,
                              uint64_t bytes) const {
  if (Status status = use(); !status.ok())
    return status;
  return bytes == 0 ? Status()
                    : driver_.check(driver_.copyAsync(to, from, bytes, nullptr),
                                    "copy within the GPU's memory");
}

Status CudaDevice::waitForCopies() const {
  if (Status status = use(); !status.ok())
    return status;
  return driver_.check(driver_.streamSynchronize(nullptr),
                       "finish copies within the GPU's memory");
}
