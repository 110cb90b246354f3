//===- SyntheticWeights.cpp - weights without a checkpoint ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For measurements. A CPU gets all tensors in memory; a GPU gets the blocks
// that they are cut from, and cuts them itself by copies within its memory.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/SyntheticTensors.h"
#include "runtime/lib/Engine/Weights.h"

#include <map>
#include <unistd.h>

using namespace cedar;
using namespace cedar::rt;

Result<std::shared_ptr<const Weights>>
Weights::synthetic(std::shared_ptr<const Module> module, uint64_t seed) {
  std::shared_ptr<Weights> weights(new Weights(std::move(module)));
  if (Status status = weights->bindSynthetic(seed); !status.ok())
    return status;
  return std::shared_ptr<const Weights>(std::move(weights));
}

/// Refuses what would leave the machine no memory for anything else.
static Status checkHostBytes(uint64_t bytes) {
  uint64_t memory =
      uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
  uint64_t most = memory / 4 * 3;
  if (bytes <= most)
    return Status();
  return Status(Code::exhausted,
                "synthetic weights take " + std::to_string(bytes) +
                    " bytes of memory, expected at most " +
                    std::to_string(most) +
                    ", three quarters of this machine's; compile a model with "
                    "fewer layers or experts");
}

/// A table of which all repetitions are the same pages.
static Result<Region> repeatedTable(const SyntheticTensor &tensor) {
  Result<Region> table =
      Region::repeat(tensor.pattern.period, tensor.bytes, "a synthetic table");
  if (table.ok())
    tensor.pattern.copy(0, table->data(),
                        std::min(tensor.bytes, tensor.pattern.period));
  return table;
}

namespace {

/// Tensors in host memory.
class HostPlaces {
public:
  HostPlaces(Region &memory, std::vector<Region> &tables)
      : memory_(memory), tables_(tables) {}

  Status fill(const artifact::Manifest &manifest,
              std::vector<SyntheticPart> &parts) {
    uint64_t bytes = placeOnHost(manifest, parts);
    if (Status status = checkHostBytes(bytes); !status.ok())
      return status;
    Result<Region> memory = Region::reserve(bytes, "synthetic weights");
    if (!memory.ok())
      return memory.status();
    memory_ = std::move(*memory);
    return fillHost(parts, memory_.data());
  }

  Result<const void *> place(const SyntheticTensor &tensor) {
    if (!tensor.isTable())
      return static_cast<const void *>(memory_.data() + tensor.offset);
    Result<Region> table = repeatedTable(tensor);
    if (!table.ok())
      return table.status();
    tables_.push_back(std::move(*table));
    return static_cast<const void *>(tables_.back().data());
  }

private:
  Region &memory_;
  std::vector<Region> &tables_;
};

/// The blocks of patterns in a GPU's memory.
class DeviceBlocks {
public:
  explicit DeviceBlocks(CudaDevice &device) : device_(device) {}

  /// Copies all bytes of `tensor` to `address`.
  Status fill(const SyntheticTensor &tensor, CudaAddress address) {
    Result<CudaAddress> block = find(tensor.pattern);
    if (!block.ok())
      return block.status();
    return tensor.pattern.forEachRun(
        0, tensor.bytes, [&](uint64_t first, uint64_t offset, uint64_t step) {
          return device_.copyWithin(address + first, *block + offset, step);
        });
  }

private:
  Result<CudaAddress> find(const TensorPattern &pattern) {
    auto found = blocks_.find(pattern.block);
    if (found != blocks_.end())
      return found->second.address();
    Result<CudaMemory> memory = CudaMemory::allocate(
        device_, pattern.size, "a block of synthetic weights");
    if (!memory.ok())
      return memory.status();
    CudaAddress address = memory->address();
    blocks_[pattern.block] = std::move(*memory);
    Status status = device_.copyIn(address, pattern.block, pattern.size);
    return status.ok() ? Result<CudaAddress>(address)
                       : Result<CudaAddress>(status);
  }

  CudaDevice &device_;
  std::map<const std::byte *, CudaMemory> blocks_;
};

} // namespace

/// Every compressed id, in turn.
static std::vector<int32_t> syntheticTokenMap(const artifact::Weight &weight) {
  std::vector<int32_t> ids(weight.parts(0).bytes() / sizeof(int32_t));
  for (size_t token = 0; token < ids.size(); ++token)
    ids[token] = int32_t(token % std::max(weight.distinct(), 1u));
  return ids;
}

/// Weights that come from no checkpoint.
Status Weights::bindSyntheticInner() {
  Status status;
  for (uint32_t w = 0; w < pointers_.size() && status.ok(); ++w) {
    const artifact::Weight &weight = module_->manifest().weights(int(w));
    if (weight.from_blob())
      status = bindBlob(w);
    else if (weight.token_map())
      status = bindTokenMap(w, syntheticTokenMap(weight));
  }
  return status;
}

Status Weights::bindSyntheticOnHost(std::vector<SyntheticPart> &parts) {
  HostPlaces places(copies_, repeated_);
  if (Status status = places.fill(module_->manifest(), parts); !status.ok())
    return status;
  return bindParts(parts,
                   [&](const SyntheticPart &, const SyntheticTensor &tensor) {
                     return places.place(tensor);
                   });
}

/// Tables that the GPU reads in the host's memory.
Status Weights::pinSyntheticTables(const std::vector<SyntheticPart> &parts) {
  std::vector<Range> addresses;
  for (const SyntheticPart &part : parts) {
    if (!device_->isTable(part.weight))
      continue;
    const SyntheticTensor &tensor = part.tensors.front();
    Result<Region> table = repeatedTable(tensor);
    if (!table.ok())
      return table.status();
    auto begin = uint64_t(reinterpret_cast<uintptr_t>(table->data()));
    pointers_[part.weight][part.index] = table->data();
    addresses.push_back({begin, begin + tensor.bytes});
    repeated_.push_back(std::move(*table));
  }
  return pinTableParts(std::move(addresses));
}

Status Weights::bindSyntheticOnDevice(const std::vector<SyntheticPart> &parts) {
  if (Status status = pinSyntheticTables(parts); !status.ok())
    return status;
  DeviceBlocks blocks(*module_->device());
  Status status = bindParts(
      parts,
      [&](const SyntheticPart &,
          const SyntheticTensor &tensor) -> Result<const void *> {
        Result<CudaAddress> address = device_->reserve(tensor.bytes);
        if (!address.ok())
          return address.status();
        if (Status status = blocks.fill(tensor, *address); !status.ok())
          return status;
        return reinterpret_cast<const void *>(*address);
      });
  return status.ok() ? module_->device()->waitForCopies() : status;
}

Status Weights::bindSynthetic(uint64_t seed) {
  makePointers();
  if (Status status = makeDevice(nullptr, nullptr); !status.ok())
    return status;
  if (Status status = bindSyntheticInner(); !status.ok())
    return status;
  const artifact::Manifest &manifest = module_->manifest();
  TensorPatterns patterns(seed, manifest.layers_size());
  Result<std::vector<SyntheticPart>> parts =
      listSyntheticParts(manifest, patterns);
  if (!parts.ok())
    return parts.status();
  return module_->device() ? bindSyntheticOnDevice(*parts)
                           : bindSyntheticOnHost(*parts);
}
