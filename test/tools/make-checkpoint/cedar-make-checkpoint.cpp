//===- cedar-make-checkpoint.cpp - a checkpoint for any configuration -----===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a checkpoint folder that fits a config.json: for tests of sizes that
// nobody wants to store, with a hole for a payload, and for tests of unusual
// shapes, with random weights.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/Validate.h"
#include "runtime/lib/Support/File.h"
#include "test/tools/make-checkpoint/ShardWriter.h"

#include <cstdlib>
#include <filesystem>
#include <getopt.h>
#include <iostream>

using namespace cedar;

static constexpr const char *kUsage =
    R"(usage: cedar-make-checkpoint <config.json> <new folder> [options]

  --shards         files as in the release instead of one
  --random=<seed>  random weights instead of a hole
  --no-token-map   leave out engram_token_map.bin
  --help           print this text
)";

/// Most bytes that are filled with random weights.
static constexpr uint64_t kMaxRandomBytes = uint64_t(1) << 30;

namespace {
struct Options {
  std::string configPath, folder;
  bool shards = false, tokenMap = true;
  std::optional<uint64_t> seed;
};
} // namespace

static int fail(const std::string &message) {
  std::cerr << "cedar-make-checkpoint: " << message << "\n";
  return 1;
}

/// Reads the command line; an exit code when there is nothing more to do.
static std::optional<int> parseOptions(int argc, char **argv,
                                       Options &options) {
  static const option known[] = {{"shards", no_argument, nullptr, 's'},
                                 {"random", required_argument, nullptr, 'r'},
                                 {"no-token-map", no_argument, nullptr, 't'},
                                 {"help", no_argument, nullptr, 'h'},
                                 {nullptr, 0, nullptr, 0}};
  for (int flag; (flag = getopt_long(argc, argv, "", known, nullptr)) != -1;) {
    if (flag == 's')
      options.shards = true;
    else if (flag == 'r')
      options.seed = std::strtoull(optarg, nullptr, 10);
    else if (flag == 't')
      options.tokenMap = false;
    else
      return std::cerr << kUsage, flag == 'h' ? 0 : 2;
  }
  if (argc - optind != 2)
    return std::cerr << kUsage, 2;
  options.configPath = argv[optind];
  options.folder = argv[optind + 1];
  return std::nullopt;
}

static rt::Result<ModelConfig> legalConfig(const std::string &text,
                                           const std::string &path) {
  rt::Result<ModelConfig> config = parseConfig(text, path);
  if (!config.ok())
    return config;
  std::vector<std::string> problems = validateConfig(*config);
  if (problems.empty())
    return config;
  return rt::Status(rt::Code::invalidArgument, path + ": " + problems.front());
}

/// Every compressed id once, in order of first appearance, then again.
static std::string tokenMapBytes(const ModelConfig &config) {
  std::string bytes;
  for (int64_t token = 0; token < config.vocabSize; ++token) {
    auto id = int32_t(token % config.engramCompressedVocab);
    bytes.append(reinterpret_cast<const char *>(&id), sizeof id);
  }
  return bytes;
}

static rt::Status writeShards(const Options &options, const ModelConfig &config,
                              const std::vector<Shard> &shards) {
  uint64_t total = 0;
  for (const Shard &shard : shards)
    total += shard.payloadBytes();
  if (options.seed && total > kMaxRandomBytes)
    return {rt::Code::exhausted,
            "--random: expected at most 1 GiB of weights, found " +
                std::to_string(total) + " bytes"};
  for (const Shard &shard : shards) {
    rt::Status status = writeShard(options.folder, shard, config, options.seed);
    if (!status.ok())
      return status;
  }
  return options.shards ? writeIndex(options.folder, shards) : rt::Status();
}

static rt::Status makeCheckpoint(const Options &options) {
  rt::Result<std::string> text = rt::readFile(options.configPath, 1 << 24);
  if (!text.ok())
    return text.status();
  rt::Result<ModelConfig> config = legalConfig(*text, options.configPath);
  if (!config.ok())
    return config.status();
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  Inventory inventory(*config);
  rt::Status status = writeShards(options, *config,
                                  options.shards ? planShards(inventory)
                                                 : planSingleFile(inventory));
  if (status.ok())
    status = writeFile(options.folder + "/config.json", *text);
  if (status.ok() && options.tokenMap && !config->engramLayers.empty())
    status = writeFile(options.folder + "/engram_token_map.bin",
                       tokenMapBytes(*config));
  return status;
}

int main(int argc, char **argv) {
  Options options;
  if (std::optional<int> code = parseOptions(argc, argv, options))
    return *code;
  rt::Status status = makeCheckpoint(options);
  return status.ok() ? 0 : fail(status.message());
}
