//===- SafetensorsHeader.cpp - header of one file -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every number is checked against the file's size before it is used: first the
// length, then each tensor on its own, then all tensors in file order.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Checkpoint/SafetensorsHeader.h"

#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Json.h"
#include "runtime/lib/Support/Quote.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

using namespace cedar::rt;
using nlohmann::json;

/// Bytes in front of the JSON text: its length.
static constexpr uint64_t prefixBytes = 8;

/// object > tensor > shape: anything deeper is not a header.
static constexpr unsigned maxHeaderDepth = 3;

namespace {

/// Reads the tensors of one header and reports against its file.
class HeaderReader {
public:
  HeaderReader(const InputFile &file, uint64_t payload)
      : file(file), payload(payload) {}

  Result<SafetensorsHeader> read(const json &object) const;

private:
  Status corrupt(const std::string &tensor, const std::string &what) const {
    return Status(Code::corrupt, "'" + file.path() + "': tensor " +
                                     quoteName(tensor) + ": " + what);
  }

  Status readEntry(const json &value, SafetensorsEntry &entry) const;
  Status readDType(const json &value, SafetensorsEntry &entry) const;
  Status readShape(const json &value, SafetensorsEntry &entry) const;
  Status readOffsets(const json &value, SafetensorsEntry &entry) const;
  Status checkSize(const SafetensorsEntry &entry) const;
  Status checkCover(const std::vector<SafetensorsEntry> &tensors) const;

  const InputFile &file;
  uint64_t payload; ///< first byte behind the header
};

} // namespace

Status HeaderReader::readDType(const json &value,
                               SafetensorsEntry &entry) const {
  auto field = value.find("dtype");
  if (field == value.end() || !field->is_string())
    return corrupt(entry.name, "expected a string field 'dtype'");
  const std::string &name = field->get_ref<const std::string &>();
  std::optional<DType> dtype = parseDType(name);
  if (!dtype)
    return corrupt(entry.name, "unknown dtype " + quoteName(name));
  entry.dtype = *dtype;
  return Status();
}

Status HeaderReader::readShape(const json &value,
                               SafetensorsEntry &entry) const {
  auto field = value.find("shape");
  if (field == value.end() || !field->is_array())
    return corrupt(entry.name, "expected an array field 'shape'");
  for (const json &dimension : *field) {
    if (!dimension.is_number_unsigned() ||
        dimension.get<uint64_t>() > uint64_t(INT64_MAX))
      return corrupt(entry.name,
                     "expected non-negative integers in 'shape', found " +
                         quoteName(dimension.dump()));
    entry.shape.push_back(dimension.get<int64_t>());
  }
  return Status();
}

Status HeaderReader::readOffsets(const json &value,
                                 SafetensorsEntry &entry) const {
  auto field = value.find("data_offsets");
  if (field == value.end() || !field->is_array() || field->size() != 2 ||
      !(*field)[0].is_number_unsigned() || !(*field)[1].is_number_unsigned())
    return corrupt(entry.name, "expected two non-negative integers in "
                               "'data_offsets'");
  uint64_t begin = (*field)[0].get<uint64_t>();
  uint64_t end = (*field)[1].get<uint64_t>();
  std::string range =
      "[" + std::to_string(begin) + ", " + std::to_string(end) + ")";
  if (begin > end)
    return corrupt(entry.name, "data_offsets " + range + " run backwards");
  if (end > file.size() - payload)
    return corrupt(entry.name, "data_offsets " + range +
                                   " run past the end, the payload "
                                   "has " +
                                   std::to_string(file.size() - payload) +
                                   " bytes (is the download complete?)");
  entry.offset = payload + begin;
  entry.bytes = end - begin;
  return Status();
}

Status HeaderReader::checkSize(const SafetensorsEntry &entry) const {
  uint64_t bytes = dtypeBytes(entry.dtype);
  bool overflow = false;
  for (int64_t dimension : entry.shape)
    overflow |=
        __builtin_mul_overflow(bytes, static_cast<uint64_t>(dimension), &bytes);
  // A zero makes the tensor empty wherever in the shape it stands.
  bool empty = std::count(entry.shape.begin(), entry.shape.end(), 0) > 0;
  std::string what =
      std::string(dtypeName(entry.dtype)) + " " + shapeText(entry.shape);
  if (overflow && !empty)
    return corrupt(entry.name, "the size of " + what + " overflows 64 bits");
  uint64_t expected = empty ? 0 : bytes;
  if (entry.bytes != expected)
    return corrupt(entry.name, what + " needs " + std::to_string(expected) +
                                   " bytes, data_offsets give " +
                                   std::to_string(entry.bytes));
  return Status();
}

Status HeaderReader::readEntry(const json &value,
                               SafetensorsEntry &entry) const {
  if (!value.is_object())
    return corrupt(entry.name, "expected an object");
  for (auto read : {&HeaderReader::readDType, &HeaderReader::readShape,
                    &HeaderReader::readOffsets})
    if (Status status = (this->*read)(value, entry); !status.ok())
      return status;
  return checkSize(entry);
}

/// Tensors in file order must follow each other without a gap up to the end.
Status
HeaderReader::checkCover(const std::vector<SafetensorsEntry> &tensors) const {
  uint64_t end = payload;
  for (const SafetensorsEntry &entry : tensors) {
    if (entry.offset != end)
      return corrupt(entry.name,
                     std::string(entry.offset < end
                                     ? "overlaps the tensor before it"
                                     : "leaves a gap before it") +
                         ", starts at byte " + std::to_string(entry.offset) +
                         ", expected " + std::to_string(end));
    end += entry.bytes;
  }
  if (end != file.size())
    return Status(Code::corrupt,
                  "'" + file.path() + "' holds " + std::to_string(file.size()) +
                      " bytes, its tensors end at byte " + std::to_string(end));
  return Status();
}

Result<SafetensorsHeader> HeaderReader::read(const json &object) const {
  SafetensorsHeader header;
  header.fileSize = file.size();
  for (const auto &[name, value] : object.items()) {
    if (name == "__metadata__")
      continue;
    SafetensorsEntry entry;
    entry.name = name;
    if (Status status = readEntry(value, entry); !status.ok())
      return status;
    header.tensors.push_back(std::move(entry));
  }
  // An empty tensor may share its offset with the one behind it.
  std::sort(header.tensors.begin(), header.tensors.end(),
            [](const SafetensorsEntry &a, const SafetensorsEntry &b) {
              return std::tie(a.offset, a.bytes, a.name) <
                     std::tie(b.offset, b.bytes, b.name);
            });
  if (Status status = checkCover(header.tensors); !status.ok())
    return status;
  return header;
}

/// The length of the JSON text, known to fit the file and the bound.
static Result<uint64_t> readLength(const InputFile &file) {
  auto corrupt = [&](const std::string &what) {
    return Status(Code::corrupt, "'" + file.path() + "': " + what);
  };
  if (file.size() < prefixBytes)
    return corrupt("expected a safetensors file, found " +
                   std::to_string(file.size()) + " bytes");
  uint8_t raw[prefixBytes];
  if (Status status = file.readAt(0, raw, sizeof(raw)); !status.ok())
    return status;
  uint64_t length = 0;
  for (unsigned i = 0; i < prefixBytes; ++i)
    length |= uint64_t(raw[i]) << (8 * i);
  if (length > SafetensorsHeader::maxHeaderBytes)
    return corrupt("header of " + std::to_string(length) +
                   " bytes, expected at most " +
                   std::to_string(SafetensorsHeader::maxHeaderBytes) +
                   " (is it a safetensors file?)");
  if (length > file.size() - prefixBytes)
    return corrupt("header of " + std::to_string(length) +
                   " bytes in a file of " + std::to_string(file.size()) +
                   " bytes (is the download complete?)");
  return length;
}

Result<SafetensorsHeader> SafetensorsHeader::read(const std::string &path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file.ok())
    return file.status();
  Result<uint64_t> length = readLength(*file);
  if (!length.ok())
    return length.status();
  std::string text(*length, '\0');
  if (Status status = file->readAt(prefixBytes, text.data(), text.size());
      !status.ok())
    return status;
  Result<json> object = parseJson(text, path, maxHeaderDepth);
  if (!object.ok())
    return object.status();
  if (!object->is_object())
    return Status(Code::corrupt,
                  "'" + path + "': expected a JSON object as header");
  return HeaderReader(*file, prefixBytes + *length).read(*object);
}
