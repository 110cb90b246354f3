//===- CudaDevice.cpp - one GPU and the code for it ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Cuda/CudaDevice.h"

#include <algorithm>

using namespace cedar;
using namespace cedar::rt;

/// Threads of a block, in groups of 16.
static constexpr unsigned blockThreads = 128;
static constexpr int64_t blockGroups = blockThreads / 16;
/// Blocks that a multiprocessor holds, at most.
static constexpr int64_t residentBlocks = 16;
/// Memory that the groups of one launch use for block-local values, at most.
static constexpr uint64_t scratchLimit = uint64_t(1) << 30;

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
  if (Status status = device->reserveScratch(); !status.ok())
    return status;
  return Result<std::unique_ptr<CudaDevice>>(std::move(device));
}

Status CudaDevice::openDevice(int ordinal) {
  std::string name = "GPU " + std::to_string(ordinal);
  if (Status status =
          driver_.check(driver_.deviceGet(&device_, ordinal), "find " + name);
      !status.ok())
    return status;
  int major = 0, minor = 0, processors = 0;
  driver_.deviceGetAttribute(&major, cudaComputeMajor, device_);
  driver_.deviceGetAttribute(&minor, cudaComputeMinor, device_);
  driver_.deviceGetAttribute(&processors, cudaMultiprocessors, device_);
  if (!runsOn(target_.name(), major, minor))
    return Status(Code::incompatible,
                  "target '" + target_.name() + "' does not run on " + name +
                      " of compute capability " + std::to_string(major) + "." +
                      std::to_string(minor) + "; compile for that chip");
  groups_ = processors * residentBlocks * blockGroups;
  if (Status status = driver_.check(
          driver_.primaryCtxRetain(&context_, device_), "open " + name);
      !status.ok())
    return status;
  return use();
}

/// Makes the device the calling thread's; calls may come from any thread.
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

/// One buffer serves all kernels, which run one after the other.
Status CudaDevice::reserveScratch() {
  uint64_t largest = 0;
  for (const artifact::Kernel &kernel : target_.kernels())
    largest = std::max<uint64_t>(largest, kernel.scratch_bytes());
  scratchBytes_ = std::min(scratchLimit, largest * uint64_t(groups_));
  if (largest > scratchBytes_)
    return Status(Code::exhausted, "a kernel needs " + std::to_string(largest) +
                                       " bytes of scratch");
  Result<CudaAddress> scratch =
      allocate(std::max<uint64_t>(scratchBytes_, 64), "scratch");
  if (!scratch.ok())
    return scratch.status();
  scratch_ = *scratch;
  return Status();
}

CudaDevice::~CudaDevice() {
  if (!context_)
    return;
  (void)use();
  for (CudaAddress address : allocations_)
    driver_.memFree(address);
  if (module_)
    driver_.moduleUnload(module_);
  driver_.primaryCtxRelease(device_);
}

Result<CudaAddress> CudaDevice::allocate(uint64_t bytes,
                                         const std::string &purpose) {
  if (Status status = use(); !status.ok())
    return status;
  CudaAddress address = 0;
  if (Status status = driver_.check(driver_.memAlloc(&address, bytes),
                                    "allocate " + std::to_string(bytes) +
                                        " bytes on the GPU for " + purpose);
      !status.ok())
    return Status(Code::exhausted, status.message());
  allocations_.push_back(address);
  return address;
}

void CudaDevice::free(CudaAddress address) {
  auto it = std::find(allocations_.begin(), allocations_.end(), address);
  if (it == allocations_.end() || !use().ok())
    return;
  driver_.memFree(address);
  allocations_.erase(it);
}

Status CudaDevice::copyIn(CudaAddress to, const void *from, uint64_t bytes) {
  if (Status status = use(); !status.ok())
    return status;
  return bytes == 0 ? Status()
                    : driver_.check(driver_.copyIn(to, from, bytes),
                                    "copy to the GPU");
}

Status CudaDevice::copyOut(void *to, CudaAddress from, uint64_t bytes) {
  if (Status status = use(); !status.ok())
    return status;
  return bytes == 0 ? Status()
                    : driver_.check(driver_.copyOut(to, from, bytes),
                                    "copy from the GPU");
}

Status CudaDevice::copyWithin(CudaAddress to, CudaAddress from,
                              uint64_t bytes) {
  if (Status status = use(); !status.ok())
    return status;
  return bytes == 0 ? Status()
                    : driver_.check(driver_.copyWithin(to, from, bytes),
                                    "copy within the GPU's memory");
}

Status CudaDevice::clear(CudaAddress address, uint64_t bytes) {
  if (Status status = use(); !status.ok())
    return status;
  return driver_.check(driver_.memset(address, 0, bytes), "clear GPU memory");
}

Status CudaDevice::launch(uint32_t kernel, CudaAddress words, int64_t blocks) {
  uint64_t scratch = target_.kernels(int(kernel)).scratch_bytes();
  int64_t groups = std::min(blocks, groups_);
  if (scratch > 0)
    groups = std::min(groups, int64_t(scratchBytes_ / scratch) / blockGroups *
                                  blockGroups);
  auto grid = unsigned((groups + blockGroups - 1) / blockGroups);
  void *arguments[] = {&words, &scratch_};
  return driver_.check(
      driver_.launchKernel(functions_[kernel], grid, 1, 1, blockThreads, 1, 1,
                           0, nullptr, arguments, nullptr),
      "launch kernel '" + target_.kernels(int(kernel)).symbol() + "'");
}

Status CudaDevice::synchronize() {
  return driver_.check(driver_.ctxSynchronize(), "finish the kernels");
}
