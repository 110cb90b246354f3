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

void normalizeRow(KernelBuilder &k, int64_t width, Value weight, double epsilon,
                  const RowSource &input, const RowSink &out) {
  Val squares = k.loop(k.index(0), k.index(width), kLanes, {k.f32x16(0)}, {},
                       [&](Val c, Vals sum) -> SmallVector<Val> {
                         Val v = toF32(input.load(k, {c}));
                         return {fma(v, v, sum[0])};
                       })[0];
  Val mean = sumLanes(squares) / double(width);
  Val factor = k.f32(1) / sqrt(mean + epsilon);
  k.loop(k.index(0), k.index(width), kLanes, out.tiles, [&](Val c) {
    Val v = toF32(input.load(k, {c}));
    Val scale = toF32(k.loadVector(weight, {c}));
    out.store(k, toBF16(scale * (v * factor)), {c});
  });
}

static void emitRmsNorm(KernelBuilder &k, RmsNormOp op) {
  Value x = k.argument(op.getInput()), w = k.argument(op.getWeight());
  int64_t width = k.extent(w, 0);
  k.grid({{x, 0}}, [&](Vals ids) {
    Tile &out = k.tile(0, {ids[0], k.index(0)}, {k.index(1), k.index(width)});
    normalizeRow(k, width, w, op.getEpsilon().convertToDouble(), {x, {ids[0]}},
                 {{&out}, {}});
  });
}

void populateNormEmitters(EmitterRegistry &registry) {
  registry.add(emitRmsNorm);
}

} // namespace cedar
