//===- LinearEmitters.cpp - the kernels of linear and grouped_linear ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x . w^T in blocks of rows and columns (SPEC 4.4 up to summation order: scales
// are powers of two, so scaling the factors is exact). See MatmulBlock.h for
// the order.
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Codes.h"
#include "codegen/Conversion/CedarToLoops/Emitters.h"
#include "codegen/Conversion/CedarToLoops/MatmulBlock.h"
#include "dialect/Cedar/IR/CedarOps.h"

using namespace mlir;

namespace cedar {

namespace {

/// One product of a linear kind: `groups` column ranges of x meet row ranges of
/// w.
struct Product {
  Value x, w, scales;
  RankedTensorType xType, wType;
  Type resultElement;
  int64_t groups, outputs, depth; ///< outputs and depth of one group
};

} // namespace

static SmallVector<Val> loadX(KernelBuilder &k, const Product &p, Val row,
                              Val column, int64_t count) {
  if (getScaled(p.xType))
    return loadPackedGroup(k, p.x, {row}, p.xType, column, count);
  return loadWeightGroup(k, p.x, p.xType, row, column, count);
}

/// Stores the block's results at columns [0, count) of the tile.
static void storeBlock(KernelBuilder &k, const Product &p, MatmulBlock &block,
                       Tile &out, Val rows, int64_t columns) {
  k.loop(k.index(0), rows, 1, {&out}, [&](Val m) {
    k.loop(k.index(0), k.index(columns), kLanes, {&out}, [&](Val n) {
      Val v = block.result(m, n);
      k.store(p.resultElement.isF32() ? v : toBF16(v), out, {m, n});
    });
  });
}

static void emitProduct(KernelBuilder &k, const Product &p) {
  constexpr int64_t rowTile = MatmulBlock::kRowTile;
  int64_t columns = MatmulBlock::columnTile(p.outputs);
  int64_t blocks = llvm::divideCeilSigned(p.outputs, columns);
  SmallVector<Value> weight{p.w};
  if (p.scales)
    weight.push_back(p.scales);
  k.grid({{p.x, 0, rowTile}, {{}, 0, p.groups}, {{}, 0, blocks}},
         [&](Vals ids) {
           Val firstRow = ids[0] * rowTile, first = ids[2] * columns;
           Val rows = min(k.index(rowTile), k.dim(p.x, 0) - firstRow);
           Val firstOutput = ids[1] * p.outputs + first;
           Val count = p.outputs % columns == 0
                           ? k.index(columns)
                           : min(k.index(columns), k.index(p.outputs) - first);
           Tile &out = k.tile(0, {firstRow, firstOutput}, {rows, count});
           MatmulBlock block(k, columns, p.depth,
                             codeFactor(p.xType) * codeFactor(p.wType));
           block.run(
               rows,
               [&](Val m, Val c, int64_t count) {
                 return loadX(k, p, firstRow + m, ids[1] * p.depth + c, count);
               },
               [&](Val n, Val c, int64_t count) {
                 // Columns past the end repeat the last one; they are not
                 // stored.
                 Val row = min(first + n, k.index(p.outputs - 1)) +
                           ids[1] * p.outputs;
                 return loadWeightGroup(k, weight, p.wType, row, c, count);
               });
           storeBlock(k, p, block, out, rows, columns);
         });
}

/// The operands of a product of `groups` groups.
template <typename OpTy>
static Product productOf(KernelBuilder &k, OpTy op, int64_t groups) {
  Product p;
  p.xType = cast<RankedTensorType>(op.getInput().getType());
  p.wType = cast<RankedTensorType>(op.getWeight().getType());
  p.resultElement = getElementTypeOrSelf(op.getResult());
  p.x = k.argument(op.getInput());
  p.w = k.argument(op.getWeight());
  if (getScaled(p.wType))
    p.scales = k.argument(op.getWeight(), 1);
  p.groups = groups;
  p.outputs = p.wType.getDimSize(0) / groups;
  p.depth = p.wType.getDimSize(1);
  return p;
}

static void emitLinear(KernelBuilder &k, LinearOp op) {
  emitProduct(k, productOf(k, op, 1));
}

static void emitGroupedLinear(KernelBuilder &k, GroupedLinearOp op) {
  emitProduct(k, productOf(k, op, op.getGroups()));
}

void populateLinearEmitters(EmitterRegistry &registry) {
  registry.add(emitLinear);
  registry.add(emitGroupedLinear);
}

} // namespace cedar
