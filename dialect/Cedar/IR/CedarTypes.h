//===- CedarTypes.h - types and encodings of the cedar dialect -*- C++
//-*----===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handle type of states, the block-scaled tensor encoding, and the four
// formats of values that the architecture stores (SPEC 2.4, 4.1-4.3).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_CEDARTYPES_H
#define CEDAR_DIALECT_CEDAR_IR_CEDARTYPES_H

#include "dialect/Cedar/IR/CedarDialect.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TensorEncoding.h"

#include "dialect/Cedar/IR/CedarEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialect/Cedar/IR/CedarAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/Cedar/IR/CedarTypes.h.inc"

namespace cedar {

/// The `#cedar.scaled` encoding of a tensor, or null.
ScaledAttr getScaled(mlir::RankedTensorType type);

/// Whether the scales belong to runs within one row (block `[1, g]`).
bool isRowScaled(mlir::RankedTensorType type);

/// Whether a scale is shared by several rows (block `[r, g]`, r > 1).
bool isBlockScaled(mlir::RankedTensorType type);

/// Whether the elements are of type `Element` and the tensor has no encoding.
template <typename Element>
bool isPlain(mlir::RankedTensorType type) {
  return llvm::isa<Element>(type.getElementType()) && !type.getEncoding();
}

/// Bytes of one row (the last dimension): codes, then scales, of a row-scaled
/// tensor; the codes alone of a block-scaled one; the elements otherwise.
int64_t packedRowBytes(mlir::RankedTensorType type);

/// FP8 activations and window entries: UE8M0 scales per 32 (SPEC 4.1).
mlir::RankedTensorType aq8Type(mlir::MLIRContext *context,
                               llvm::ArrayRef<int64_t> shape);

/// FP4 index queries and keys: UE8M0 scales per 32 (SPEC 4.2).
mlir::RankedTensorType mxfp4Type(mlir::MLIRContext *context,
                                 llvm::ArrayRef<int64_t> shape);

/// FP4 compressed entries: E4M3 scales per 16 (SPEC 4.3).
mlir::RankedTensorType nvfp4Type(mlir::MLIRContext *context,
                                 llvm::ArrayRef<int64_t> shape);

/// FP8 weights: UE8M0 scales per 32x32 tile (SPEC 2.4).
mlir::RankedTensorType fp8WeightType(mlir::MLIRContext *context,
                                     llvm::ArrayRef<int64_t> shape);

/// FP4 weights: UE8M0 scales per row and 32 columns (SPEC 2.4).
mlir::RankedTensorType fp4WeightType(mlir::MLIRContext *context,
                                     llvm::ArrayRef<int64_t> shape);

/// Whether the type has one of the formats above, whatever its shape.
bool isAQ8(mlir::RankedTensorType type);
bool isMXFP4(mlir::RankedTensorType type);
bool isNVFP4(mlir::RankedTensorType type);
/// Whether it has one of the formats that activations are rounded to.
bool isQuantized(mlir::RankedTensorType type);
bool isFP8Weight(mlir::RankedTensorType type);
bool isFP4Weight(mlir::RankedTensorType type);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_CEDARTYPES_H
