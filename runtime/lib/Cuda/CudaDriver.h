//===- CudaDriver.h - CUDA's driver interface ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of libcuda.so.1 that the runtime needs, found at run time: no
// CUDA library or header is needed to build, nor to run on CPUs.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_CUDA_CUDADRIVER_H
#define CEDAR_RUNTIME_CUDA_CUDADRIVER_H

#include "runtime/lib/Support/Status.h"

#include <cstddef>
#include <cstdint>

namespace cedar::rt {

/// The driver's types, by their binary form.
using CudaResult = int;
using CudaDeviceId = int;
using CudaAddress = uint64_t;
using CudaContext = struct CUctx_st *;
using CudaModuleHandle = struct CUmod_st *;
using CudaFunction = struct CUfunc_st *;

/// Attributes of a device, by the driver's numbers.
enum CudaAttribute : int {
  cudaMultiprocessors = 16,
  cudaComputeMajor = 75,
  cudaComputeMinor = 76,
};

/// The driver's functions.
struct CudaDriver {
  CudaResult (*init)(unsigned flags);
  CudaResult (*deviceGet)(CudaDeviceId *device, int ordinal);
  CudaResult (*deviceGetAttribute)(int *value, int attribute,
                                   CudaDeviceId device);
  CudaResult (*primaryCtxRetain)(CudaContext *context, CudaDeviceId device);
  CudaResult (*primaryCtxRelease)(CudaDeviceId device);
  CudaResult (*ctxSetCurrent)(CudaContext context);
  CudaResult (*ctxSynchronize)();
  CudaResult (*moduleLoadData)(CudaModuleHandle *module, const void *image);
  CudaResult (*moduleUnload)(CudaModuleHandle module);
  CudaResult (*moduleGetFunction)(CudaFunction *function,
                                  CudaModuleHandle module, const char *name);
  CudaResult (*memAlloc)(CudaAddress *address, size_t bytes);
  CudaResult (*memFree)(CudaAddress address);
  CudaResult (*copyIn)(CudaAddress to, const void *from, size_t bytes);
  CudaResult (*copyOut)(void *to, CudaAddress from, size_t bytes);
  CudaResult (*copyWithin)(CudaAddress to, CudaAddress from, size_t bytes);
  CudaResult (*memset)(CudaAddress address, unsigned char value, size_t bytes);
  CudaResult (*launchKernel)(CudaFunction function, unsigned gridX,
                             unsigned gridY, unsigned gridZ, unsigned blockX,
                             unsigned blockY, unsigned blockZ,
                             unsigned sharedBytes, void *stream,
                             void **arguments, void **extra);
  CudaResult (*getErrorString)(CudaResult result, const char **text);

  /// The process's driver, initialised; the error says what is missing.
  static Result<const CudaDriver *> get();

  /// Success, or an error that names what was being done.
  Status check(CudaResult result, const std::string &action) const;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CUDA_CUDADRIVER_H
