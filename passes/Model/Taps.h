//===- Taps.h - names of values that an entry returns for inspection ------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tap gives a value a name. Taps travel as attributes from the layer-level
// ops to the primitives, and `cedar-collect-taps` turns them into results:
//
//     cedar.moe ... {cedar.taps = ["ffn.3", "experts.3"],     one for each
//     result
//                    cedar.inner_taps = {weights = "route.3"}} values inside
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_MODEL_TAPS_H
#define CEDAR_PASSES_MODEL_TAPS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace cedar {

inline constexpr llvm::StringLiteral tapsAttrName = "cedar.taps";
inline constexpr llvm::StringLiteral innerTapsAttrName = "cedar.inner_taps";

/// Names a result of an op.
void setTap(mlir::OpResult value, llvm::StringRef name);

/// The names of an op's results, empty where there is none.
llvm::SmallVector<llvm::StringRef> getTaps(mlir::Operation *op);

} // namespace cedar

#endif // CEDAR_PASSES_MODEL_TAPS_H
