//===- StateFile.cpp - a sequence in a file -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks run from the outside in: magic, version, sizes, description, model.
// The rows, which may be larger than the memory, are read in pieces.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/StateFile.h"

#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <cstring>
#include <vector>

using namespace cedar;
using namespace cedar::rt;

/// Largest description that is read: thousands of states.
static constexpr uint64_t descriptionLimit = uint64_t(1) << 20;
/// Bytes that are read at once.
static constexpr size_t pieceBytes = size_t(1) << 20;
static constexpr uint64_t digestBytes = sizeof(Sha256::Digest);

static std::string_view viewOf(const void *data, size_t bytes) {
  return {static_cast<const char *>(data), bytes};
}

uint64_t rt::stateRows(const artifact::State &state, uint32_t length) {
  return state.kind() == artifact::State::PAGED ? length / state.ratio()
                                                : state.rows();
}

uint64_t rt::savedRowBytes(const artifact::Manifest &manifest,
                           uint32_t length) {
  uint64_t total = 0, bytes;
  for (const artifact::State &state : manifest.states())
    if (__builtin_mul_overflow(stateRows(state, length), state.row_bytes(),
                               &bytes) ||
        __builtin_add_overflow(total, bytes, &total))
      return UINT64_MAX;
  return total;
}

Status StateFileWriter::append(std::string_view bytes) {
  hash_.update(bytes.data(), bytes.size());
  return sink_.append(bytes);
}

Status StateFileWriter::begin(const artifact::SavedSequence &description,
                              uint64_t rowBytes) {
  std::string text = description.SerializeAsString();
  Sha256 hash;
  hash.update(text.data(), text.size());
  Sha256::Digest digest = hash.finish();
  StateFileHeader header{};
  std::memcpy(header.magic, stateFileMagic, sizeof(header.magic));
  header.formatVersion = stateFileVersion;
  header.headerBytes = sizeof(header);
  header.descriptionBytes = text.size();
  header.rowBytes = rowBytes;
  std::memcpy(header.descriptionSha256, digest.data(), digest.size());
  if (Status status = append(viewOf(&header, sizeof(header))); !status.ok())
    return status;
  return append(text);
}

Status StateFileWriter::finish() {
  Sha256::Digest digest = hash_.finish();
  return sink_.append(viewOf(digest.data(), digest.size()));
}

Result<StateFile> StateFile::open(const std::string &path,
                                  const artifact::Manifest &manifest) {
  Result<InputFile> opened = InputFile::open(path);
  if (!opened.ok())
    return opened.status();
  StateFile file(std::move(*opened));
  if (Status status = file.readHead(); !status.ok())
    return status;
  if (Status status = checkSameModel(file.description_, manifest); !status.ok())
    return Status(status.code(), "'" + path + "' holds a sequence of another " +
                                     "model: " + status.message() +
                                     "; restore it with the model that saved "
                                     "it");
  if (Status status = file.checkSize(manifest); !status.ok())
    return status;
  return Result<StateFile>(std::move(file));
}

Status StateFile::corrupt(const std::string &reason) const {
  return Status(Code::corrupt, "'" + path() + "': " + reason +
                                   "; copy the file again or save it again");
}

Status StateFile::readHead() {
  if (file_.size() < sizeof(header_))
    return corrupt("expected a header of 64 bytes, the file has " +
                   std::to_string(file_.size()));
  if (Status status = file_.readAt(0, &header_, sizeof(header_)); !status.ok())
    return status;
  if (std::memcmp(header_.magic, stateFileMagic, sizeof(stateFileMagic)) != 0)
    return corrupt("not a file of saved states (wrong first bytes)");
  if (header_.formatVersion > stateFileVersion)
    return Status(Code::incompatible,
                  "'" + path() + "' has format version " +
                      std::to_string(header_.formatVersion) +
                      ", this runtime reads up to " +
                      std::to_string(stateFileVersion) +
                      "; use a newer runtime");
  if (header_.formatVersion == 0 || header_.headerBytes != sizeof(header_))
    return corrupt("header is damaged");
  return readDescription();
}

Status StateFile::readDescription() {
  uint64_t bytes = header_.descriptionBytes;
  if (bytes > descriptionLimit || bytes > file_.size() - sizeof(header_))
    return corrupt("description of " + std::to_string(bytes) +
                   " bytes, expected at most " +
                   std::to_string(std::min(descriptionLimit,
                                           file_.size() - sizeof(header_))));
  std::string text(bytes, '\0');
  if (Status status = file_.readAt(sizeof(header_), text.data(), text.size());
      !status.ok())
    return status;
  Sha256 hash;
  hash.update(text.data(), text.size());
  Sha256::Digest digest = hash.finish();
  if (std::memcmp(digest.data(), header_.descriptionSha256, digest.size()) != 0)
    return corrupt("description does not match its checksum");
  // The status says what is wrong; the library would print it too.
  google::protobuf::LogSilencer silencer;
  if (!description_.ParseFromString(text))
    return corrupt("description is not a valid message");
  return Status();
}

/// The model is known to be the same, so the size follows from the length.
Status StateFile::checkSize(const artifact::Manifest &manifest) const {
  if (length() > manifest.model().max_positions())
    return corrupt("a sequence of " + std::to_string(length()) +
                   " tokens, the model takes at most " +
                   std::to_string(manifest.model().max_positions()));
  uint64_t rows = savedRowBytes(manifest, length());
  uint64_t left = file_.size() - sizeof(header_) - header_.descriptionBytes;
  if (header_.rowBytes != rows || left < digestBytes ||
      left - digestBytes != rows)
    return corrupt("expected " + std::to_string(rows) +
                   " bytes of rows and a checksum of 32 behind the "
                   "description, the file has " +
                   std::to_string(left));
  return Status();
}

Status StateFile::verify() const {
  Sha256 hash;
  uint64_t end = file_.size() - digestBytes;
  std::vector<std::byte> piece(std::min<uint64_t>(pieceBytes, end));
  for (uint64_t offset = 0; offset < end;) {
    size_t step = size_t(std::min<uint64_t>(piece.size(), end - offset));
    if (Status status = file_.readAt(offset, piece.data(), step); !status.ok())
      return status;
    hash.update(piece.data(), step);
    offset += step;
  }
  Sha256::Digest stored, digest = hash.finish();
  if (Status status = file_.readAt(end, stored.data(), stored.size());
      !status.ok())
    return status;
  return stored == digest ? Status() : corrupt("does not match its checksum");
}

Status StateFile::readRows(uint64_t offset, void *data, size_t bytes) const {
  return file_.readAt(sizeof(header_) + header_.descriptionBytes + offset, data,
                      bytes);
}
