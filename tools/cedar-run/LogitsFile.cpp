//===- LogitsFile.cpp - logits in a file ----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NPY format 1.0, or safetensors.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-run/LogitsFile.h"

#include "runtime/lib/Artifact/PublishFile.h"
#include "tools/cedar-run/SafetensorsFile.h"

using namespace cedar;
using namespace cedar::rt;

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

static std::string safetensors(const std::vector<Answer> &answers,
                               uint32_t vocabulary) {
  SafetensorsFile file;
  for (size_t i = 0; i < answers.size(); ++i) {
    const Answer &answer = answers[i];
    std::string number = std::to_string(i);
    file.add("logits." + number, "F32",
             {answer.logits.size() / vocabulary, vocabulary},
             bytesOf(answer.logits));
    file.add("tokens." + number, "I32", {answer.tokens.size()},
             bytesOf(answer.tokens));
  }
  return file.bytes();
}

Status cedar::writeLogits(const std::string &path,
                          const std::vector<Answer> &answers,
                          uint32_t vocabulary) {
  return publishFile(path, endsWith(path, ".npy")
                               ? npy(answers[0], vocabulary)
                               : safetensors(answers, vocabulary));
}
