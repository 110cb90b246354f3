//===- TokenMapSource.cpp - where the token map comes from ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries the sources in the order of the header; the tokenizer is only asked
// when there is no file, because its answer takes a second.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/TokenMapSource.h"

#include "runtime/lib/Engram/TokenMap.h"
#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Quote.h"
#include "runtime/lib/Text/Tokenizer.h"

#include <algorithm>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

/// Number of different ids; they must lie in [0, count).
static int64_t countDistinct(const std::vector<int32_t> &ids, int64_t count) {
  std::vector<bool> seen(static_cast<size_t>(count));
  for (int32_t id : ids)
    seen[size_t(id)] = true;
  return std::count(seen.begin(), seen.end(), true);
}

static Status checkMap(const TokenMap &map, const artifact::Weight &weight,
                       const std::string &source) {
  int64_t count = weight.distinct();
  bool inRange = std::all_of(map.ids.begin(), map.ids.end(),
                             [&](int32_t id) { return id >= 0 && id < count; });
  if (!inRange)
    return Status(Code::incompatible, quoteName(source) +
                                          ": a compressed id is outside [0, " +
                                          std::to_string(count) + ")");
  int64_t distinct = countDistinct(map.ids, count);
  if (distinct != count)
    return Status(Code::incompatible, quoteName(source) + ": expected " +
                                          std::to_string(count) +
                                          " different compressed ids, found " +
                                          std::to_string(distinct));
  if (!weight.sha256().empty() && map.sha256() != weight.sha256())
    return Status(Code::incompatible,
                  quoteName(source) + ": the token map has SHA-256 " +
                      map.sha256() + ", the artifact was compiled for " +
                      weight.sha256());
  return Status();
}

static Result<TokenMap> mapFromTokenizer(const std::string &path,
                                         uint64_t tokens) {
  Result<Tokenizer> tokenizer = Tokenizer::fromFile(path);
  if (!tokenizer.ok())
    return tokenizer.status();
  Result<TokenMap> map = tokenMapFromTokenizer(*tokenizer);
  if (map.ok() && map->ids.size() != tokens)
    return Status(Code::incompatible,
                  quoteName(path) + ": expected a vocabulary of " +
                      std::to_string(tokens) + " tokens, found " +
                      std::to_string(map->ids.size()));
  return map;
}

static Result<TokenMap> mapFromFolder(const artifact::Weight &weight,
                                      const std::string &folder,
                                      const std::string &file) {
  uint64_t tokens = weight.parts(0).bytes() / sizeof(int32_t);
  std::string binary = folder + "/engram_token_map.bin";
  std::string json = folder + "/tokenizer.json";
  std::string source = !file.empty()        ? file
                       : fileExists(binary) ? binary
                                            : json;
  if (!fileExists(source) && file.empty())
    return Status(Code::notFound, quoteName(folder) +
                                      " has neither engram_token_map.bin nor "
                                      "tokenizer.json; give a token map file");
  Result<TokenMap> map =
      source == json && file.empty()
          ? mapFromTokenizer(source, tokens)
          : loadTokenMap(source, int64_t(tokens), weight.distinct());
  if (!map.ok())
    return map;
  if (Status status = checkMap(*map, weight, source); !status.ok())
    return status;
  return map;
}

Result<std::vector<int32_t>> rt::findTokenMap(const ArtifactReader &artifact,
                                              const artifact::Weight &weight,
                                              const std::string &folder,
                                              const std::string &file) {
  bool given = !file.empty() || fileExists(folder + "/engram_token_map.bin");
  std::vector<int32_t> ids;
  if (weight.from_blob()) {
    std::string_view blob = artifact.blob(weight.blob());
    ids.resize(blob.size() / sizeof(int32_t));
    std::memcpy(ids.data(), blob.data(), blob.size());
    TokenMap map;
    map.ids = ids;
    if (Status status = checkMap(map, weight, artifact.path()); !status.ok())
      return status;
    if (!given)
      return ids;
  }
  Result<TokenMap> map = mapFromFolder(weight, folder, file);
  if (!map.ok())
    return map.status();
  if (weight.from_blob() && map->ids != ids)
    return Status(Code::incompatible, "the token map of " + quoteName(folder) +
                                          " differs from the one inside " +
                                          quoteName(artifact.path()) +
                                          "; compile again");
  return std::move(map->ids);
}
