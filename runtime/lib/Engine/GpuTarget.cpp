//===- GpuTarget.cpp - which code a GPU runs ------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An artifact without code for GPUs is refused before a driver is looked for.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/GpuTarget.h"

#include "runtime/lib/Artifact/ManifestCheck.h"
#include "runtime/lib/Cuda/CudaDevice.h"

#include <algorithm>
#include <tuple>

using namespace cedar;
using namespace cedar::rt;

std::string rt::targetNames(const artifact::Manifest &manifest) {
  std::string names;
  for (const artifact::Target &target : manifest.targets())
    names += (names.empty() ? "" : ", ") + target.name();
  return names.empty() ? "none" : names;
}

/// Order of preference among targets that run on one chip, whose names differ
/// in the last digit and in the suffix of code for exactly that chip.
static auto rankOf(const artifact::Target &target) {
  const std::string &name = target.name();
  bool exact = !name.empty() && name.back() == 'a';
  return std::tuple(!target.ptx_only(), exact, name);
}

Result<const artifact::Target *>
rt::bestGpuTarget(const artifact::Manifest &manifest, int major, int minor) {
  const artifact::Target *best = nullptr;
  for (const artifact::Target &target : manifest.targets())
    if (runsOn(target.name(), major, minor) &&
        (!best || rankOf(*best) < rankOf(target)))
      best = &target;
  if (best)
    return best;
  return Status(Code::incompatible,
                "no code for a GPU of compute capability " +
                    std::to_string(major) + "." + std::to_string(minor) +
                    ", the file has: " + targetNames(manifest) +
                    "; compile with --target for that chip");
}

Result<const artifact::Target *>
rt::selectGpuTarget(const artifact::Manifest &manifest) {
  if (std::all_of(manifest.targets().begin(), manifest.targets().end(),
                  isCpuTarget))
    return Status(Code::incompatible,
                  "no code for a GPU, the file has: " + targetNames(manifest) +
                      "; compile with --target=sm_90a or another chip of "
                      "cedar-compile --list-targets");
  Result<const CudaDriver *> driver = CudaDriver::get();
  if (!driver.ok())
    return driver.status();
  CudaDeviceId device = -1;
  if (Status status =
          (*driver)->check((*driver)->deviceGet(&device, 0), "find GPU 0");
      !status.ok())
    return status;
  int major = 0, minor = 0;
  (*driver)->deviceGetAttribute(&major, cudaComputeMajor, device);
  (*driver)->deviceGetAttribute(&minor, cudaComputeMinor, device);
  return bestGpuTarget(manifest, major, minor);
}
