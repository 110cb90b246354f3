//===- CudaDevice.h - one GPU and the code for it -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device has the kernels of one target and memory. What runs on it is put in
// queues (CudaQueue.h).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_CUDA_CUDADEVICE_H
#define CEDAR_RUNTIME_CUDA_CUDADEVICE_H

#include "runtime/lib/Artifact/Manifest.pb.h"
#include "runtime/lib/Cuda/CudaDriver.h"

#include <memory>
#include <string_view>
#include <vector>

namespace cedar::rt {

/// Whether code for the GPU target `name` ("sm_90a") runs on compute capability
/// `major`.`minor`: the same major version and no later minor one; with the
/// suffix "a", exactly that one.
bool runsOn(const std::string &name, int major, int minor);

class CudaDevice {
public:
  /// Opens GPU `ordinal` and loads `image`, a cubin or PTX that ends with a
  /// zero, with the kernels of `target`.
  static Result<std::unique_ptr<CudaDevice>>
  open(const artifact::Target &target, std::string_view image,
       const std::string &where, int ordinal = 0);
  ~CudaDevice();

  /// Makes the device the calling thread's; calls may come from any thread.
  Status use() const;

  /// Copies to device memory and waits for it.
  Status copyIn(CudaAddress to, const void *from, uint64_t bytes) const;
  /// Starts a copy from one place of device memory to another.
  Status copyWithin(CudaAddress to, CudaAddress from, uint64_t bytes) const;
  /// Waits for the copies that were started.
  Status waitForCopies() const;

  const CudaDriver &driver() const { return driver_; }
  const artifact::Target &target() const { return target_; }
  CudaFunction function(uint32_t kernel) const { return functions_[kernel]; }

private:
  CudaDevice(const CudaDriver &driver, const artifact::Target &target)
      : driver_(driver), target_(target) {}
  Status openDevice(int ordinal);
  Status loadKernels(std::string_view image, const std::string &where);

  const CudaDriver &driver_;
  const artifact::Target &target_;
  CudaDeviceId device_ = -1;
  CudaContext context_ = nullptr;
  CudaModuleHandle module_ = nullptr;
  std::vector<CudaFunction> functions_; ///< by kernel
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CUDA_CUDADEVICE_H
