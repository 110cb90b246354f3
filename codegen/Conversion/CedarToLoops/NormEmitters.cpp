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
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

static void emitRmsNorm(KernelBuilder &k, RmsNormOp op) {
  Value x = k.argument(op.getInput()), w = k.argument(op.getWeight());
  int64_t width = k.extent(w, 0);
  k.grid({{x, 0}}, [&](Vals ids) {
    Val row = ids[0];
    Tile &out = k.tile(0, {row, k.index(0)}, {k.index(1), k.index(width)});
    Val squares = k.loop(k.index(0), k.index(width), kLanes, {k.f32x16(0)}, {},
                         [&](Val c, Vals sum) -> SmallVector<Val> {
                           Val v = toF32(k.loadVector(x, {row, c}));
                           return {fma(v, v, sum[0])};
                         })[0];
    Val mean = sumLanes(squares) / double(width);
    Val factor = k.f32(1) / sqrt(mean + op.getEpsilon().convertToDouble());
    k.loop(k.index(0), k.index(width), kLanes, {&out}, [&](Val c) {
      Val v = toF32(k.loadVector(x, {row, c}));
      Val scale = toF32(k.loadVector(w, {c}));
      k.store(toBF16(scale * (v * factor)), out, {k.index(0), c});
    });
  });
}

void populateNormEmitters(EmitterRegistry &registry) {
  registry.add(emitRmsNorm);
}

} // namespace cedar
