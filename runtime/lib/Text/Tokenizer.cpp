//===- Tokenizer.cpp - byte-level BPE tokenizer ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encoding: added tokens out, pieces, bytes to symbols, merges. Decoding: the
// bytes of the tokens, joined; whether they are text is for the caller to see.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Text/Tokenizer.h"

#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Utf8.h"
#include "runtime/lib/Text/ByteAlphabet.h"
#include "runtime/lib/Text/TokenizerImpl.h"

using namespace cedar::rt;

/// Largest tokenizer.json that is read; the released one has 8 MB.
static constexpr uint64_t maxTokenizerBytes = 256'000'000;

Tokenizer::Tokenizer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Tokenizer::Tokenizer(Tokenizer &&) noexcept = default;
Tokenizer &Tokenizer::operator=(Tokenizer &&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Result<Tokenizer> Tokenizer::fromFile(const std::string &path) {
  Result<std::string> json = readFile(path, maxTokenizerBytes);
  if (!json.ok())
    return json.status();
  return fromJson(*json, path);
}

Result<Tokenizer> Tokenizer::fromJson(std::string_view json,
                                      const std::string &where) {
  Result<std::unique_ptr<Impl>> impl = readTokenizer(json, where);
  if (!impl.ok())
    return impl.status();
  return Tokenizer(std::move(*impl));
}

Status Tokenizer::Impl::encodePiece(const std::string &piece,
                                    std::vector<int32_t> &ids) const {
  if (ignoreMerges)
    if (auto whole = vocabulary.find(spellBytes(piece))) {
      ids.push_back(*whole);
      return Status();
    }
  std::vector<int32_t> symbols;
  for (char byte : piece) {
    int32_t id = byteTokens[static_cast<uint8_t>(byte)];
    if (id == noToken)
      return Status(Code::invalidArgument,
                    "the vocabulary has no token for byte " +
                        std::to_string(static_cast<uint8_t>(byte)));
    symbols.push_back(id);
  }
  merges.apply(symbols);
  ids.insert(ids.end(), symbols.begin(), symbols.end());
  return Status();
}

Status Tokenizer::Impl::encodePlain(std::string_view text,
                                    std::vector<int32_t> &ids) const {
  Result<std::vector<std::string>> pieces = preTokenizer.split(text);
  if (!pieces.ok())
    return pieces.status();
  for (const std::string &piece : *pieces)
    if (Status status = encodePiece(piece, ids); !status.ok())
      return status;
  return Status();
}

Result<std::vector<int32_t>> Tokenizer::encode(std::string_view text) const {
  if (std::optional<size_t> at = findInvalidUtf8(text))
    return Status(Code::invalidArgument,
                  "expected UTF-8 text, byte " + std::to_string(*at) + " of " +
                      std::to_string(text.size()) + " is not");
  std::vector<int32_t> ids;
  for (const TextSegment &segment : impl_->addedTokens.cut(text)) {
    if (segment.id != TextSegment::plain)
      ids.push_back(segment.id);
    else if (Status status = impl_->encodePlain(segment.text, ids);
             !status.ok())
      return status;
  }
  return ids;
}

Result<std::string> Tokenizer::decodeToken(int32_t id) const {
  if (!impl_->vocabulary.contains(id))
    return Status(Code::invalidArgument, "token id " + std::to_string(id) +
                                             " is not in the vocabulary of " +
                                             std::to_string(vocabSize()) +
                                             " tokens");
  return impl_->vocabulary.bytes(id);
}

Result<std::string> Tokenizer::decode(const std::vector<int32_t> &ids,
                                      bool skipSpecial) const {
  std::string bytes;
  for (int32_t id : ids) {
    Result<std::string> token = decodeToken(id);
    if (!token.ok())
      return token.status();
    if (!(skipSpecial && isSpecial(id)))
      bytes += *token;
  }
  return bytes;
}

std::optional<std::string> Tokenizer::idToToken(int32_t id) const {
  if (!impl_->vocabulary.contains(id))
    return std::nullopt;
  return impl_->vocabulary.token(id);
}

std::optional<int32_t> Tokenizer::tokenToId(std::string_view token) const {
  return impl_->vocabulary.find(std::string(token));
}

bool Tokenizer::isSpecial(int32_t id) const {
  return impl_->vocabulary.isSpecial(id);
}

int32_t Tokenizer::vocabSize() const { return impl_->vocabulary.size(); }
