//===- DType.cpp - element types of safetensors ---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of names and sizes; a static assertion keeps it in the order of the
// enumeration.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Checkpoint/DType.h"

using namespace cedar::rt;

namespace {

struct DTypeFacts {
  DType dtype;
  std::string_view name;
  uint64_t bytes;
};

} // namespace

/// In the order of `DType`.
static constexpr DTypeFacts facts[] = {
    {DType::boolean, "BOOL", 1},   {DType::u8, "U8", 1},
    {DType::i8, "I8", 1},          {DType::f8E4M3, "F8_E4M3", 1},
    {DType::f8E5M2, "F8_E5M2", 1}, {DType::f8E8M0, "F8_E8M0", 1},
    {DType::i16, "I16", 2},        {DType::u16, "U16", 2},
    {DType::f16, "F16", 2},        {DType::bf16, "BF16", 2},
    {DType::i32, "I32", 4},        {DType::u32, "U32", 4},
    {DType::f32, "F32", 4},        {DType::i64, "I64", 8},
    {DType::u64, "U64", 8},        {DType::f64, "F64", 8},
};

static constexpr bool inOrder() {
  size_t position = 0;
  for (const DTypeFacts &entry : facts)
    if (entry.dtype != static_cast<DType>(position++))
      return false;
  return position == static_cast<size_t>(DType::f64) + 1;
}
static_assert(inOrder(), "the table is indexed by the type");

std::string_view cedar::rt::dtypeName(DType dtype) {
  return facts[static_cast<size_t>(dtype)].name;
}

std::optional<DType> cedar::rt::parseDType(std::string_view name) {
  for (const DTypeFacts &entry : facts)
    if (entry.name == name)
      return entry.dtype;
  return std::nullopt;
}

uint64_t cedar::rt::dtypeBytes(DType dtype) {
  return facts[static_cast<size_t>(dtype)].bytes;
}

std::string cedar::rt::shapeText(const std::vector<int64_t> &shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}
