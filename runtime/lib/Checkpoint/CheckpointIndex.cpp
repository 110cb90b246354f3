//===- CheckpointIndex.cpp - tensors of a folder --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shards are read in the order of their names; each tensor is held against the
// index as it is met, so every disagreement is found while reading headers
// once.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Checkpoint/CheckpointIndex.h"

#include "runtime/lib/Checkpoint/SafetensorsHeader.h"
#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Json.h"
#include "runtime/lib/Support/Quote.h"

#include <nlohmann/json.hpp>

#include <set>

using namespace cedar::rt;
using nlohmann::json;

static constexpr char singleFileName[] = "model.safetensors";
static constexpr char indexFileName[] = "model.safetensors.index.json";

/// Largest index file that is read; the released one has 9 MB.
static constexpr uint64_t maxIndexBytes = 256'000'000;

/// A shard is a plain file name: nothing may lead out of the folder.
static bool isPlainFileName(const std::string &name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos;
}

/// The map of tensor names to shard names in the index file.
static Result<std::map<std::string, std::string>>
readWeightMap(const std::string &path) {
  auto corrupt = [&](const std::string &what) {
    return Status(Code::corrupt, "'" + path + "': " + what);
  };
  Result<std::string> text = readFile(path, maxIndexBytes);
  if (!text.ok())
    return text.status();
  Result<json> index = parseJson(*text, path);
  if (!index.ok())
    return index.status();
  if (!index->is_object() || !index->contains("weight_map") ||
      !(*index)["weight_map"].is_object())
    return corrupt("expected an object field 'weight_map'");
  std::map<std::string, std::string> weightMap;
  for (const auto &[tensor, shard] : (*index)["weight_map"].items()) {
    if (!shard.is_string())
      return corrupt("tensor " + quoteName(tensor) +
                     ": expected the name of its shard");
    const std::string &name = shard.get_ref<const std::string &>();
    if (!isPlainFileName(name))
      return corrupt("tensor " + quoteName(tensor) + ": shard " +
                     quoteName(name) + " is not a file name inside the folder");
    weightMap.emplace_hint(weightMap.end(), tensor, name);
  }
  return weightMap;
}

Status CheckpointIndex::addShard(const std::string &name,
                                 const WeightMap *weightMap) {
  std::string path = folder_ + "/" + name;
  Result<SafetensorsHeader> header = SafetensorsHeader::read(path);
  if (!header.ok())
    return header.status();
  size_t shard = shards_.size();
  shards_.push_back({name, path, header->fileSize});
  for (SafetensorsEntry &entry : header->tensors) {
    if (weightMap) {
      auto place = weightMap->find(entry.name);
      if (place == weightMap->end())
        return Status(Code::corrupt, "'" + path + "': tensor " +
                                         quoteName(entry.name) +
                                         " is not listed in " + indexFileName);
      if (place->second != name)
        return Status(Code::corrupt,
                      "'" + path + "': tensor " + quoteName(entry.name) +
                          " should be in " + quoteName(place->second) +
                          " according to " + indexFileName);
    }
    tensors_.emplace(std::move(entry.name),
                     TensorInfo{entry.dtype, std::move(entry.shape), shard,
                                entry.offset, entry.bytes});
  }
  return Status();
}

Status CheckpointIndex::checkAllFound(const std::string &indexPath,
                                      const WeightMap &weightMap) const {
  const WeightMap::value_type *first = nullptr;
  size_t missing = 0;
  for (const auto &entry : weightMap)
    if (!find(entry.first) && ++missing == 1)
      first = &entry;
  if (!first)
    return Status();
  std::string more =
      missing > 1 ? " (and " + std::to_string(missing - 1) + " more tensors)"
                  : "";
  return Status(Code::corrupt,
                "'" + indexPath + "': tensor " + quoteName(first->first) +
                    " is not in its shard " + quoteName(first->second) + more);
}

Status CheckpointIndex::openShards(const std::string &indexPath) {
  Result<WeightMap> weightMap = readWeightMap(indexPath);
  if (!weightMap.ok())
    return weightMap.status();
  std::set<std::string> names;
  for (const auto &[tensor, shard] : *weightMap)
    names.insert(shard);
  if (!names.count(singleFileName) &&
      fileExists(folder_ + "/" + singleFileName))
    return Status(Code::corrupt, "'" + folder_ + "' holds " + singleFileName +
                                     ", which " + indexFileName +
                                     " does not list: remove one of them");
  for (const std::string &name : names)
    if (!fileExists(folder_ + "/" + name))
      return Status(Code::notFound, "'" + folder_ + "': missing shard " +
                                        quoteName(name) + " listed in " +
                                        indexFileName);
  for (const std::string &name : names)
    if (Status status = addShard(name, &*weightMap); !status.ok())
      return status;
  return checkAllFound(indexPath, *weightMap);
}

Result<CheckpointIndex> CheckpointIndex::open(const std::string &folder) {
  CheckpointIndex index;
  index.folder_ = folder;
  std::string indexPath = folder + "/" + indexFileName;
  bool hasIndex = fileExists(indexPath);
  if (!hasIndex && !fileExists(folder + "/" + singleFileName))
    return Status(Code::notFound, "'" + folder + "': expected " +
                                      singleFileName + " or " + indexFileName);
  Status status = hasIndex
                      ? index.openShards(indexPath)
                      : index.addShard(singleFileName, /*weightMap=*/nullptr);
  if (!status.ok())
    return status;
  return index;
}

const TensorInfo *CheckpointIndex::find(std::string_view name) const {
  auto tensor = tensors_.find(name);
  return tensor == tensors_.end() ? nullptr : &tensor->second;
}
