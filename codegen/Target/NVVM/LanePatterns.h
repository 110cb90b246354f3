//===- LanePatterns.h - vectors become values of single threads ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_TARGET_NVVM_LANEPATTERNS_H
#define CEDAR_CODEGEN_TARGET_NVVM_LANEPATTERNS_H

#include "mlir/Transforms/DialectConversion.h"

namespace cedar {

/// The thread of a group of 16 that runs a kernel.
struct LaneContext {
  mlir::Value lane; ///< index, 0 to 15
  mlir::Value mask; ///< i32, the group's threads of the warp
};

/// Vectors of up to 16 lanes become their element type.
void populateLaneTypeConversions(mlir::TypeConverter &converter);

/// Patterns for vector ops, elementwise ops, constants and stores.
void populateLanePatterns(const mlir::TypeConverter &converter,
                          const LaneContext &context,
                          mlir::RewritePatternSet &patterns);

} // namespace cedar

#endif // CEDAR_CODEGEN_TARGET_NVVM_LANEPATTERNS_H
