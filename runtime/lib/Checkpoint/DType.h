//===- DType.h - element types of safetensors -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element types of safetensors files: spelling in the header and size.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_CHECKPOINT_DTYPE_H
#define CEDAR_RUNTIME_CHECKPOINT_DTYPE_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cedar::rt {

/// An element type as stored; `i8` also carries two packed E2M1 values.
enum class DType : uint8_t {
  boolean,
  u8,
  i8,
  f8E4M3,
  f8E5M2,
  f8E8M0,
  i16,
  u16,
  f16,
  bf16,
  i32,
  u32,
  f32,
  i64,
  u64,
  f64,
};

/// The header's spelling, such as "F8_E4M3".
std::string_view dtypeName(DType dtype);

/// The type spelled `name`, if it is one that is known.
std::optional<DType> parseDType(std::string_view name);

/// Bytes of one element.
uint64_t dtypeBytes(DType dtype);

/// A shape as text, such as "[512, 5120]".
std::string shapeText(const std::vector<int64_t> &shape);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CHECKPOINT_DTYPE_H
