//===- DeviceWeights.cpp - weights where a GPU reads them -----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/DeviceWeights.h"

#include "runtime/lib/Artifact/ManifestCheck.h"
#include "runtime/lib/Support/Align.h"

using namespace cedar;
using namespace cedar::rt;

/// What kernels may assume of a tensor's address, and the GPU's widest access.
static constexpr uint64_t deviceAlignment = 256;

std::vector<bool> rt::gatheredWeights(const artifact::Manifest &manifest,
                                      const artifact::Target &target) {
  std::vector<bool> gathered(size_t(manifest.weights_size()));
  for (const artifact::Entry &entry : target.entries())
    for (const artifact::Launch &launch : entry.launches())
      if (launch.has_gather())
        gathered[gatheredWeight(launch)] = true;
  return gathered;
}

/// Bytes of the tensors of one part, and of the table of descriptors of a
/// stack: two pointers, an offset, extents and strides for each tensor.
static uint64_t devicePartBytes(const artifact::Weight &weight,
                                const artifact::WeightPart &part) {
  uint64_t one = alignUp(part.bytes(), deviceAlignment);
  if (weight.count() == 0)
    return one;
  uint64_t descriptor = (3 + 2 * uint64_t(part.shape_size())) * sizeof(int64_t);
  return weight.count() * one +
         alignUp(weight.count() * descriptor, deviceAlignment);
}

uint64_t rt::deviceWeightBytes(const artifact::Manifest &manifest,
                               const artifact::Target &target) {
  std::vector<bool> tables = gatheredWeights(manifest, target);
  uint64_t bytes = 0;
  for (int i = 0; i < manifest.weights_size(); ++i)
    if (!tables[size_t(i)])
      for (const artifact::WeightPart &part : manifest.weights(i).parts())
        bytes += devicePartBytes(manifest.weights(i), part);
  return bytes;
}

Result<std::unique_ptr<DeviceWeights>>
DeviceWeights::create(CudaDevice &device, const artifact::Manifest &manifest,
                      cedar_progress_callback progress, void *context) {
  std::unique_ptr<DeviceWeights> weights(new DeviceWeights(device));
  weights->tables_ = gatheredWeights(manifest, device.target());
  weights->progress_ = progress;
  weights->context_ = context;
  Result<CudaMemory> memory = CudaMemory::allocate(
      device, deviceWeightBytes(manifest, device.target()), "weights");
  if (!memory.ok())
    return memory.status();
  weights->memory_ = std::move(*memory);
  return Result<std::unique_ptr<DeviceWeights>>(std::move(weights));
}

Result<CudaAddress> DeviceWeights::reserve(uint64_t bytes) {
  uint64_t size = alignUp(bytes, deviceAlignment);
  if (size > memory_.size() - used_)
    return Status(Code::internal, "weights take more device memory than "
                                  "the manifest says");
  CudaAddress address = memory_.address() + used_;
  used_ += size;
  return address;
}

Result<const void *> DeviceWeights::upload(const void *data, uint64_t bytes) {
  Result<CudaAddress> address = reserve(bytes);
  if (!address.ok())
    return address.status();
  if (Status status = device_.copyIn(*address, data, bytes); !status.ok())
    return status;
  if (progress_)
    progress_(context_, used_, memory_.size());
  return reinterpret_cast<const void *>(*address);
}

static uint64_t addressOf(const void *data) {
  return uint64_t(reinterpret_cast<uintptr_t>(data));
}

Status DeviceWeights::pin(std::vector<Range> addresses) {
  for (Range &range : addresses)
    range = {alignDown(range.begin, mappedPageBytes),
             alignUp(range.end, mappedPageBytes)};
  for (const Range &range : merged(std::move(addresses))) {
    Result<PinnedRange> pinned = PinnedRange::pin(
        device_, reinterpret_cast<const void *>(uintptr_t(range.begin)),
        range.size(), /*readOnly=*/true);
    if (!pinned.ok())
      return Status(pinned.status().code(),
                    "the tables that rows are gathered from stay in the host's "
                    "memory: " +
                        pinned.status().message());
    pinned_.push_back({range, std::move(*pinned)});
  }
  return Status();
}

const void *DeviceWeights::pinned(const void *data) const {
  uint64_t address = addressOf(data);
  for (const Pinned &pinned : pinned_)
    if (address >= pinned.addresses.begin && address < pinned.addresses.end)
      return reinterpret_cast<const void *>(pinned.range.address() +
                                            (address - pinned.addresses.begin));
  return nullptr;
}
