//===- Prompts.cpp - prompts of a run -------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line of a file may have more keys than are used here; "prompt_ids" wins
// over "prompt".
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-run/Prompts.h"

#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Json.h"
#include "runtime/lib/Support/Quote.h"
#include "tools/runtime-lib/Require.h"

#include <charconv>
#include <sstream>

using namespace cedar;
using nlohmann::json;

[[noreturn]] static void refuse(const std::string &reason) {
  throw Error(CEDAR_INVALID_ARGUMENT, reason.c_str());
}

/// Ids separated by commas, of the option `name`.
static std::vector<int32_t> parseIds(const char *name,
                                     const std::string &list) {
  std::vector<int32_t> ids;
  std::istringstream stream(list);
  std::string item;
  while (std::getline(stream, item, ',')) {
    int32_t id = 0;
    auto [end, error] =
        std::from_chars(item.data(), item.data() + item.size(), id);
    if (error != std::errc() || end != item.data() + item.size())
      refuse(std::string(name) +
             ": expected token ids separated by commas, found " +
             rt::quoteName(item));
    ids.push_back(id);
  }
  return ids;
}

/// The array "prompt_ids" of a line.
static std::vector<int32_t> idsOf(const json &array, const std::string &where) {
  std::vector<int32_t> ids;
  if (!array.is_array())
    refuse(where + ": \"prompt_ids\" is not an array");
  for (const json &id : array) {
    if (!id.is_number_integer() || id < INT32_MIN || id > INT32_MAX)
      refuse(where + ": \"prompt_ids\" holds something that is not a token id");
    ids.push_back(id.get<int32_t>());
  }
  return ids;
}

/// Whether a prompt is the begin of its text.
static bool beginsText(const RunOptions &options) {
  return !options.noBos && !options.prefix && options.loadState.empty();
}

static Prompt promptOf(const std::string &line, const std::string &where,
                       size_t number, const RunOptions &options,
                       const Text &text) {
  json object = require(rt::parseJson(line, where));
  if (!object.is_object())
    refuse(where + ": expected an object");
  Prompt prompt;
  prompt.id = object.value("id", json(number));
  if (object.contains("prompt_ids"))
    prompt.tokens = idsOf(object["prompt_ids"], where);
  else if (object.contains("prompt") && object["prompt"].is_string())
    prompt.tokens =
        text.encode(object["prompt"].get<std::string>(), beginsText(options));
  else
    refuse(where + ": expected \"prompt\" or \"prompt_ids\"");
  return prompt;
}

static void readFilePrompts(const RunOptions &options, const Text &text,
                            std::vector<Prompt> &prompts) {
  constexpr uint64_t limit = uint64_t(1) << 30;
  std::istringstream lines(require(rt::readFile(options.promptFile, limit)));
  std::string line;
  for (size_t number = 1; std::getline(lines, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos)
      continue;
    std::string where = options.promptFile + ":" + std::to_string(number);
    prompts.push_back(promptOf(line, where, prompts.size(), options, text));
  }
}

std::vector<Prompt> cedar::readPrompts(const RunOptions &options,
                                       const Text &text) {
  std::vector<Prompt> prompts;
  for (const GivenPrompt &given : options.prompts) {
    Prompt prompt;
    prompt.id = prompts.size();
    prompt.tokens = given.isIds ? parseIds("--prompt-ids", given.value)
                                : text.encode(given.value, beginsText(options));
    prompts.push_back(std::move(prompt));
  }
  if (!options.promptFile.empty())
    readFilePrompts(options, text, prompts);
  if (prompts.empty())
    refuse("'" + options.promptFile + "' holds no prompt");
  if (!options.saveState.empty() && prompts.size() > 1)
    refuse("--save-state: a file holds one state, there are " +
           std::to_string(prompts.size()) + " prompts");
  return prompts;
}

std::vector<int32_t> cedar::readPrefix(const RunOptions &options,
                                       const Text &text) {
  if (!options.prefix)
    return {};
  std::vector<int32_t> tokens =
      options.prefix->isIds
          ? parseIds("--prefix-ids", options.prefix->value)
          : text.encode(options.prefix->value, !options.noBos);
  if (tokens.empty())
    refuse("--prefix: expected at least one token, found none");
  return tokens;
}
