//===- ImportHF.cpp - a checkpoint folder as a module ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what stands beside the payload (config.json, tensor headers,
// tokenizer), refuses a folder with faults, and builds the module.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ImportHF.h"

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/Import/ImportHFModel.h"
#include "dialect/Cedar/Import/Validate.h"
#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Sha256.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace cedar {

/// Largest config.json and tokenizer.json that are read.
static constexpr uint64_t maxConfigBytes = 16 << 20;
static constexpr uint64_t maxTokenizerBytes = 256 << 20;

std::string CheckpointFacts::onDisk(const std::string &name) const {
  return diskName(index, name);
}

namespace {

/// Reads the facts of a folder; collects every fault.
class FactsReader {
public:
  explicit FactsReader(StringRef folder) : folder(folder) {}

  bool run();

  CheckpointFacts facts;
  std::vector<std::string> problems;

private:
  void readConfig();
  void readIndex();
  void readTokenizer();
  void readEngram();
  std::string file(StringRef name) const { return (folder + "/" + name).str(); }
  template <typename T>
  std::optional<T> take(rt::Result<T> result) {
    if (result.ok())
      return std::move(*result);
    problems.push_back(result.status().message());
    return std::nullopt;
  }

  StringRef folder;
};

} // namespace

bool FactsReader::run() {
  facts.name = llvm::sys::path::filename(folder.rtrim('/')).str();
  readConfig();
  if (!problems.empty())
    return false;
  readIndex();
  readTokenizer();
  if (problems.empty() && !facts.config.engramLayers.empty())
    readEngram();
  return problems.empty();
}

void FactsReader::readConfig() {
  auto text = take(rt::readFile(file("config.json"), maxConfigBytes));
  if (!text)
    return;
  facts.configSha256 = rt::sha256Hex(text->data(), text->size());
  facts.config = parseConfig(*text, file("config.json"), problems);
  if (problems.empty())
    for (const std::string &problem : validateConfig(facts.config))
      problems.push_back(file("config.json") + ": " + problem);
}
