//===- TokenizerReader.cpp - reads tokenizer.json -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every field of the format is either understood, or required to have the value
// that switches it off. A field that would change the result is thus never
// silently ignored. The post-processor only adds special tokens around a text,
// which is the caller's business (TokenizerConfig).
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Support/Json.h"
#include "runtime/lib/Support/Quote.h"
#include "runtime/lib/Text/ByteAlphabet.h"
#include "runtime/lib/Text/TokenizerImpl.h"

#include <nlohmann/json.hpp>

using namespace cedar::rt;
using nlohmann::json;

/// The expression of the byte-level pre-tokenizer's own split.
static constexpr char byteLevelPattern[] =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

namespace {

/// Fills a tokenizer from its JSON form.
class Reader {
public:
  Reader(Tokenizer::Impl &tokenizer, const std::string &where)
      : tokenizer(tokenizer), where(where) {}

  Status read(const json &root);

private:
  Status corrupt(const std::string &what) const {
    return Status(Code::corrupt, "'" + where + "': " + what);
  }
  Status unsupported(const std::string &field, const json &value) const {
    return Status(Code::incompatible, "'" + where + "': " + field + " = " +
                                          shown(value) + " is not supported");
  }
  static std::string shown(const json &value);

  Status readModel(const json &model);
  Status checkModelOptions(const json &model) const;
  Status readVocabulary(const json &vocabulary);
  Status readMerges(const json &merges);
  Status readMerge(const json &merge, int32_t rank);
  Status readAddedTokens(const json &tokens);
  Status readAddedToken(const json &token);
  Status readPreTokenizer(const json &step, bool isLast);
  Status readSplit(const json &step);
  Status readByteLevel(const json &step, bool isLast);
  Status checkNormalizer(const json &normalizer) const;
  Status checkPostProcessor(const json &processor) const;
  Status checkDecoder(const json &decoder) const;

  Tokenizer::Impl &tokenizer;
  const std::string &where;
  bool byteLevel = false; ///< the byte-level step was met
};

} // namespace

/// A field of an object; null when it is absent or `value` is no object.
static const json &at(const json &value, const char *key) {
  static const json absent;
  if (!value.is_object())
    return absent;
  auto field = value.find(key);
  return field == value.end() ? absent : *field;
}

/// The field "type", or an empty string.
static std::string typeOf(const json &value) {
  const json &type = at(value, "type");
  return type.is_string() ? type.get<std::string>() : std::string();
}

/// A boolean field; `absent` when it is missing or something else.
static bool flag(const json &value, const char *key, bool absent) {
  const json &field = at(value, key);
  return field.is_boolean() ? field.get<bool>() : absent;
}

/// The type of an object, or a short value as it stands.
std::string Reader::shown(const json &value) {
  if (std::string type = typeOf(value); !type.empty())
    return quoteName(type);
  return quoteName(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

Status Reader::checkModelOptions(const json &model) const {
  const json &type = at(model, "type");
  if (!type.is_null() && type != "BPE")
    return unsupported("model.type", type);
  const json &dropout = at(model, "dropout");
  if (!dropout.is_null() && dropout != 0.0)
    return unsupported("model.dropout", dropout);
  for (const char *key : {"continuing_subword_prefix", "end_of_word_suffix"})
    if (const json &affix = at(model, key); !affix.is_null() && affix != "")
      return unsupported(std::string("model.") + key, affix);
  if (const json &fallback = at(model, "byte_fallback");
      !fallback.is_null() && fallback != false)
    return unsupported("model.byte_fallback", fallback);
  return Status();
}

Status Reader::readVocabulary(const json &vocabulary) {
  if (!vocabulary.is_object())
    return corrupt("expected an object field 'model.vocab'");
  for (const auto &[token, id] : vocabulary.items())
    if (!id.is_number_unsigned() ||
        id.get<uint64_t>() >= uint64_t(Vocabulary::maxId) ||
        !tokenizer.vocabulary.add(token, id.get<int64_t>()))
      return corrupt("model.vocab: token " + quoteName(token) + " has id " +
                     shown(id) + ", expected an unused id below " +
                     std::to_string(Vocabulary::maxId));
  for (unsigned byte = 0; byte < 256; ++byte)
    tokenizer.byteTokens[byte] =
        tokenizer.vocabulary.find(spellByte(static_cast<uint8_t>(byte)))
            .value_or(Tokenizer::Impl::noToken);
  return Status();
}

/// The two halves of a merge: "a b" or ["a", "b"].
static std::optional<std::pair<std::string, std::string>>
mergeHalves(const json &merge) {
  if (merge.is_string()) {
    const std::string &text = merge.get_ref<const std::string &>();
    size_t space = text.find(' ');
    if (space == std::string::npos ||
        text.find(' ', space + 1) != std::string::npos)
      return std::nullopt;
    return std::pair(text.substr(0, space), text.substr(space + 1));
  }
  if (!merge.is_array() || merge.size() != 2 || !merge[0].is_string() ||
      !merge[1].is_string())
    return std::nullopt;
  return std::pair(merge[0].get<std::string>(), merge[1].get<std::string>());
}

Status Reader::readMerge(const json &merge, int32_t rank) {
  std::string name = "model.merges[" + std::to_string(rank) + "]";
  auto halves = mergeHalves(merge);
  if (!halves)
    return corrupt(name + ": expected two tokens, found " + shown(merge));
  std::optional<int32_t> ids[3];
  const std::string tokens[3] = {halves->first, halves->second,
                                 halves->first + halves->second};
  for (unsigned i = 0; i < 3; ++i) {
    ids[i] = tokenizer.vocabulary.find(tokens[i]);
    if (!ids[i])
      return corrupt(name + ": token " + quoteName(tokens[i]) +
                     " is not in model.vocab");
  }
  tokenizer.merges.add(*ids[0], *ids[1], rank, *ids[2]);
  return Status();
}

Status Reader::readMerges(const json &merges) {
  if (!merges.is_array())
    return corrupt("expected an array field 'model.merges'");
  int32_t rank = 0;
  for (const json &merge : merges)
    if (Status status = readMerge(merge, rank++); !status.ok())
      return status;
  return Status();
}

Status Reader::readModel(const json &model) {
  if (!model.is_object())
    return corrupt("expected an object field 'model'");
  if (Status status = checkModelOptions(model); !status.ok())
    return status;
  tokenizer.ignoreMerges = flag(model, "ignore_merges", false);
  if (Status status = readVocabulary(at(model, "vocab")); !status.ok())
    return status;
  return readMerges(at(model, "merges"));
}

Status Reader::readAddedToken(const json &token) {
  const json &content = at(token, "content");
  const json &id = at(token, "id");
  if (!content.is_string() || content == "" || !id.is_number_unsigned())
    return corrupt("added_tokens: expected 'content' and 'id', found " +
                   shown(token));
  const std::string &text = content.get_ref<const std::string &>();
  for (const char *key : {"single_word", "lstrip", "rstrip"})
    if (flag(token, key, false))
      return unsupported("added_tokens: " + quoteName(text) + "." + key, true);
  std::optional<int32_t> known = tokenizer.vocabulary.find(text);
  bool fits = known ? id == *known
                    : id.get<uint64_t>() < uint64_t(Vocabulary::maxId) &&
                          tokenizer.vocabulary.add(text, id.get<int64_t>());
  if (!fits)
    return corrupt("added_tokens: " + quoteName(text) + " has id " + shown(id) +
                   (known ? ", in model.vocab it has " + std::to_string(*known)
                          : ", expected an unused id below " +
                                std::to_string(Vocabulary::maxId)));
  int32_t number = *tokenizer.vocabulary.find(text);
  bool special = flag(token, "special", false);
  if (special)
    tokenizer.vocabulary.markSpecial(number);
  tokenizer.addedTokens.add(text, number, flag(token, "normalized", !special));
  return Status();
}

Status Reader::readAddedTokens(const json &tokens) {
  if (tokens.is_null())
    return Status();
  if (!tokens.is_array())
    return corrupt("expected an array field 'added_tokens'");
  for (const json &token : tokens)
    if (Status status = readAddedToken(token); !status.ok())
      return status;
  return Status();
}

Status Reader::readSplit(const json &step) {
  if (at(step, "behavior") != "Isolated")
    return unsupported("pre_tokenizer.behavior", at(step, "behavior"));
  // `invert` swaps matches and gaps; isolated, both are pieces all the same.
  const json &pattern = at(step, "pattern");
  Status status;
  if (const json &regex = at(pattern, "Regex"); regex.is_string())
    status = tokenizer.preTokenizer.addSplit(regex.get<std::string>());
  else if (const json &text = at(pattern, "String"); text.is_string())
    status = tokenizer.preTokenizer.addLiteralSplit(text.get<std::string>());
  else
    return unsupported("pre_tokenizer.pattern", pattern);
  if (!status.ok())
    return Status(status.code(),
                  "'" + where + "': pre_tokenizer: " + status.message());
  return Status();
}

Status Reader::readByteLevel(const json &step, bool isLast) {
  if (!isLast)
    return unsupported("pre_tokenizer: a step behind", step);
  byteLevel = true;
  if (flag(step, "add_prefix_space", true))
    tokenizer.preTokenizer.addPrefixSpace();
  if (!flag(step, "use_regex", true))
    return Status();
  return tokenizer.preTokenizer.addSplit(byteLevelPattern);
}

Status Reader::readPreTokenizer(const json &step, bool isLast) {
  std::string type = typeOf(step);
  if (type == "Split")
    return readSplit(step);
  if (type == "ByteLevel")
    return readByteLevel(step, isLast);
  const json &steps = at(step, "pretokenizers");
  if (type != "Sequence" || !steps.is_array())
    return unsupported("pre_tokenizer", step);
  for (size_t i = 0; i < steps.size(); ++i)
    if (Status status =
            readPreTokenizer(steps[i], isLast && i + 1 == steps.size());
        !status.ok())
      return status;
  return Status();
}

Status Reader::checkNormalizer(const json &normalizer) const {
  const json &steps = at(normalizer, "normalizers");
  bool none = normalizer.is_null() || (typeOf(normalizer) == "Sequence" &&
                                       steps.is_array() && steps.empty());
  return none ? Status() : unsupported("normalizer", normalizer);
}

Status Reader::checkPostProcessor(const json &processor) const {
  std::string type = typeOf(processor);
  if (processor.is_null() || type == "ByteLevel" ||
      type == "TemplateProcessing")
    return Status();
  const json &steps = at(processor, "processors");
  if (type != "Sequence" || !steps.is_array())
    return unsupported("post_processor", processor);
  for (const json &step : steps)
    if (Status status = checkPostProcessor(step); !status.ok())
      return status;
  return Status();
}

Status Reader::checkDecoder(const json &decoder) const {
  return typeOf(decoder) == "ByteLevel" ? Status()
                                        : unsupported("decoder", decoder);
}

Status Reader::read(const json &root) {
  if (!root.is_object())
    return corrupt("expected a JSON object");
  for (const char *key : {"truncation", "padding"})
    if (const json &field = at(root, key); !field.is_null())
      return unsupported(key, field);
  Status checks[] = {
      checkNormalizer(at(root, "normalizer")),
      checkPostProcessor(at(root, "post_processor")),
      checkDecoder(at(root, "decoder")),
      readPreTokenizer(at(root, "pre_tokenizer"), /*isLast=*/true),
      readModel(at(root, "model")),
      readAddedTokens(at(root, "added_tokens")),
  };
  for (Status &status : checks)
    if (!status.ok())
      return std::move(status);
  if (!byteLevel)
    return unsupported("pre_tokenizer without a byte-level step",
                       at(root, "pre_tokenizer"));
  return Status();
}

Result<std::unique_ptr<Tokenizer::Impl>>
cedar::rt::readTokenizer(std::string_view text, const std::string &where) {
  Result<json> root = parseJson(text, where);
  if (!root.ok())
    return root.status();
  auto tokenizer = std::make_unique<Tokenizer::Impl>();
  if (Status status = Reader(*tokenizer, where).read(*root); !status.ok())
    return status;
  return tokenizer;
}
