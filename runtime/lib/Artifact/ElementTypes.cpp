//===- ElementTypes.cpp - element types of a manifest ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of facts per type.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ElementTypes.h"

using namespace cedar;

uint64_t rt::elementBytes(artifact::ElementType type) {
  switch (type) {
  case artifact::F32:
  case artifact::I32:
    return 4;
  case artifact::BF16:
    return 2;
  default:
    return 1;
  }
}

uint64_t rt::packedBytes(artifact::ElementType type, uint64_t count) {
  return type == artifact::F4E2M1 ? count / 2 + count % 2
                                  : count * elementBytes(type);
}

std::string_view rt::elementName(artifact::ElementType type) {
  switch (type) {
  case artifact::F32:
    return "f32";
  case artifact::BF16:
    return "bf16";
  case artifact::F8E4M3:
    return "f8E4M3FN";
  case artifact::F4E2M1:
    return "f4E2M1FN";
  case artifact::F8E8M0:
    return "f8E8M0FNU";
  case artifact::I32:
    return "i32";
  case artifact::I8:
    return "i8";
  default:
    return "none";
  }
}
