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
#include <string_view>

namespace cedar::rt {

/// The driver's types, by their binary form.
using CudaResult = int;
using CudaDeviceId = int;
using CudaAddress = uint64_t;
using CudaContext = struct CUctx_st *;
using CudaModuleHandle = struct CUmod_st *;
using CudaFunction = struct CUfunc_st *;
using CudaStream = struct CUstream_st *;
using CudaEvent = struct CUevent_st *;
using CudaGraph = struct CUgraph_st *;
using CudaGraphExec = struct CUgraphExec_st *;

/// Attributes of a device, by the driver's numbers.
enum CudaAttribute : int {
  cudaComputeMajor = 75,
  cudaComputeMinor = 76,
  cudaReadOnlyHostRegister = 113,
};

/// Flags of the driver's calls, by its numbers.
enum : unsigned {
  cudaStreamNonBlocking = 1,
  cudaHostRegisterPortableMapped = 1 | 2,
  cudaHostRegisterReadOnly = 8,
  cudaCaptureThreadLocal = 1,
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
  CudaResult (*moduleLoadData)(CudaModuleHandle *module, const void *image);
  CudaResult (*moduleUnload)(CudaModuleHandle module);
  CudaResult (*moduleGetFunction)(CudaFunction *function,
                                  CudaModuleHandle module, const char *name);
  CudaResult (*memAlloc)(CudaAddress *address, size_t bytes);
  CudaResult (*memFree)(CudaAddress address);
  CudaResult (*memGetInfo)(size_t *unused, size_t *all);
  CudaResult (*hostRegister)(void *address, size_t bytes, unsigned flags);
  CudaResult (*hostUnregister)(void *address);
  CudaResult (*hostGetDevicePointer)(CudaAddress *device, void *address,
                                     unsigned flags);
  CudaResult (*copyIn)(CudaAddress to, const void *from, size_t bytes);
  CudaResult (*copyInAsync)(CudaAddress to, const void *from, size_t bytes,
                            CudaStream stream);
  CudaResult (*copyOutAsync)(void *to, CudaAddress from, size_t bytes,
                             CudaStream stream);
  CudaResult (*copyAsync)(CudaAddress to, CudaAddress from, size_t bytes,
                          CudaStream stream);
  CudaResult (*memsetAsync)(CudaAddress address, unsigned char value,
                            size_t bytes, CudaStream stream);
  CudaResult (*streamCreate)(CudaStream *stream, unsigned flags);
  CudaResult (*streamDestroy)(CudaStream stream);
  CudaResult (*streamSynchronize)(CudaStream stream);
  CudaResult (*streamWaitEvent)(CudaStream stream, CudaEvent event,
                                unsigned flags);
  CudaResult (*streamBeginCapture)(CudaStream stream, int mode);
  CudaResult (*streamEndCapture)(CudaStream stream, CudaGraph *graph);
  CudaResult (*eventCreate)(CudaEvent *event, unsigned flags);
  CudaResult (*eventDestroy)(CudaEvent event);
  CudaResult (*eventRecord)(CudaEvent event, CudaStream stream);
  CudaResult (*eventElapsedTime)(float *milliseconds, CudaEvent start,
                                 CudaEvent end);
  CudaResult (*graphInstantiate)(CudaGraphExec *exec, CudaGraph graph,
                                 unsigned long long flags);
  CudaResult (*graphLaunch)(CudaGraphExec exec, CudaStream stream);
  CudaResult (*graphExecDestroy)(CudaGraphExec exec);
  CudaResult (*graphDestroy)(CudaGraph graph);
  CudaResult (*launchKernel)(CudaFunction function, unsigned gridX,
                             unsigned gridY, unsigned gridZ, unsigned blockX,
                             unsigned blockY, unsigned blockZ,
                             unsigned sharedBytes, CudaStream stream,
                             void **arguments, void **extra);
  CudaResult (*getErrorString)(CudaResult result, const char **text);

  /// The process's driver, initialised; the error says what is missing.
  static Result<const CudaDriver *> get();

  /// Success, or an error that names what was being done.
  Status check(CudaResult result, std::string_view action) const;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CUDA_CUDADRIVER_H
