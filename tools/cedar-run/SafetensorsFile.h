//===- SafetensorsFile.h - a safetensors file in the making ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects tensors and gives the bytes of the file. The header is padded to a
// multiple of 8.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARRUN_SAFETENSORSFILE_H
#define CEDAR_TOOLS_CEDARRUN_SAFETENSORSFILE_H

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace cedar {

class SafetensorsFile {
public:
  /// A fact about the whole file.
  void note(const std::string &name, const std::string &text);

  /// A tensor; `dtype` is the format's name, such as "BF16".
  void add(const std::string &name, const std::string &dtype,
           const std::vector<uint64_t> &shape, std::string_view bytes);

  std::string bytes() const;

private:
  nlohmann::ordered_json header_ = nlohmann::ordered_json::object();
  std::string payload_;
};

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARRUN_SAFETENSORSFILE_H
