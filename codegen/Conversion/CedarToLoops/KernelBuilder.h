//===- KernelBuilder.h - building the body of one kernel
//-------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is one grid of independent blocks (`scf.forall`) over tensors:
//
//     func @k(%x: tensor<?x64xbf16>, %out: tensor<?x64xbf16>) ->
//     tensor<?x64xbf16> {
//       %r = scf.forall (%t) in (%T) shared_outs(%o = %out) {
//         %tile = tensor.extract_slice %o[%t, 0] [1, 64] [1, 1]
//         ... vector.transfer_read %x, vector.transfer_write %tile ...
//         scf.forall.in_parallel { tensor.parallel_insert_slice ... }
//       }
//       return %r
//     }
//
// Inputs are read-only tensors, outputs are written in place through tiles,
// each element by exactly one block. Scratch is block-local memory of static
// size. Weights of a stack and states are memrefs (see KernelSignature.h).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_KERNELBUILDER_H
#define CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_KERNELBUILDER_H

#include "codegen/Conversion/CedarToLoops/Val.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace cedar {

using Vals = llvm::ArrayRef<Val>;

/// The part of one output that a block writes. Loops and conditionals that
/// write it take it in their `tiles` list, which threads its SSA value through
/// them.
struct Tile {
  mlir::Value current; ///< the tensor as written so far
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes; ///< within the output
  unsigned output = 0;
};
using Tiles = llvm::ArrayRef<Tile *>;

/// Block-local memory of static shape.
struct Scratch {
  mlir::Value memref;
};

/// One factor of the grid: ceil(extent of dimension `dim` of argument / tile),
/// or, without an argument, the constant `tile`.
struct GridDim {
  mlir::Value argument;
  unsigned dim = 0;
  int64_t tile = 1;
};

/// `row` followed by `column`.
inline llvm::SmallVector<Val> at(Vals row, Val column) {
  llvm::SmallVector<Val> indices(row);
  indices.push_back(column);
  return indices;
}

class KernelBuilder : public mlir::ImplicitLocOpBuilder {
public:
  /// Starts the body of `func`, whose trailing arguments are the outputs.
  /// `arguments[i]` are the lowered arguments of operand i of `op`.
  KernelBuilder(mlir::func::FuncOp func, mlir::Operation *op,
                llvm::ArrayRef<llvm::SmallVector<mlir::Value>> arguments,
                mlir::ValueRange outputs);

  //--- Operands -----------------------------------------------------------//
  /// The lowered argument `part` of an operand of the op (part 1: scales).
  mlir::Value argument(mlir::Value operand, unsigned part = 0) const;
  /// All lowered arguments of an operand of the op.
  llvm::ArrayRef<mlir::Value> parts(mlir::Value operand) const {
    return lowered.find(operand)->second;
  }
  /// Static extent of a tensor or memref.
  static int64_t extent(mlir::Value tensor, unsigned dim);
  /// Extent as a value (constant if static).
  Val dim(mlir::Value tensor, unsigned dim);

  //--- Constants ----------------------------------------------------------//
  Val val(mlir::Value v) { return {this, v}; }
  Val index(int64_t v);
  Val f32(double v);
  Val i8(int64_t v);
  Val i32(int64_t v);
  Val i64(int64_t v);
  /// A vector of 16 equal f32 values.
  Val f32x16(double v);

  //--- Structure ----------------------------------------------------------//
  /// Emits the kernel: `body` receives one id per grid dimension. It must be
  /// called exactly once.
  void grid(llvm::ArrayRef<GridDim> dims,
            llvm::function_ref<void(Vals ids)> body);
  /// Emits one block per row of output 0, whose leading dimensions are those of
  /// `shapeOf` and whose rows are `width` long. `body` receives the row's
  /// indices, the (zero) indices of its tile and the tile.
  void rowGrid(mlir::Value shapeOf, int64_t width,
               llvm::function_ref<void(Vals row, Vals inTile, Tile &out)> body);
  /// The tile of output `output` at `offsets` with `sizes` (inside `grid`).
  Tile &tile(unsigned output, Vals offsets, Vals sizes);

  /// for (i = begin; i < end; i += step); values are carried.
  using LoopBody =
      llvm::function_ref<llvm::SmallVector<Val>(Val i, Vals carried)>;
  llvm::SmallVector<Val> loop(Val begin, Val end, int64_t step, Vals init,
                              Tiles tiles, LoopBody body);
  /// The same without carried values.
  void loop(Val begin, Val end, int64_t step, Tiles tiles,
            llvm::function_ref<void(Val i)> body);
  void loop(Val begin, Val end, int64_t step,
            llvm::function_ref<void(Val i)> body) {
    loop(begin, end, step, {}, body);
  }
  /// while (condition(carried)) carried = body(carried).
  llvm::SmallVector<Val>
  whileLoop(Vals init, llvm::function_ref<Val(Vals)> condition,
            llvm::function_ref<llvm::SmallVector<Val>(Vals)> body);
  /// if (condition) then.
  void ifThen(Val condition, Tiles tiles, llvm::function_ref<void()> then);
  /// condition ? then() : otherwise(), only one of them evaluated.
  llvm::SmallVector<Val>
  ifElse(Val condition, Tiles tiles,
         llvm::function_ref<llvm::SmallVector<Val>()> then,
         llvm::function_ref<llvm::SmallVector<Val>()> otherwise);

  //--- Memory -------------------------------------------------------------//
  Scratch scratch(llvm::ArrayRef<int64_t> shape, mlir::Type element);
  /// One element of a tensor argument, tile, memref argument or scratch.
  Val load(mlir::Value from, Vals indices);
  Val load(const Scratch &from, Vals indices) {
    return load(from.memref, indices);
  }
  /// `lanes` neighbouring elements along the last dimension. Elements at and
  /// beyond the end of the last dimension read as zero.
  Val loadVector(mlir::Value from, Vals indices, int64_t lanes = kLanes);
  Val loadVector(const Scratch &from, Vals indices, int64_t lanes = kLanes) {
    return loadVector(from.memref, indices, lanes);
  }
  /// The same where the caller knows that all lanes are inside.
  Val loadInside(mlir::Value from, Vals indices, int64_t lanes = kLanes);
  /// Stores a scalar or vector; vector lanes beyond the last dimension are
  /// dropped.
  void store(Val v, Tile &to, Vals indices);
  /// The same where the caller knows that all lanes are inside.
  void storeInside(Val v, Tile &to, Vals indices);
  /// To scratch or a state.
  void store(Val v, mlir::Value memref, Vals indices);
  /// The same where the caller knows that all lanes are inside.
  void storeInside(Val v, mlir::Value memref, Vals indices);
  void store(Val v, const Scratch &to, Vals indices) {
    store(v, to.memref, indices);
  }

  mlir::Type bf16() { return getBF16Type(); }

private:
  Val readVector(mlir::Value from, Vals indices, int64_t lanes, bool inside);
  void storeCommon(Val v, mlir::Value to, Vals indices, mlir::Value &result);
  mlir::Value writeVector(Val v, mlir::Value to, Vals indices, bool inside);
  Val upperBound(llvm::ArrayRef<GridDim> dims,
                 llvm::SmallVectorImpl<Val> &counts);
  void recordGrid(llvm::ArrayRef<GridDim> dims);

  mlir::func::FuncOp func;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> lowered;
  llvm::SmallVector<mlir::Value>
      outputs; ///< inside the grid: its block arguments
  llvm::SmallVector<std::unique_ptr<Tile>> tiles;
};

} // namespace cedar

#endif // CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_KERNELBUILDER_H
