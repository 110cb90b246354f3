//===- SafetensorsText.h - files written by hand --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the bytes of legal and illegal safetensors files.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TEST_UNIT_CHECKPOINT_SAFETENSORSTEXT_H
#define CEDAR_TEST_UNIT_CHECKPOINT_SAFETENSORSTEXT_H

#include <cstdint>
#include <string>

namespace cedar::rt::test {

/// The eight bytes in front of a header.
inline std::string lengthField(uint64_t length) {
  std::string bytes;
  for (unsigned i = 0; i < 8; ++i)
    bytes += static_cast<char>(length >> (8 * i));
  return bytes;
}

/// A file with this header and a payload 0, 1, 2, ...
inline std::string safetensors(const std::string &json, size_t payload) {
  std::string bytes = lengthField(json.size()) + json;
  for (size_t i = 0; i < payload; ++i)
    bytes += static_cast<char>(i);
  return bytes;
}

/// One member of a header.
inline std::string tensor(const std::string &name, const std::string &dtype,
                          const std::string &shape, uint64_t begin,
                          uint64_t end) {
  return "\"" + name + R"(": {"dtype": ")" + dtype + R"(", "shape": )" + shape +
         R"(, "data_offsets": [)" + std::to_string(begin) + ", " +
         std::to_string(end) + "]}";
}

} // namespace cedar::rt::test

#endif // CEDAR_TEST_UNIT_CHECKPOINT_SAFETENSORSTEXT_H
