//===- ValidateCheckpoint.cpp - verdict on a checkpoint folder ------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each part is judged even when another one is broken, as far as it makes
// sense: tensors and token map need a legal configuration.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/Import/ValidateCheckpoint.h"

#include "dialect/Cedar/Import/CSA2Plan.h"
#include "dialect/Cedar/Import/Validate.h"
#include "runtime/lib/Support/File.h"
#include "runtime/lib/Text/Tokenizer.h"

#include <algorithm>

namespace cedar {

static constexpr uint64_t kMaxConfigBytes = uint64_t(16) << 20;
static constexpr const char *kTokenizerFile = "tokenizer.json";
static constexpr const char *kTokenMapFile = "engram_token_map.bin";

namespace {

class CheckpointValidator {
public:
  CheckpointValidator(const std::string &folder, const std::string &csa2Plan)
      : folder_(folder), csa2Plan_(csa2Plan) {}

  CheckpointReport run(CheckpointParts parts);

private:
  std::string pathOf(const char *file) const { return folder_ + "/" + file; }
  void problem(std::string line) {
    report_.problems.push_back(std::move(line));
  }

  void checkConfig();
  void applyPlan();
  void checkTensors();
  /// The value, or nothing and one more problem.
  template <typename T>
  std::optional<T> take(rt::Result<T> result) {
    if (result.ok())
      return std::move(*result);
    problem(result.status().message());
    return std::nullopt;
  }
  std::optional<rt::TokenMap> mapFromTokenizer();
  std::optional<rt::TokenMap> mapFromFile();
  bool checkMapSizes(const rt::TokenMap &map);
  bool checkTokenizerSize(const rt::Tokenizer &tokenizer);
  void checkTokenMap();
  void checkAgreement(const rt::TokenMap &tokenizer, const rt::TokenMap &file);

  const std::string &folder_, &csa2Plan_;
  std::optional<Inventory> stored_; ///< without the plan, if there is one
  CheckpointReport report_;
};

} // namespace

void CheckpointValidator::checkConfig() {
  rt::Result<std::string> text =
      rt::readFile(pathOf("config.json"), kMaxConfigBytes);
  if (!text.ok())
    return problem(text.status().message());
  report_.configText = *text;
  report_.config = parseConfig(*text, "config.json", report_.problems);
  if (!report_.problems.empty())
    return;
  for (const std::string &line : validateConfig(report_.config))
    problem("config.json: " + line);
  if (!csa2Plan_.empty() && report_.problems.empty())
    applyPlan();
  report_.configLegal = report_.problems.empty();
}

/// The rules hold for a plan as for the lists that it replaces.
void CheckpointValidator::applyPlan() {
  stored_.emplace(report_.config);
  rt::Status status = applyCSA2Plan(csa2Plan_, report_.config);
  if (!status.ok())
    return problem("--csa2-plan: " + status.message());
  for (const std::string &line : validateConfig(report_.config))
    problem("config.json with --csa2-plan: " + line);
}

void CheckpointValidator::checkTensors() {
  rt::Result<rt::CheckpointIndex> index = rt::CheckpointIndex::open(folder_);
  if (!index.ok())
    return problem(index.status().message());
  if (!report_.configLegal)
    return;
  Inventory inventory(report_.config);
  report_.tensors = checkInventory(inventory, report_.config, *index,
                                   stored_ ? &*stored_ : nullptr);
  for (const std::string &line : report_.tensors.problems)
    problem(line);
  for (const std::string &line : report_.tensors.notes)
    report_.notes.push_back(line);
}

bool CheckpointValidator::checkTokenizerSize(const rt::Tokenizer &tokenizer) {
  int64_t size = tokenizer.vocabSize(), limit = report_.config.vocabSize;
  if (size > limit)
    problem(std::string(kTokenizerFile) + ": expected at most vocab_size = " +
            std::to_string(limit) + " tokens, found " + std::to_string(size));
  return size <= limit;
}

/// The multipliers derive from the number of ids: a wrong one would hash every
/// token to other rows.
bool CheckpointValidator::checkMapSizes(const rt::TokenMap &map) {
  int64_t tokens = map.ids.size(), ids = map.count;
  int64_t vocab = report_.config.vocabSize;
  int64_t compressed = report_.config.engramCompressedVocab;
  if (ids != compressed)
    problem(std::string(kTokenizerFile) +
            ": expected engram_compressed_vocab_size = " +
            std::to_string(compressed) + " compressed ids, found " +
            std::to_string(ids));
  if (tokens != vocab)
    problem(std::string(kTokenizerFile) +
            ": expected vocab_size = " + std::to_string(vocab) +
            " tokens in the compressed map, found " + std::to_string(tokens));
  return ids == compressed && tokens == vocab;
}

std::optional<rt::TokenMap> CheckpointValidator::mapFromTokenizer() {
  std::string path = pathOf(kTokenizerFile);
  if (!rt::fileExists(path))
    return std::nullopt;
  std::optional<rt::Tokenizer> tokenizer = take(rt::Tokenizer::fromFile(path));
  if (!tokenizer || !checkTokenizerSize(*tokenizer) ||
      report_.config.engramLayers.empty())
    return std::nullopt;
  std::optional<rt::TokenMap> map = take(rt::tokenMapFromTokenizer(*tokenizer));
  if (map && !checkMapSizes(*map))
    map.reset();
  return map;
}

std::optional<rt::TokenMap> CheckpointValidator::mapFromFile() {
  std::string path = pathOf(kTokenMapFile);
  if (report_.config.engramLayers.empty() || !rt::fileExists(path))
    return std::nullopt;
  return take(rt::loadTokenMap(path, report_.config.vocabSize,
                               report_.config.engramCompressedVocab));
}

void CheckpointValidator::checkAgreement(const rt::TokenMap &tokenizer,
                                         const rt::TokenMap &file) {
  auto [a, b] = std::mismatch(tokenizer.ids.begin(), tokenizer.ids.end(),
                              file.ids.begin(), file.ids.end());
  if (a == tokenizer.ids.end())
    return;
  problem(std::string(kTokenMapFile) + ": expected the map that follows from " +
          kTokenizerFile + " (" + std::to_string(*a) + " for token " +
          std::to_string(a - tokenizer.ids.begin()) + "), found " +
          std::to_string(*b) + "; remove the file that is not of this model");
}

/// A model with engram layers cannot hash without the map (SPEC 3.12).
void CheckpointValidator::checkTokenMap() {
  size_t before = report_.problems.size();
  std::optional<rt::TokenMap> tokenizer = mapFromTokenizer();
  std::optional<rt::TokenMap> file = mapFromFile();
  if (tokenizer && file)
    checkAgreement(*tokenizer, *file);
  report_.tokenMapSource = tokenizer ? kTokenizerFile
                           : file    ? kTokenMapFile
                                     : "";
  report_.tokenMap = tokenizer ? tokenizer : file;
  if (!report_.config.engramLayers.empty() && !report_.tokenMap &&
      report_.problems.size() == before)
    report_.warnings.push_back(
        "no compressed token map: the folder has neither " +
        std::string(kTokenizerFile) + " nor " + kTokenMapFile +
        "; it will have to be given when the model is loaded");
}

CheckpointReport CheckpointValidator::run(CheckpointParts parts) {
  checkConfig();
  if (parts == CheckpointParts::configOnly)
    return std::move(report_);
  checkTensors();
  if (report_.configLegal)
    checkTokenMap();
  return std::move(report_);
}

CheckpointReport validateCheckpoint(const std::string &folder,
                                    CheckpointParts parts,
                                    const std::string &csa2Plan) {
  return CheckpointValidator(folder, csa2Plan).run(parts);
}

} // namespace cedar
