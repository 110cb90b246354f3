//===- NormEmitters.cpp - the kernel of rms_norm ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// bf16(w * (x * rsqrt(mean(x^2) + eps))), SPEC 3.5. One block per row.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "codegen/Conversion/CedarToLoops/RowPieces.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

NormalizedRow::NormalizedRow(KernelBuilder &k, int64_t width, Value weight,
                             double epsilon, RowSource source)
    : k(k), weight(weight), input(std::move(source)) {
  Val squares = k.loop(k.index(0), k.index(width), kLanes, {k.f32x16(0)}, {},
                       [&](Val c, Vals sum) -> SmallVector<Val> {
                         Val v = toF32(input.load(k, {c}));
                         return {fma(v, v, sum[0])};
                       })[0];
  Val mean = sumLanes(squares) / double(width);
  factor = k.f32(1) / sqrt(mean + epsilon);
}

Val NormalizedRow::load(Val column) const {
  Val v = toF32(input.load(k, {column}));
  Val scale = toF32(k.loadVector(weight, {column}));
  return toBF16(scale * (v * factor));
}

static void emitRmsNorm(KernelBuilder &k, RmsNormOp op) {
  Value x = k.argument(op.getInput()), w = k.argument(op.getWeight());
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Val width = k.index(rowWidth(type));
  k.grid({{x, 0}}, [&](Vals ids) {
    Val zero = k.index(0);
    Tile &out = k.tile(0, {ids[0], zero}, {k.index(1), width});
    NormalizedRow row(k, k.extent(w, 0), w, op.getEpsilon().convertToDouble(),
                      {x, {ids[0]}});
    giveRow(k, type, [&](Val column) { return row.load(column); }, out, {zero});
  });
}

void populateNormEmitters(EmitterRegistry &registry) {
  registry.add(emitRmsNorm);
}

} // namespace cedar
