//===- ElementTypes.h - element types of the manifest ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_ARTIFACT_ELEMENTTYPES_H
#define CEDAR_CODEGEN_ARTIFACT_ELEMENTTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "runtime/lib/Artifact/Manifest.pb.h"
#include "llvm/ADT/TypeSwitch.h"

namespace cedar {

inline artifact::ElementType elementTypeOf(mlir::Type type) {
  using namespace mlir;
  return llvm::TypeSwitch<Type, artifact::ElementType>(type)
      .Case<Float32Type>([](auto) { return artifact::F32; })
      .Case<BFloat16Type>([](auto) { return artifact::BF16; })
      .Case<Float8E4M3FNType>([](auto) { return artifact::F8E4M3; })
      .Case<Float4E2M1FNType>([](auto) { return artifact::F4E2M1; })
      .Case<Float8E8M0FNUType>([](auto) { return artifact::F8E8M0; })
      .Case<IntegerType>([](IntegerType integer) {
        return integer.getWidth() == 8 ? artifact::I8 : artifact::I32;
      })
      .Default(artifact::ELEMENT_TYPE_UNSPECIFIED);
}

} // namespace cedar

#endif // CEDAR_CODEGEN_ARTIFACT_ELEMENTTYPES_H
