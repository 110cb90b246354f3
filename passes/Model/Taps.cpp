//===- Taps.cpp - names of values that an entry returns for inspection ----===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Model/Taps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace cedar {

SmallVector<StringRef> getTaps(Operation *op) {
  SmallVector<StringRef> names(op->getNumResults());
  if (auto taps = op->getAttrOfType<ArrayAttr>(tapsAttrName))
    for (auto [name, tap] : llvm::zip(names, taps.getAsRange<StringAttr>()))
      name = tap;
  return names;
}

void setTap(OpResult value, StringRef name) {
  Operation *producer = value.getOwner();
  SmallVector<StringRef> names = getTaps(producer);
  names[value.getResultNumber()] = name;
  producer->setAttr(tapsAttrName,
                    Builder(producer->getContext()).getStrArrayAttr(names));
}

} // namespace cedar
