//===- Print.cpp - facts as text ------------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per section.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-inspect/Print.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>

using namespace cedar;
using nlohmann::ordered_json;

/// A value as it is printed: text without quotes.
static std::string shown(const ordered_json &value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// A size with a readable unit behind it when it is large.
static std::string size(const ordered_json &value) {
  double bytes = value.get<double>();
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
  int unit = -1;
  while (bytes >= 1024 && unit < 3) {
    bytes /= 1024;
    ++unit;
  }
  char text[64];
  std::snprintf(text, sizeof(text), " (%.1f %s)", bytes,
                units[unit < 0 ? 0 : unit]);
  return value.dump() + " bytes" + (unit < 0 ? "" : text);
}

static void line(const std::string &name, const std::string &value) {
  std::printf("  %-20s %s\n", name.c_str(), value.c_str());
}

static void printOrigin(const ordered_json &facts) {
  const ordered_json &origin = facts["origin"];
  std::printf("%s: %s\n", shown(facts["file"]).c_str(),
              size(facts["bytes"]).c_str());
  line("compiler", "Cedar " + shown(origin["compiler_version"]) + ", LLVM " +
                       shown(origin["llvm_version"]));
  line("rebuild with", shown(origin["rebuild"]));
  line("config.json", "SHA-256 " + shown(origin["config_sha256"]));
  if (origin["tokenizer_sha256"] != "")
    line("tokenizer.json", "SHA-256 " + shown(origin["tokenizer_sha256"]));
  if (facts.contains("verified"))
    line("checksums", "all blobs match");
}

static void printModel(const ordered_json &model) {
  std::printf("\nmodel %s\n", shown(model["name"]).c_str());
  for (const char *key :
       {"vocab_size", "hidden_size", "max_positions", "window", "page_tokens"})
    line(key, shown(model[key]));
  std::string roles;
  for (const ordered_json &layer : model["layers"])
    roles += (roles.empty() ? "" : " ") + shown(layer["index"]) + ":" +
             shown(layer["mode"]) +
             (layer["ratio"] != 0 ? "/" + shown(layer["ratio"]) : "") +
             (layer["engram"] == true ? "+engram" : "");
  line("layers", roles);
}

static void printCache(const ordered_json &cache) {
  std::printf("\ncache\n");
  line("per token", shown(cache["bytes_per_token"]) + " bytes, paged");
  line("per sequence", size(cache["bytes_per_sequence"]) + ", rings");
  for (const ordered_json &state : cache["states"]) {
    bool paged = state["kind"] == "paged";
    std::string type = shown(state["channels"]) + "x" + shown(state["type"]);
    if (state["scale_type"] != "none")
      type += " scaled by " + shown(state["scale_type"]) + " per " +
              shown(state["group"]);
    line(shown(state["name"]),
         shown(state["kind"]) + " of " + shown(state["rows"]) + " rows, " +
             type + ", " +
             (paged ? shown(state["bytes_per_token"]) + " bytes per token"
                    : shown(state["bytes_per_sequence"]) +
                          " bytes per sequence"));
  }
}

static void printWeights(const ordered_json &weights, bool all) {
  std::printf("\nweights\n");
  line("checkpoint", shown(weights["checkpoint_tensors"]) + " tensors, " +
                         size(weights["checkpoint_bytes"]));
  for (const ordered_json &weight : weights["list"]) {
    if (!all && weight["from"] == "checkpoint")
      continue;
    std::string parts;
    for (const ordered_json &part : weight["parts"])
      parts += (parts.empty() ? "" : ", ") + shown(part["tensor"]) + " " +
               shown(part["type"]) + shown(part["shape"]);
    if (weight["stack"] != 0)
      parts += ", " + shown(weight["stack"]) + " of them";
    line(shown(weight["name"]), "from " + shown(weight["from"]) + ": " + parts);
  }
}

static void printEntries(const ordered_json &entries) {
  for (const ordered_json &entry : entries) {
    std::string arena;
    for (const auto &[dim, bytes] : entry["arena_bytes_per"].items())
      arena += (arena.empty() ? "" : " + ") + bytes.dump() +
               (dim == "1" ? "" : "*" + dim);
    std::string beside =
        entry["prefetched"] == 0
            ? ""
            : " (" + shown(entry["prefetched"]) + " beside the others)";
    line("entry " + shown(entry["name"]),
         shown(entry["launches"]) + " launches" + beside + ", arena " +
             (arena.empty() ? "0" : arena) + " bytes");
  }
}

static void printMemory(const ordered_json &memory) {
  std::printf("  memory of a session with %s rows, %s sequences, context %s\n",
              shown(memory["rows"]).c_str(), shown(memory["sequences"]).c_str(),
              shown(memory["context"]).c_str());
  for (const char *key :
       {"arena", "inputs", "stages", "rings", "pools", "tables", "stacks",
        "total", "scratch", "launch_words", "device", "device_weights"})
    if (memory.contains(key))
      line(std::string("  ") + key, size(memory[key]));
}

static void printTarget(const ordered_json &target,
                        const PrintOptions &options) {
  std::printf("\ntarget %s\n", shown(target["name"]).c_str());
  std::string features;
  for (const ordered_json &feature : target["features"])
    features += (features.empty() ? "" : " ") + shown(feature);
  line("features", features.empty() ? "none" : features);
  if (target.contains("multiprocessors"))
    line("runs on",
         "a GPU, " +
             std::string(target["ptx_only"] ? "PTX only" : "machine code") +
             ", launches for " + shown(target["multiprocessors"]) +
             " multiprocessors");
  else
    line("runs here", target["missing_here"] == ""
                          ? "yes"
                          : "no, lacks " + shown(target["missing_here"]));
  printEntries(target["entries"]);
  printMemory(target["memory"]);
  line("kernels", std::to_string(target["kernels"].size()));
  if (!options.kernels)
    return;
  for (const ordered_json &kernel : target["kernels"])
    std::printf("    %-40s %s, %s uses, grid %s\n",
                shown(kernel["symbol"]).c_str(), shown(kernel["op"]).c_str(),
                shown(kernel["uses"]).c_str(), shown(kernel["grid"]).c_str());
}

void cedar::printFacts(const ordered_json &facts, const PrintOptions &options) {
  printOrigin(facts);
  printModel(facts["model"]);
  printCache(facts["cache"]);
  printWeights(facts["weights"], options.weights);
  for (const ordered_json &target : facts["targets"])
    printTarget(target, options);
}
