//===- KernelNames.cpp - which primitives share a kernel ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Kernel/KernelNames.h"

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/EntryAttributes.h"

using namespace mlir;

/// What primitives that share a kernel have in common, as text.
static std::string textOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  NamedAttrList attributes(op->getAttrDictionary());
  attributes.erase(cedar::prefetchAttrName);
  os << op->getName() << attributes.getDictionary(op->getContext()) << '(';
  for (Value operand : op->getOperands())
    os << operand.getType()
       << (operand.getDefiningOp<cedar::WeightRefOp>() ? " weight, " : ", ");
  os << ")->" << op->getResultTypes();
  return text;
}

StringRef cedar::KernelNames::of(Operation *primitive) {
  std::string &name = names[textOf(primitive)];
  if (name.empty()) {
    StringRef stem = cast<PrimitiveOpInterface>(primitive).getKernelStem();
    name = (stem + "_" + Twine(counts[stem]++)).str();
  }
  return name;
}
