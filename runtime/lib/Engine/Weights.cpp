//===- Weights.cpp - a module bound to a checkpoint -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything is checked before the first tensor is touched.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Weights.h"

#include "runtime/lib/Artifact/ManifestCheck.h"
#include "runtime/lib/Engine/TokenMapSource.h"
#include "runtime/lib/Support/Align.h"
#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Quote.h"
#include "runtime/lib/Support/Sha256.h"

#include <algorithm>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

/// With CEDAR_SCALES_AUTO, scales beyond this are not searched for NaN.
static constexpr uint64_t autoScaleBytes = uint64_t(1) << 30;

Result<std::shared_ptr<const Weights>>
Weights::open(std::shared_ptr<const Module> module, const std::string &folder,
              const cedar_weights_options &options) {
  std::shared_ptr<Weights> weights(new Weights(std::move(module)));
  if (Status status = weights->bind(folder, options); !status.ok())
    return status;
  return std::shared_ptr<const Weights>(std::move(weights));
}

Status Weights::bind(const std::string &folder,
                     const cedar_weights_options &options) {
  Result<std::unique_ptr<Checkpoint>> checkpoint = Checkpoint::open(folder);
  if (!checkpoint.ok())
    return checkpoint.status();
  checkpoint_ = std::move(*checkpoint);
  if (Status status = checkFolder(folder); !status.ok())
    return status;
  Result<std::vector<PartTensors>> parts =
      matchTensors(module_->manifest(), checkpoint_->index());
  if (!parts.ok())
    return parts.status();
  bool scan = options.scale_check == CEDAR_SCALES_ALWAYS ||
              (options.scale_check == CEDAR_SCALES_AUTO &&
               scaleBytes(*parts) <= autoScaleBytes);
  if (Status status = scan ? checkScales(*parts, *checkpoint_) : Status();
      !status.ok())
    return status;

  makePointers();
  if (Status status = makeDevice(options.progress, options.progress_context);
      !status.ok())
    return status;
  if (Status status =
          bindInner(folder, options.token_map ? options.token_map : "");
      !status.ok())
    return status;
  return bindTensors(*parts);
}

/// A file of the folder must be the one that the artifact was compiled from.
static Status checkSource(const std::string &path, const std::string &sha256,
                          const ArtifactReader &artifact) {
  constexpr uint64_t limit = uint64_t(256) << 20;
  if (sha256.empty() || !fileExists(path))
    return Status();
  Result<std::string> bytes = readFile(path, limit);
  if (!bytes.ok())
    return bytes.status();
  if (sha256Hex(bytes->data(), bytes->size()) == sha256)
    return Status();
  return Status(Code::incompatible,
                quoteName(path) + " is not the file that " +
                    quoteName(artifact.path()) +
                    " was compiled from; give that checkpoint or compile "
                    "again");
}

Status Weights::checkFolder(const std::string &folder) const {
  const artifact::Manifest &manifest = module_->manifest();
  if (Status status =
          checkSource(folder + "/config.json", manifest.config_sha256(),
                      module_->artifact());
      !status.ok())
    return status;
  return checkSource(folder + "/tokenizer.json", manifest.tokenizer_sha256(),
                     module_->artifact());
}

void Weights::makePointers() {
  for (const artifact::Weight &weight : module_->manifest().weights())
    pointers_.emplace_back(size_t(weight.parts_size()));
}

/// Of a GPU: reserves its memory.
Status Weights::makeDevice(cedar_progress_callback progress, void *context) {
  CudaDevice *device = module_->device();
  if (!device)
    return Status();
  Result<std::unique_ptr<DeviceWeights>> memory =
      DeviceWeights::create(*device, module_->manifest(), progress, context);
  if (!memory.ok())
    return memory.status();
  device_ = std::move(*memory);
  return Status();
}

Status Weights::bindTokenMap(uint32_t weight, std::vector<int32_t> ids) {
  tokenMaps_.push_back(std::move(ids));
  const std::vector<int32_t> &map = tokenMaps_.back();
  Result<const void *> data =
      resident(map.data(), map.size() * sizeof(int32_t));
  if (!data.ok())
    return data.status();
  pointers_[weight][0] = *data;
  return Status();
}

Status Weights::bindBlob(uint32_t weight) {
  const artifact::Weight &record = module_->manifest().weights(int(weight));
  std::string_view blob = module_->artifact().blob(record.blob());
  Result<const void *> data = resident(blob.data(), blob.size());
  if (!data.ok())
    return data.status();
  pointers_[weight][0] = *data;
  return Status();
}

/// Weights that the artifact holds, and token maps.
Status Weights::bindInner(const std::string &folder,
                          const std::string &tokenMap) {
  Status status;
  for (uint32_t w = 0; w < pointers_.size() && status.ok(); ++w) {
    const artifact::Weight &weight = module_->manifest().weights(int(w));
    if (weight.token_map()) {
      Result<std::vector<int32_t>> ids =
          findTokenMap(module_->artifact(), weight, folder, tokenMap);
      if (!ids.ok())
        return ids.status();
      status = bindTokenMap(w, std::move(*ids));
    } else if (weight.from_blob()) {
      status = bindBlob(w);
    }
  }
  return status;
}

static uint64_t alignmentOf(const artifact::WeightPart &part) {
  return std::max<uint64_t>(part.alignment(), 1);
}

/// Bytes that a copy of one tensor of `part` takes, alignment included.
static uint64_t copyBytes(const artifact::WeightPart &part) {
  return alignUp(part.bytes(), lineBytes) +
         std::max(alignmentOf(part), lineBytes);
}

static bool aligned(const std::byte *data, const artifact::WeightPart &part) {
  return reinterpret_cast<uintptr_t>(data) % alignmentOf(part) == 0;
}

Status Weights::reserveCopies(const std::vector<PartTensors> &parts) {
  uint64_t bytes = 0;
  for (const PartTensors &part : parts)
    for (const TensorInfo *tensor : part.tensors) {
      Result<const std::byte *> data = checkpoint_->data(*tensor);
      if (!data.ok())
        return data.status();
      mappedBytes_ += tensor->bytes;
      if (!aligned(*data, *part.part))
        bytes += copyBytes(*part.part);
    }
  Result<Region> region = Region::reserve(bytes, "unaligned weights");
  if (!region.ok())
    return region.status();
  copies_ = std::move(*region);
  return Status();
}

Result<const std::byte *> Weights::place(const artifact::WeightPart &part,
                                         const TensorInfo &tensor) {
  Result<const std::byte *> data = checkpoint_->data(tensor);
  if (!data.ok() || aligned(*data, part))
    return data;
  copied_ = alignUp(copied_, std::max(alignmentOf(part), lineBytes));
  std::byte *copy = copies_.data() + copied_;
  std::memcpy(copy, *data, part.bytes());
  copied_ += part.bytes();
  return static_cast<const std::byte *>(copy);
}

/// Appends the descriptor of a dense row-major tensor: two pointers, offset,
/// sizes, strides.
static void appendDescriptor(const void *data, const artifact::WeightPart &part,
                             std::vector<int64_t> &table) {
  int64_t address = int64_t(reinterpret_cast<uintptr_t>(data));
  table.insert(table.end(), {address, address, 0});
  table.insert(table.end(), part.shape().begin(), part.shape().end());
  size_t strides = table.size();
  table.resize(strides + size_t(part.shape_size()));
  int64_t stride = 1;
  for (int i = part.shape_size() - 1; i >= 0; --i) {
    table[strides + size_t(i)] = stride;
    stride *= int64_t(part.shape(i));
  }
}

/// Where kernels find `data`: itself, or a copy in the GPU's memory.
Result<const void *> Weights::resident(const void *data, uint64_t bytes) {
  return device_ ? device_->upload(data, bytes) : data;
}

/// Of a GPU: tables that rows are gathered from stay where they are.
Status Weights::pinTables(const std::vector<PartTensors> &parts) {
  std::vector<Range> addresses;
  for (const PartTensors &part : parts) {
    if (!device_->isTable(part.weight))
      continue;
    for (const TensorInfo *tensor : part.tensors) {
      Result<const std::byte *> data = place(*part.part, *tensor);
      if (!data.ok())
        return data.status();
      pointers_[part.weight][part.index] = *data;
      auto begin = uint64_t(reinterpret_cast<uintptr_t>(*data));
      addresses.push_back({begin, begin + part.part->bytes()});
    }
  }
  return pinTableParts(std::move(addresses));
}

/// Pins tables that lie at these addresses, and gives kernels where the GPU
/// sees them.
Status Weights::pinTableParts(std::vector<Range> addresses) {
  if (Status status = device_->pin(std::move(addresses)); !status.ok())
    return status;
  for (uint32_t w = 0; w < pointers_.size(); ++w)
    if (device_->isTable(w))
      for (const void *&pointer : pointers_[w])
        pointer = device_->pinned(pointer);
  return Status();
}

/// Rows of tables that launches gather from are read one by one.
void Weights::adviseTables() const {
  for (const artifact::Entry &entry : module_->target().entries())
    for (const artifact::Launch &launch : entry.launches()) {
      if (!launch.has_gather())
        continue;
      uint32_t table = gatheredWeight(launch);
      const artifact::Weight &weight = module_->manifest().weights(int(table));
      for (uint32_t i = 0; i < uint32_t(weight.parts_size()); ++i)
        adviseScatteredReads(static_cast<const std::byte *>(part(table, i)),
                             weight.parts(int(i)).bytes());
    }
}

/// Gives kernels the tensors of a part: the only one, or a table of them.
Status Weights::bindPart(uint32_t weight, uint32_t index,
                         const std::vector<const void *> &tensors) {
  const artifact::Weight &record = module_->manifest().weights(int(weight));
  const void *&pointer = pointers_[weight][index];
  pointer = tensors.front();
  if (record.count() == 0)
    return Status();
  std::vector<int64_t> table;
  for (const void *tensor : tensors)
    appendDescriptor(tensor, record.parts(int(index)), table);
  tables_.push_back(std::move(table));
  Result<const void *> where =
      resident(tables_.back().data(), tables_.back().size() * sizeof(int64_t));
  if (!where.ok())
    return where.status();
  pointer = *where;
  return Status();
}

Status Weights::bindTensors(const std::vector<PartTensors> &parts) {
  if (Status status = reserveCopies(parts); !status.ok())
    return status;
  Status status =
      bindParts(parts,
                [&](const PartTensors &part,
                    const TensorInfo *tensor) -> Result<const void *> {
                  Result<const std::byte *> data = place(*part.part, *tensor);
                  if (!data.ok())
                    return data.status();
                  return resident(*data, part.part->bytes());
                });
  if (!status.ok())
    return status;
  if (device_) // last: a copy must not cross the edge of pinned memory
    return pinTables(parts);
  adviseTables();
  return Status();
}
