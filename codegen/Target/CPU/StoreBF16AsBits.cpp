//===- StoreBF16AsBits.cpp - bf16 becomes i16 in the LLVM dialect
//----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and constants only: conversions between f32 and bf16 are integer code
// by then, so no operation computes with the type.
//
//===----------------------------------------------------------------------===//

#include "codegen/Target/CPU/Passes.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "passes/Decision.h"

#define DEBUG_TYPE "cedar-store-bf16-as-bits"

namespace cedar {
#define GEN_PASS_DEF_STOREBF16ASBITS
#include "codegen/Target/CPU/Passes.h.inc"
} // namespace cedar

using namespace mlir;

/// The bits of a bf16 constant, other attributes unchanged.
static Attribute bitsOf(Attribute attribute, Type bits) {
  if (auto value = dyn_cast<FloatAttr>(attribute);
      value && value.getType().isBF16())
    return IntegerAttr::get(bits, value.getValue().bitcastToAPInt());
  if (auto values = dyn_cast<DenseElementsAttr>(attribute);
      values && values.getElementType().isBF16())
    return values.bitcast(bits);
  return attribute;
}

namespace {

struct StoreBF16AsBitsPass
    : cedar::impl::StoreBF16AsBitsBase<StoreBF16AsBitsPass> {
  using Base::Base;

  void runOnOperation() override {
    Type bits = IntegerType::get(&getContext(), 16);
    AttrTypeReplacer replacer;
    bool found = false;
    replacer.addReplacement([&](BFloat16Type) {
      found = true;
      return bits;
    });
    replacer.addReplacement(
        [=](FloatAttr value) -> std::pair<Attribute, WalkResult> {
          return {bitsOf(value, bits), WalkResult::skip()};
        });
    replacer.addReplacement(
        [=](DenseElementsAttr values) -> std::pair<Attribute, WalkResult> {
          return {bitsOf(values, bits), WalkResult::skip()};
        });
    replacer.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
    if (!found)
      cedar::remarkLeftAlone(DEBUG_TYPE, getOperation(),
                             "no value in it is bf16");
  }
};

} // namespace
