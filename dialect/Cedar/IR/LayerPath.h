//===- LayerPath.h - where in the model an op comes from -*- C++ -*--------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The import names locations after the paths of the model ("layers.3.attn").
// An op that stands for several (after CSE, after a fusion) has a fused one.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_LAYERPATH_H
#define CEDAR_DIALECT_CEDAR_IR_LAYERPATH_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/STLExtras.h"

namespace cedar {

/// The names in `loc`, each once, in order.
inline llvm::SmallVector<llvm::StringRef> layerPathsOf(mlir::Location loc) {
  llvm::SmallVector<llvm::StringRef> paths;
  loc->walk([&](mlir::Location part) {
    auto name = llvm::dyn_cast<mlir::NameLoc>(part);
    if (name && !llvm::is_contained(paths, name.getName().getValue()))
      paths.push_back(name.getName().getValue());
    return mlir::WalkResult::advance();
  });
  return paths;
}

/// The first name in `loc`, or "".
inline llvm::StringRef layerPathOf(mlir::Location loc) {
  llvm::SmallVector<llvm::StringRef> paths = layerPathsOf(loc);
  return paths.empty() ? llvm::StringRef() : paths.front();
}

/// "layers.3" of the first name in `loc` that lies in a layer, or "".
inline llvm::StringRef layerOf(mlir::Location loc) {
  for (llvm::StringRef path : layerPathsOf(loc)) {
    llvm::StringRef rest = path;
    int64_t layer;
    if (rest.consume_front("layers.") && !rest.consumeInteger(10, layer))
      return path.drop_back(rest.size());
  }
  return "";
}

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_LAYERPATH_H
