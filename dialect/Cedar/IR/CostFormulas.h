//===- CostFormulas.h - counts of the algorithms -*- C++ -*----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FLOPs and bytes of each step of the architecture from its sizes, shared by
// the primitives and the layer ops. A multiply-add is two FLOPs and
// counts under the formats of its factors. A weight or a cached row is
// read once in a call, however many rows use it.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_COSTFORMULAS_H
#define CEDAR_DIALECT_CEDAR_IR_COSTFORMULAS_H

#include "dialect/Cedar/IR/CedarCost.h"
#include "dialect/Cedar/IR/CedarTypes.h"

namespace cedar {

/// Bytes of `[rows, ...]` for one row, with the scales of a row-scaled tensor.
double rowBytes(mlir::RankedTensorType type);

/// Bytes of a tensor of static shape, with its scales; of rank 2 or more if
/// scaled.
double tensorBytes(mlir::RankedTensorType type);

/// Average of `min(cap, first + i)` over i = 1 ... count.
double meanCapped(double first, double count, double cap);

/// Distinct experts that `rows` rows with `topk` choices of `experts` touch if
/// all are as likely.
double distinctExperts(double rows, double topk, double experts);

/// `x . w^T` of weight [N, K] with results of `resultBytes` each.
OpCost linearCost(double rows, mlir::RankedTensorType weight,
                  double resultBytes);
OpCost groupedLinearCost(double rows, mlir::RankedTensorType weight,
                         double groups);
OpCost rmsNormCost(double rows, double width);
/// FLOPs of the steps on n streams of `width` values; the coefficients take
/// `iterations` Sinkhorn steps.
double mhcExpandFlops(double rows, double n, double width);
double mhcMixFlops(double rows, double n, double width, double iterations);
double mhcCollapseFlops(double rows, double n, double width);
OpCost ropeTableCost(double rows, double dims);
OpCost ropeCost(double rows, double heads, double channels, double dims);
/// Rounding to or from the format of `coded` [rows, ...].
OpCost quantizeCost(double rows, mlir::RankedTensorType coded);
OpCost dequantizeCost(double rows, mlir::RankedTensorType coded);

/// Sizes of the sparse attention of one layer.
struct AttentionSizes {
  double heads = 0, channels = 0, window = 0;
  /// Slots of the selection, and tokens of one of its entries.
  double selected = 0, ratio = 1;
  mlir::RankedTensorType windowRow, compressedRow;
};
OpCost sparseAttentionCost(const CostShape &shape, const AttentionSizes &sizes);

struct SelectSizes {
  double heads = 0, channels = 0, topk = 0, ratio = 1;
  /// Blocks that the op publishes; entries of the pool it looks at, 0 for all.
  double poolBlocks = 0, poolEntries = 0;
  mlir::RankedTensorType keyRow;
};
OpCost selectCost(const CostShape &shape, const SelectSizes &sizes);

/// Gated pooling of groups of `ratio` rows of `channels` values.
OpCost poolCost(const CostShape &shape, double channels, double ratio);

/// Rows written to a state, of `row`'s type.
OpCost cacheWriteCost(double rows, mlir::RankedTensorType row);

/// `topk` experts of weight [E, N, K]; the input is one row, or one a choice.
OpCost expertLinearCost(double rows, double topk, mlir::RankedTensorType weight,
                        bool inputPerChoice);
OpCost routeCost(double rows, double experts, double topk);
/// `elements` values for each row; `weights` factors for each row.
OpCost swigluCost(double rows, double elements, double weights);
OpCost expertCombineCost(double rows, double topk, double width);

OpCost compressTokensCost(double rows);
OpCost ngramHashCost(const CostShape &shape, double orders, double columns);
OpCost tableGatherCost(double rows, double columns,
                       mlir::RankedTensorType table);
OpCost engramGateCost(double rows, double streams, double width);

OpCost operator+(OpCost a, const OpCost &b);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_COSTFORMULAS_H
