//===- DeviceRates.cpp - what a GPU reaches -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A round lasts long enough for the clock of the host. A copy from pageable
// memory begins when all kernels before it have ended, and so waits for them.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/DeviceRates.h"

#include "runtime/lib/Cuda/CudaDriver.h"
#include "tools/cedar-bench/RatePtx.h"

#include <algorithm>
#include <chrono>

using namespace cedar;
using namespace cedar::rt;

/// Copied by one launch: far more than a second-level cache holds.
static constexpr uint64_t copiedBytes = uint64_t(256) << 20;
static constexpr int copyLaunches = 20;
/// Multiply-adds of one launch, counted twice.
static constexpr double launchFlops = 1e13;
/// The driver's number for the number of multiprocessors.
static constexpr int multiprocessors = 16;

namespace {

/// The kernels, loaded, and memory for them.
class RateKernels {
public:
  explicit RateKernels(const CudaDriver &driver) : driver_(driver) {}
  ~RateKernels() {
    if (memory_)
      driver_.memFree(memory_);
    if (module_)
      driver_.moduleUnload(module_);
    if (context_)
      driver_.primaryCtxRelease(device_);
  }

  Status open(const std::string &target);
  Result<double> copyRate();
  Result<double> productRate(const std::string &target);

private:
  Status check(CudaResult result) const {
    return driver_.check(result, "measure the GPU");
  }
  Status load(const std::string &target);
  Status launch(CudaFunction kernel, unsigned blocks, void **arguments) {
    return check(driver_.launchKernel(kernel, blocks, 1, 1, rateThreads, 1, 1,
                                      0, nullptr, arguments, nullptr));
  }
  template <typename Start>
  Result<double> bestSeconds(Start start);

  const CudaDriver &driver_;
  CudaDeviceId device_ = 0;
  CudaContext context_ = nullptr;
  CudaModuleHandle module_ = nullptr;
  CudaFunction copy_ = nullptr, products_ = nullptr;
  CudaAddress memory_ = 0;
  int processors_ = 1;
};

} // namespace

Status RateKernels::open(const std::string &target) {
  if (Status status = check(driver_.deviceGet(&device_, 0)); !status.ok())
    return status;
  if (Status status = check(driver_.primaryCtxRetain(&context_, device_));
      !status.ok())
    return status;
  if (Status status = check(driver_.ctxSetCurrent(context_)); !status.ok())
    return status;
  if (Status status = check(
          driver_.deviceGetAttribute(&processors_, multiprocessors, device_));
      !status.ok())
    return status;
  if (Status status = load(target); !status.ok())
    return status;
  return check(driver_.memAlloc(&memory_, 2 * copiedBytes));
}

Status RateKernels::load(const std::string &target) {
  std::string ptx = ratePtx(target);
  if (Status status = check(driver_.moduleLoadData(&module_, ptx.c_str()));
      !status.ok())
    return status;
  if (Status status =
          check(driver_.moduleGetFunction(&copy_, module_, copyKernel));
      !status.ok())
    return status;
  return check(driver_.moduleGetFunction(&products_, module_, productKernel));
}

/// Time of what `start` launches, in the best of a few rounds.
template <typename Start>
Result<double> RateKernels::bestSeconds(Start start) {
  using Clock = std::chrono::steady_clock;
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    Clock::time_point begin = Clock::now();
    if (Status status = start(); !status.ok())
      return status;
    uint32_t nothing = 0;
    if (Status status =
            check(driver_.copyIn(memory_, &nothing, sizeof nothing));
        !status.ok())
      return status;
    std::chrono::duration<double> time = Clock::now() - begin;
    best = round == 0 ? time.count() : std::min(best, time.count());
  }
  return best;
}

Result<double> RateKernels::copyRate() {
  CudaAddress to = memory_ + copiedBytes;
  uint64_t bytes = copiedBytes;
  void *arguments[] = {&to, &memory_, &bytes};
  Result<double> seconds = bestSeconds([&] {
    Status status;
    for (int i = 0; i < copyLaunches && status.ok(); ++i)
      status = launch(copy_, unsigned(processors_) * 8, arguments);
    return status;
  });
  if (!seconds.ok())
    return seconds;
  return 2.0 * double(copiedBytes) * copyLaunches / *seconds;
}

Result<double> RateKernels::productRate(const std::string &target) {
  unsigned blocks = unsigned(processors_) * productBlocks(target);
  double round = productFlops(target) * blocks;
  auto rounds = uint32_t(launchFlops / round) + 1;
  void *arguments[] = {&memory_, &rounds};
  Result<double> seconds =
      bestSeconds([&] { return launch(products_, blocks, arguments); });
  if (!seconds.ok())
    return seconds;
  return round * rounds / *seconds;
}

Result<MachineRates> cedar::measureGpu(const std::string &target) {
  Result<const CudaDriver *> driver = CudaDriver::get();
  if (!driver.ok())
    return driver.status();
  RateKernels kernels(**driver);
  if (Status status = kernels.open(target); !status.ok())
    return status;
  Result<double> copy = kernels.copyRate();
  if (!copy.ok())
    return copy.status();
  Result<double> products = kernels.productRate(target);
  if (!products.ok())
    return products.status();
  return MachineRates{*copy, *products};
}
