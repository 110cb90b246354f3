//===- CostFormulas.cpp - counts of the algorithms ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CostFormulas.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace cedar;

namespace {
constexpr double bf16Bytes = 2, f32Bytes = 4, i32Bytes = 4, kindBytes = 1;
} // namespace

OpCost cedar::operator+(OpCost a, const OpCost &b) { return a += b; }

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

double cedar::rowBytes(RankedTensorType type) {
  if (type.getRank() == 1)
    return type.getElementTypeBitWidth() / 8.0;
  if (ShapedType::isDynamic(type.getShape().back()))
    return 0; // a page table, whose width no cost depends on
  double bytes = packedRowBytes(type);
  for (int64_t size : type.getShape().drop_front().drop_back())
    bytes *= size;
  return bytes;
}

/// Scale bytes of a matrix, one for each block, partial ones included.
static double scaleBytes(RankedTensorType type, ScaledAttr scaled) {
  auto blocks = [](double size, double block) {
    return std::ceil(size / block);
  };
  ArrayRef<int64_t> shape = type.getShape();
  double bytes = blocks(shape.back(), scaled.getBlock()[1]);
  for (int64_t size : shape.drop_back().drop_back())
    bytes *= size;
  return bytes * blocks(shape[shape.size() - 2], scaled.getBlock()[0]);
}

double cedar::tensorBytes(RankedTensorType type) {
  double bytes =
      double(type.getNumElements()) * type.getElementTypeBitWidth() / 8;
  if (ScaledAttr scaled = getScaled(type))
    bytes += scaleBytes(type, scaled);
  return bytes;
}

double cedar::meanCapped(double first, double count, double cap) {
  if (count <= 0)
    return 0;
  double below = std::clamp(cap - 1 - first, 0.0, count);
  double sum = below * first + below * (below + 1) / 2 + (count - below) * cap;
  return sum / count;
}

double cedar::distinctExperts(double rows, double topk, double experts) {
  return experts * (1 - std::pow(1 - topk / experts, rows));
}

/// Tokens of a sequence that this call adds.
static double newTokens(const CostShape &shape) {
  return double(shape.rows) / std::max<int64_t>(shape.sequences, 1);
}

/// Entries of one sequence after the call.
static double lastEntries(const CostShape &shape, double ratio) {
  return (shape.context + newTokens(shape)) / ratio;
}

/// Entries that a row sees on average, `cap` at most.
static double meanEntries(const CostShape &shape, double ratio, double cap) {
  return meanCapped(shape.context, newTokens(shape), cap * ratio) / ratio;
}

//===----------------------------------------------------------------------===//
// Linear
//===----------------------------------------------------------------------===//

/// Adds FLOPs of the products of a weight with its inputs: AQ8 beside a scaled
/// weight (SPEC 0.3), else bf16 or f32 like the weight.
static void addProducts(OpCost &cost, RankedTensorType weight, double flops) {
  Type element = weight.getElementType();
  if (isa<Float4E2M1FNType>(element))
    cost.flopsW4A8 += flops;
  else if (isa<Float8E4M3FNType>(element))
    cost.flopsFP8 += flops;
  else if (isa<BFloat16Type>(element))
    cost.flopsBF16 += flops;
  else
    cost.flopsF32 += flops;
}

/// Bytes of one row of K inputs: AQ8 beside a scaled weight, else bf16.
static double inputBytes(RankedTensorType weight, double k) {
  return getScaled(weight) ? k + k / 32 : k * bf16Bytes;
}

OpCost cedar::linearCost(double rows, RankedTensorType weight,
                         double resultBytes) {
  double n = weight.getDimSize(0), k = weight.getDimSize(1);
  OpCost cost;
  addProducts(cost, weight, 2 * rows * n * k);
  cost.weightBytes = tensorBytes(weight);
  cost.activationReadBytes = rows * inputBytes(weight, k);
  cost.activationWriteBytes = rows * n * resultBytes;
  return cost;
}

OpCost cedar::groupedLinearCost(double rows, RankedTensorType weight,
                                double groups) {
  double n = weight.getDimSize(0), k = weight.getDimSize(1);
  OpCost cost;
  (getScaled(weight) ? cost.flopsW8A16 : cost.flopsBF16) = 2 * rows * n * k;
  cost.weightBytes = tensorBytes(weight);
  cost.activationReadBytes = rows * groups * k * bf16Bytes;
  cost.activationWriteBytes = rows * n * bf16Bytes;
  return cost;
}

OpCost cedar::rmsNormCost(double rows, double width) {
  OpCost cost;
  cost.flopsF32 = 4 * rows * width;
  cost.weightBytes = width * bf16Bytes;
  cost.activationReadBytes = rows * width * bf16Bytes;
  cost.activationWriteBytes = rows * width * bf16Bytes;
  return cost;
}

double cedar::mhcExpandFlops(double rows, double n, double width) {
  return 2 * rows * n * width * (n + 1);
}

/// Projection, RMS factor, and per iteration a sum and a division along both
/// sides of the n x n matrix.
double cedar::mhcMixFlops(double rows, double n, double width,
                          double iterations) {
  double coefficients = (2 + n) * n;
  return rows * (2 * n * width * coefficients + 2 * n * width +
                 4 * n * n * iterations + 4 * coefficients);
}

double cedar::mhcCollapseFlops(double rows, double n, double width) {
  return 2 * rows * n * width;
}

OpCost cedar::ropeTableCost(double rows, double dims) {
  OpCost cost;
  cost.flopsF32 = rows * dims / 2 * 3;
  cost.activationReadBytes = rows * i32Bytes;
  cost.activationWriteBytes = rows * dims * f32Bytes;
  return cost;
}

OpCost cedar::ropeCost(double rows, double heads, double channels,
                       double dims) {
  OpCost cost;
  cost.flopsF32 = rows * heads * dims / 2 * 6;
  cost.activationReadBytes =
      rows * (heads * channels * bf16Bytes + dims * f32Bytes);
  cost.activationWriteBytes = rows * heads * channels * bf16Bytes;
  return cost;
}

/// Values of one row.
static double rowElements(RankedTensorType type) {
  double elements = 1;
  for (int64_t size : type.getShape().drop_front())
    elements *= size;
  return elements;
}

OpCost cedar::quantizeCost(double rows, RankedTensorType coded) {
  OpCost cost;
  cost.flopsF32 = 3 * rows * rowElements(coded);
  cost.activationReadBytes = rows * rowElements(coded) * bf16Bytes;
  cost.activationWriteBytes = rows * rowBytes(coded);
  return cost;
}

OpCost cedar::dequantizeCost(double rows, RankedTensorType coded) {
  OpCost cost;
  cost.flopsF32 = rows * rowElements(coded);
  cost.activationReadBytes = rows * rowBytes(coded);
  cost.activationWriteBytes = rows * rowElements(coded) * bf16Bytes;
  return cost;
}

//===----------------------------------------------------------------------===//
// Sparse attention
//===----------------------------------------------------------------------===//

OpCost cedar::sparseAttentionCost(const CostShape &shape,
                                  const AttentionSizes &sizes) {
  double rows = shape.rows;
  double picked =
      sizes.selected ? meanEntries(shape, sizes.ratio, sizes.selected) : 0;
  double keys = meanCapped(shape.context, newTokens(shape), sizes.window);
  double pairs = rows * sizes.heads * (keys + picked);
  double queries = rows * sizes.heads * sizes.channels * bf16Bytes;
  OpCost cost;
  cost.flopsBF16 = 4 * pairs * sizes.channels;
  cost.flopsF32 = 4 * pairs;
  cost.weightBytes = sizes.heads * f32Bytes;
  cost.activationReadBytes = queries + rows * packedRowBytes(sizes.windowRow) +
                             rows * sizes.selected * i32Bytes;
  cost.activationWriteBytes = queries;
  double ring = std::min<double>(sizes.window - 1, shape.context);
  cost.cacheReadBytes =
      shape.sequences * ring * packedRowBytes(sizes.windowRow);
  if (sizes.selected)
    cost.cacheReadBytes +=
        std::min(shape.sequences * lastEntries(shape, sizes.ratio),
                 rows * picked) *
        packedRowBytes(sizes.compressedRow);
  return cost;
}

OpCost cedar::selectCost(const CostShape &shape, const SelectSizes &sizes) {
  double rows = shape.rows;
  double all = lastEntries(shape, sizes.ratio);
  double cap = sizes.poolEntries ? sizes.poolEntries : all;
  double entries = meanEntries(shape, sizes.ratio, cap);
  double scores = rows * entries * sizes.heads;
  OpCost cost;
  cost.flopsFP4 = 2 * scores * sizes.channels;
  cost.flopsF32 = 3 * scores;
  cost.activationReadBytes =
      rows * sizes.heads * (packedRowBytes(sizes.keyRow) + bf16Bytes);
  cost.activationWriteBytes = rows * (sizes.topk + sizes.poolBlocks) * i32Bytes;
  cost.cacheReadBytes = std::min(shape.sequences * all, rows * entries) *
                        packedRowBytes(sizes.keyRow);
  return cost;
}

OpCost cedar::poolCost(const CostShape &shape, double channels, double ratio) {
  double groups = shape.rows / ratio;
  double open = std::min<double>(ratio - 1, shape.context);
  OpCost cost;
  cost.flopsF32 = groups * channels * 5 * ratio;
  cost.activationReadBytes = 2 * shape.rows * channels * f32Bytes;
  cost.activationWriteBytes = groups * channels * bf16Bytes;
  cost.cacheReadBytes = 2 * shape.sequences * open * channels * f32Bytes;
  return cost;
}

OpCost cedar::cacheWriteCost(double rows, RankedTensorType row) {
  OpCost cost;
  cost.activationReadBytes = rows * packedRowBytes(row);
  cost.cacheWriteBytes = rows * packedRowBytes(row);
  return cost;
}

//===----------------------------------------------------------------------===//
// Mixture of experts
//===----------------------------------------------------------------------===//

OpCost cedar::expertLinearCost(double rows, double topk,
                               RankedTensorType weight, bool inputPerChoice) {
  double experts = weight.getDimSize(0), n = weight.getDimSize(1),
         k = weight.getDimSize(2);
  OpCost cost;
  addProducts(cost, weight, 2 * rows * topk * n * k);
  cost.weightBytes =
      tensorBytes(weight) / experts * distinctExperts(rows, topk, experts);
  cost.activationReadBytes =
      rows * (inputPerChoice ? topk : 1) * inputBytes(weight, k) +
      rows * topk * i32Bytes;
  cost.activationWriteBytes = rows * topk * n * bf16Bytes;
  return cost;
}

OpCost cedar::routeCost(double rows, double experts, double topk) {
  OpCost cost;
  cost.flopsF32 = rows * experts * 5;
  cost.weightBytes = 2 * experts * f32Bytes;
  cost.activationReadBytes = rows * (experts * f32Bytes + kindBytes);
  cost.activationWriteBytes = rows * topk * (i32Bytes + f32Bytes);
  return cost;
}

OpCost cedar::swigluCost(double rows, double elements, double weights) {
  OpCost cost;
  cost.flopsF32 = rows * elements * (weights ? 7 : 6);
  cost.activationReadBytes =
      rows * (2 * elements * bf16Bytes + weights * f32Bytes);
  cost.activationWriteBytes = rows * elements * bf16Bytes;
  return cost;
}

OpCost cedar::expertCombineCost(double rows, double topk, double width) {
  OpCost cost;
  cost.flopsF32 = rows * topk * width;
  cost.activationReadBytes =
      rows * ((topk + 1) * width * bf16Bytes + topk * i32Bytes);
  cost.activationWriteBytes = rows * width * bf16Bytes;
  return cost;
}

//===----------------------------------------------------------------------===//
// Engram
//===----------------------------------------------------------------------===//

OpCost cedar::compressTokensCost(double rows) {
  OpCost cost;
  cost.activationReadBytes = rows * (i32Bytes + kindBytes);
  cost.activationWriteBytes = rows * i32Bytes;
  cost.tableBytes = rows * i32Bytes;
  return cost;
}

OpCost cedar::ngramHashCost(const CostShape &shape, double orders,
                            double columns) {
  OpCost cost;
  cost.activationReadBytes = 3 * shape.rows * i32Bytes;
  cost.activationWriteBytes = shape.rows * columns * i32Bytes;
  cost.cacheReadBytes =
      shape.sequences * std::min<double>(orders, shape.context) * i32Bytes;
  return cost;
}

OpCost cedar::tableGatherCost(double rows, double columns,
                              RankedTensorType table) {
  OpCost cost;
  cost.flopsF32 = rows * columns * table.getDimSize(1);
  cost.activationReadBytes = rows * columns * i32Bytes;
  cost.activationWriteBytes = rows * columns * table.getDimSize(1) * bf16Bytes;
  cost.tableBytes = rows * columns * packedRowBytes(table);
  return cost;
}

OpCost cedar::engramGateCost(double rows, double streams, double width) {
  double elements = rows * streams * width;
  OpCost cost;
  cost.flopsF32 = 9 * elements;
  cost.weightBytes = 2 * streams * width * bf16Bytes;
  cost.activationReadBytes = (2 * elements + rows * width) * bf16Bytes;
  cost.activationWriteBytes = elements * bf16Bytes;
  return cost;
}
