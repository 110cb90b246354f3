//===- SafetensorsFile.cpp - a safetensors file in the making -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The size of the header, the header in JSON, the payload.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-run/SafetensorsFile.h"

using namespace cedar;

void SafetensorsFile::note(const std::string &name, const std::string &text) {
  header_["__metadata__"][name] = text;
}

void SafetensorsFile::add(const std::string &name, const std::string &dtype,
                          const std::vector<uint64_t> &shape,
                          std::string_view bytes) {
  nlohmann::ordered_json &entry = header_[name];
  entry["dtype"] = dtype;
  entry["shape"] = shape;
  entry["data_offsets"] = {payload_.size(), payload_.size() + bytes.size()};
  payload_ += bytes;
}

std::string SafetensorsFile::bytes() const {
  std::string header = header_.dump();
  header.append((8 - header.size() % 8) % 8, ' ');
  uint64_t size = header.size();
  return std::string(reinterpret_cast<const char *>(&size), sizeof(size)) +
         header + payload_;
}
