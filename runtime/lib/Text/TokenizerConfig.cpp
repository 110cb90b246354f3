//===- TokenizerConfig.cpp - begin and end tokens -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fields of the file that do not concern the ends of a prompt are not read.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Text/TokenizerConfig.h"

#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Json.h"
#include "runtime/lib/Support/Quote.h"

#include <nlohmann/json.hpp>

using namespace cedar::rt;
using nlohmann::json;

/// Largest tokenizer_config.json that is read.
static constexpr uint64_t maxConfigBytes = 64'000'000;

/// Sets `id` to the token that field `key` names: a string, or an object with
/// its "content".
static Status readToken(const json &config, const char *key,
                        const std::string &path, const Tokenizer &tokenizer,
                        std::optional<int32_t> &id) {
  auto field = config.find(key);
  if (field == config.end() || field->is_null())
    return Status();
  const json content =
      field->is_object() ? field->value("content", json()) : *field;
  if (!content.is_string())
    return Status(Code::corrupt,
                  "'" + path + "': expected a token as '" + key + "'");
  id = tokenizer.tokenToId(content.get<std::string>());
  if (!id)
    return Status(Code::incompatible,
                  "'" + path + "': " + key + " = " +
                      quoteName(content.get<std::string>()) +
                      " is not in the vocabulary of tokenizer.json");
  return Status();
}

/// Sets `value` from the boolean field `key`, if there is one.
static Status readFlag(const json &config, const char *key,
                       const std::string &path, bool &value) {
  auto field = config.find(key);
  if (field == config.end() || field->is_null())
    return Status();
  if (!field->is_boolean())
    return Status(Code::corrupt,
                  "'" + path + "': expected true or false as '" + key + "'");
  value = field->get<bool>();
  return Status();
}

Result<TokenizerConfig> TokenizerConfig::fromFile(const std::string &path,
                                                  const Tokenizer &tokenizer) {
  Result<std::string> text = readFile(path, maxConfigBytes);
  if (!text.ok())
    return text.status();
  Result<json> config = parseJson(*text, path);
  if (!config.ok())
    return config.status();
  if (!config->is_object())
    return Status(Code::corrupt, "'" + path + "': expected a JSON object");
  TokenizerConfig result;
  Status reads[] = {
      readToken(*config, "bos_token", path, tokenizer, result.bos),
      readToken(*config, "eos_token", path, tokenizer, result.eos),
      readToken(*config, "pad_token", path, tokenizer, result.pad),
      readFlag(*config, "add_bos_token", path, result.addBos),
      readFlag(*config, "add_eos_token", path, result.addEos),
  };
  for (Status &status : reads)
    if (!status.ok())
      return std::move(status);
  if ((result.addBos && !result.bos) || (result.addEos && !result.eos))
    return Status(Code::corrupt,
                  "'" + path +
                      "': add_bos_token or add_eos_token is set, but "
                      "bos_token or eos_token names no token");
  return result;
}
