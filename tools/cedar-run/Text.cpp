//===- Text.cpp - text of a checkpoint folder -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tokenizer_config.json decides about the begin-of-text token; without that
// file the one of the model is used.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-run/Text.h"

#include "runtime/lib/Support/File.h"
#include "runtime/lib/Text/TokenizerConfig.h"
#include "tools/runtime-lib/Require.h"

using namespace cedar;

Text::Text(const std::string &folder, const cedar_module_info &info)
    : folder_(folder) {
  std::string json = folder + "/tokenizer.json";
  std::string config = folder + "/tokenizer_config.json";
  if (!rt::fileExists(json))
    return;
  tokenizer_.emplace(require(rt::Tokenizer::fromFile(json)));
  if (rt::fileExists(config)) {
    rt::TokenizerConfig ends =
        require(rt::TokenizerConfig::fromFile(config, *tokenizer_));
    if (ends.addBos)
      bos_ = ends.bos;
  } else if (info.bos_token >= 0) {
    bos_ = info.bos_token;
  }
}

std::vector<int32_t> Text::encode(const std::string &text, bool bos) const {
  if (!tokenizer_)
    throw Error(
        CEDAR_NOT_FOUND,
        ("'" + folder_ + "' has no tokenizer.json; give --prompt-ids").c_str());
  std::vector<int32_t> tokens = require(tokenizer_->encode(text));
  if (bos && bos_)
    tokens.insert(tokens.begin(), *bos_);
  return tokens;
}

std::string Text::decode(const std::vector<int32_t> &tokens) const {
  if (!tokenizer_)
    return "";
  return require(tokenizer_->decode(tokens, /*skipSpecial=*/true));
}
