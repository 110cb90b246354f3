//===- ShardWriter.cpp - writing a checkpoint's files ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header is padded with blanks to a multiple of eight bytes, as writers of
// the format do.
//
//===----------------------------------------------------------------------===//

#include "test/tools/make-checkpoint/ShardWriter.h"

#include "test/tools/make-checkpoint/RandomPayload.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

using nlohmann::ordered_json;

namespace cedar {

static rt::Status ioError(const std::string &path) {
  return {rt::Code::io, path + ": cannot write: " + std::strerror(errno)};
}

/// Appends a key without looking whether it is there, which would be linear.
static void append(ordered_json &object, const std::string &key,
                   ordered_json value) {
  object.get_ref<ordered_json::object_t &>().emplace_back(key,
                                                          std::move(value));
}

static std::string headerOf(const Shard &shard) {
  ordered_json json = {{"__metadata__", {{"format", "pt"}}}};
  for (const StoredTensor &tensor : shard.tensors)
    append(json, tensor.name,
           {{"dtype", rt::dtypeName(tensor.type)},
            {"shape", tensor.shape},
            {"data_offsets", {tensor.offset, tensor.offset + tensor.bytes}}});
  std::string text = json.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  uint64_t size = text.size();
  return std::string(reinterpret_cast<const char *>(&size), 8) + text;
}

rt::Status writeFile(const std::string &path, const std::string &bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), std::streamsize(bytes.size()));
  out.close();
  return out ? rt::Status() : ioError(path);
}

/// Gives a file its full size without writing the rest.
static rt::Status extendFile(const std::string &path, uint64_t size) {
  return ::truncate(path.c_str(), off_t(size)) == 0 ? rt::Status()
                                                    : ioError(path);
}

rt::Status writeShard(const std::string &folder, const Shard &shard,
                      const ModelConfig &config, std::optional<uint64_t> seed) {
  std::string path = folder + "/" + shard.fileName;
  std::string bytes = headerOf(shard);
  uint64_t size = bytes.size() + shard.payloadBytes();
  if (seed)
    for (const StoredTensor &tensor : shard.tensors) {
      std::vector<uint8_t> payload = randomPayload(tensor, config, *seed);
      bytes.append(payload.begin(), payload.end());
    }
  rt::Status status = writeFile(path, bytes);
  return status.ok() ? extendFile(path, size) : status;
}

rt::Status writeIndex(const std::string &folder,
                      const std::vector<Shard> &shards) {
  uint64_t total = 0;
  ordered_json where = ordered_json::object();
  for (const Shard &shard : shards) {
    total += shard.payloadBytes();
    for (const StoredTensor &tensor : shard.tensors)
      append(where, tensor.name, shard.fileName);
  }
  ordered_json json = {{"metadata", {{"total_size", total}}},
                       {"weight_map", std::move(where)}};
  return writeFile(folder + "/model.safetensors.index.json", json.dump(1));
}

} // namespace cedar
