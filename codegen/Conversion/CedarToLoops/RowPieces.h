//===- RowPieces.h - parts of kernels that work on one row -*- C++ -*------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the kernel of a single op does with a row, for kernels of several ops:
// the same code with the same order of sums, reading and writing wherever the
// row is. Each piece is defined beside the emitter of its op.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_ROWPIECES_H
#define CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_ROWPIECES_H

#include "codegen/Conversion/CedarToLoops/KernelBuilder.h"
#include "llvm/ADT/APFloat.h"

namespace cedar {

/// A row to read: `indices` select it in the memory, which is a tensor or
/// scratch.
struct RowSource {
  mlir::Value memory;
  llvm::SmallVector<Val> indices;

  /// 16 values as they are stored.
  Val load(KernelBuilder &k, Vals within) const {
    llvm::SmallVector<Val> all(indices);
    llvm::append_range(all, within);
    return k.loadVector(memory, all);
  }
};

/// The places to which a row is written, all of them: tiles of outputs, whose
/// first index is 0, and scratch. Loops that write it take `tiles`.
struct RowSink {
  llvm::SmallVector<Tile *> tiles;
  llvm::SmallVector<Scratch> scratches;

  void store(KernelBuilder &k, Val v, Vals within) const {
    llvm::SmallVector<Val> inTile{k.index(0)};
    llvm::append_range(inTile, within);
    for (Tile *tile : tiles)
      k.store(v, *tile, inTile);
    for (const Scratch &scratch : scratches)
      k.store(v, scratch, within);
  }
};

/// n streams of `width` values each.
struct StreamShape {
  int64_t count, width;
};

/// mhc_init: n times `input`.
void beginStreams(KernelBuilder &k, StreamShape shape, const RowSource &input,
                  const RowSink &out);

/// Coefficients of mhc_expand: f32 [n] and [n, n].
struct ExpandCoefficients {
  RowSource post, comb;
};

/// mhc_expand.
void expandStreams(KernelBuilder &k, StreamShape shape, const RowSource &input,
                   const RowSource &streams,
                   const ExpandCoefficients &coefficients, const RowSink &out);

/// What mhc_mix takes beside streams.
struct MixParameters {
  mlir::Value fn, scale, base; ///< lowered arguments
  int64_t iterations;
  double epsilon, normEpsilon;
};

/// Vectors of n values; `comb` has one for each old stream.
struct MixResults {
  Val pre, post;
  llvm::SmallVector<Val> comb;
};

/// mhc_mix.
MixResults mixStreams(KernelBuilder &k, StreamShape shape,
                      const MixParameters &parameters,
                      const RowSource &streams);

/// mhc_collapse with one f32 scalar a stream.
void collapseStreams(KernelBuilder &k, StreamShape shape, Vals weights,
                     const RowSource &streams, const RowSink &out);

/// What engram_gate takes beside streams.
struct GateParameters {
  RowSource keyValue;
  mlir::Value queryWeight, keyWeight; ///< lowered arguments
  double epsilon;
};

/// engram_gate. `out` may be the memory of `streams`.
void gateStreams(KernelBuilder &k, StreamShape shape,
                 const GateParameters &parameters, Val isImage,
                 const RowSource &streams, const RowSink &out);

/// Whether row `row` belongs to an image span.
Val isImage(KernelBuilder &k, mlir::Value kind, Val row);

/// rms_norm of `input`, a row of `width` values.
class NormalizedRow {
public:
  NormalizedRow(KernelBuilder &k, int64_t width, mlir::Value weight,
                double epsilon, RowSource input);

  /// 16 bf16 values from a column on.
  Val load(Val column) const;

private:
  KernelBuilder &k;
  mlir::Value weight; ///< lowered argument
  RowSource input;
  Val factor;
};

/// Bytes of a row of `type` if it holds codes, else its values.
int64_t rowWidth(mlir::RankedTensorType type);

/// quantize to `type`: codes, then scales, to row `inTile` of `out`. `load`
/// gives 16 f32 values from a column on.
void quantizeRow(KernelBuilder &k, mlir::RankedTensorType type,
                 llvm::function_ref<Val(Val column)> load, Tile &out,
                 Vals inTile);

/// Writes a row of bf16 values, or of the codes of `type` that they are rounded
/// to, to row `inTile` of `out`. `load` gives 16 bf16 values.
void giveRow(KernelBuilder &k, mlir::RankedTensorType type,
             llvm::function_ref<Val(Val column)> load, Tile &out, Vals inTile);

} // namespace cedar

#endif // CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_ROWPIECES_H
