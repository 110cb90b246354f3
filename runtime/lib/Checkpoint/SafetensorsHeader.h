//===- SafetensorsHeader.h - header of one file ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header of one safetensors file: eight bytes of length, a JSON object of
// tensors, then the payload. Only the header is read, so a file of 100 GB costs
// what its names cost. Accepted files are exactly covered: tensors neither
// overlap nor leave gaps, and the last one ends where the file ends. A payload
// may start at any byte (alignment is not required).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_CHECKPOINT_SAFETENSORSHEADER_H
#define CEDAR_RUNTIME_CHECKPOINT_SAFETENSORSHEADER_H

#include "runtime/lib/Checkpoint/DType.h"
#include "runtime/lib/Support/Status.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cedar::rt {

/// One tensor of a file.
struct SafetensorsEntry {
  std::string name;
  DType dtype = DType::u8;
  std::vector<int64_t> shape;
  uint64_t offset = 0; ///< first byte, counted from the start of the file
  uint64_t bytes = 0;
};

/// A validated header.
struct SafetensorsHeader {
  /// Largest header that is read, the bound of the format's own library.
  static constexpr uint64_t maxHeaderBytes = 100'000'000;

  uint64_t fileSize = 0;
  std::vector<SafetensorsEntry> tensors; ///< in file order

  /// Reads and checks the header of `path`.
  static Result<SafetensorsHeader> read(const std::string &path);
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CHECKPOINT_SAFETENSORSHEADER_H
