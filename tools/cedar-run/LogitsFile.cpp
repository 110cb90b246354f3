//===- LogitsFile.cpp - logits in a file ----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NPY format 1.0; safetensors with a header padded to a multiple of 8.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-run/LogitsFile.h"

#include "runtime/lib/Artifact/PublishFile.h"

#include <nlohmann/json.hpp>

using namespace cedar;
using namespace cedar::rt;
using nlohmann::ordered_json;

static bool endsWith(const std::string &path, const std::string &end) {
  return path.size() >= end.size() &&
         path.compare(path.size() - end.size(), end.size(), end) == 0;
}

Status cedar::checkLogitsFile(const std::string &path, size_t prompts) {
  if (endsWith(path, ".safetensors"))
    return Status();
  if (!endsWith(path, ".npy"))
    return Status(Code::invalidArgument,
                  "--logits: expected a name that ends in .npy or "
                  ".safetensors, found '" +
                      path + "'");
  if (prompts > 1)
    return Status(Code::invalidArgument,
                  "--logits: a .npy file holds one prompt, there are " +
                      std::to_string(prompts) + "; use .safetensors");
  return Status();
}

template <typename T>
static std::string bytesOf(const std::vector<T> &values) {
  return std::string(reinterpret_cast<const char *>(values.data()),
                     values.size() * sizeof(T));
}

static std::string npy(const Answer &answer, uint32_t vocabulary) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                       std::to_string(answer.logits.size() / vocabulary) +
                       ", " + std::to_string(vocabulary) + "), }";
  constexpr size_t prefix = 10, alignment = 64;
  size_t padded = (prefix + header.size() + alignment) / alignment * alignment;
  header.append(padded - prefix - header.size() - 1, ' ');
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += char(header.size() & 0xff);
  file += char(header.size() >> 8);
  return file + header + bytesOf(answer.logits);
}

namespace {

/// A safetensors file in the making.
class Safetensors {
public:
  void add(const std::string &name, const char *dtype,
           const std::vector<uint64_t> &shape, const std::string &bytes) {
    ordered_json &entry = header_[name];
    entry["dtype"] = dtype;
    entry["shape"] = shape;
    entry["data_offsets"] = {payload_.size(), payload_.size() + bytes.size()};
    payload_ += bytes;
  }

  std::string file() const {
    std::string header = header_.dump();
    header.append((8 - header.size() % 8) % 8, ' ');
    uint64_t size = header.size();
    return std::string(reinterpret_cast<const char *>(&size), sizeof(size)) +
           header + payload_;
  }

private:
  ordered_json header_ = ordered_json::object();
  std::string payload_;
};

} // namespace

static std::string safetensors(const std::vector<Answer> &answers,
                               uint32_t vocabulary) {
  Safetensors file;
  for (size_t i = 0; i < answers.size(); ++i) {
    const Answer &answer = answers[i];
    std::string number = std::to_string(i);
    file.add("logits." + number, "F32",
             {answer.logits.size() / vocabulary, vocabulary},
             bytesOf(answer.logits));
    file.add("tokens." + number, "I32", {answer.tokens.size()},
             bytesOf(answer.tokens));
  }
  return file.file();
}

Status cedar::writeLogits(const std::string &path,
                          const std::vector<Answer> &answers,
                          uint32_t vocabulary) {
  return publishFile(path, endsWith(path, ".npy")
                               ? npy(answers[0], vocabulary)
                               : safetensors(answers, vocabulary));
}
