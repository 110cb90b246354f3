//===- CudaDevice.h - one GPU and the code for it ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device runs the kernels of one target. Calls are in order; launch errors
// are reported by the next synchronize().
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
  /// Opens GPU `ordinal` and loads `image` (a cubin) with the kernels of
  /// `target`.
  static Result<std::unique_ptr<CudaDevice>>
  open(const artifact::Target &target, std::string_view image,
       const std::string &where, int ordinal = 0);
  ~CudaDevice();

  /// Memory that lives as long as the device.
  Result<CudaAddress> allocate(uint64_t bytes, const std::string &purpose);
  void free(CudaAddress address);

  Status copyIn(CudaAddress to, const void *from, uint64_t bytes);
  Status copyOut(void *to, CudaAddress from, uint64_t bytes);
  /// From one place of the device's memory to another.
  Status copyWithin(CudaAddress to, CudaAddress from, uint64_t bytes);
  Status clear(CudaAddress address, uint64_t bytes);

  /// Runs `blocks` blocks of kernel `kernel` with its words at `words`.
  Status launch(uint32_t kernel, CudaAddress words, int64_t blocks);
  Status synchronize();

private:
  CudaDevice(const CudaDriver &driver, const artifact::Target &target)
      : driver_(driver), target_(target) {}
  Status openDevice(int ordinal);
  Status loadKernels(std::string_view image, const std::string &where);
  Status reserveScratch();
  Status use() const;

  const CudaDriver &driver_;
  const artifact::Target &target_;
  CudaDeviceId device_ = -1;
  CudaContext context_ = nullptr;
  CudaModuleHandle module_ = nullptr;
  std::vector<CudaFunction> functions_; ///< by kernel
  std::vector<CudaAddress> allocations_;
  CudaAddress scratch_ = 0;
  uint64_t scratchBytes_ = 0;
  int64_t groups_ = 0; ///< of 16 threads that a launch has at most
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CUDA_CUDADEVICE_H
