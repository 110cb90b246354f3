//===- CedarSeamCosts.cpp - costs of fused steps between two sites --------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FLOPs are those of the steps; bytes are those of the op's own operands and
// results, which is what fusing is for.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarSeams.h"
#include "dialect/Cedar/IR/CostRows.h"

using namespace mlir;
using namespace cedar;

static double streamFlops(double rows, const SeamStreams &seam) {
  double n = seam.count(), width = seam.width();
  double flops = mhcMixFlops(rows, n, width, seam.iterations);
  if (seam.expands())
    flops += mhcExpandFlops(rows, n, width);
  if (seam.hasEngram())
    flops += engramGateCost(rows, n, width).flopsF32;
  return flops;
}

static double siteFlops(double rows, double n, const SeamSite &site) {
  double width = site.width();
  double flops =
      mhcCollapseFlops(rows, n, width) + rmsNormCost(rows, width).flopsF32;
  if (site.quantized)
    flops += quantizeCost(rows, typeOf(site.quantized)).flopsF32;
  return flops;
}

/// `flops`, and each of the op's operands and results once: tensors with rows
/// are activations, the others weights.
static OpCost seamCost(Operation *op, double rows, double flops,
                       ArrayRef<Value> weights) {
  SmallVector<Value> inputs;
  OpCost cost;
  for (Value operand : op->getOperands())
    if (llvm::is_contained(weights, operand))
      cost.weightBytes += tensorBytes(typeOf(operand));
    else
      inputs.push_back(operand);
  return cost + streamCost(rows, flops, inputs, op->getResults());
}

OpCost MhcSeamOp::getCost(const CostShape &shape) {
  SeamStreams seam = SeamStreams::of(*this);
  SeamSite site = SeamSite::of(*this);
  double rows = rowsOf(getOperand(0), shape);
  return seamCost(*this, rows,
                  streamFlops(rows, seam) + siteFlops(rows, seam.count(), site),
                  {seam.queryWeight, seam.keyWeight, seam.fn, seam.scale,
                   seam.base, site.weight});
}

OpCost MhcSeamExpandOp::getCost(const CostShape &shape) {
  SeamStreams seam = SeamStreams::of(*this);
  double rows = rowsOf(getOperand(0), shape);
  return seamCost(
      *this, rows, streamFlops(rows, seam),
      {seam.queryWeight, seam.keyWeight, seam.fn, seam.scale, seam.base});
}

OpCost MhcSeamCollapseOp::getCost(const CostShape &shape) {
  SeamSite site = SeamSite::of(*this);
  double rows = rowsOf(getStreams(), shape);
  return seamCost(*this, rows, siteFlops(rows, dimOf(getStreams(), 1), site),
                  {site.weight});
}

/// Whether a tensor holds streams, or what sites work on and give.
static bool isStreamValue(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() > 1 && type.isDynamicDim(0) &&
         isa<BFloat16Type, Float8E4M3FNType>(type.getElementType());
}

double cedar::streamRowBytes(Operation *op) {
  double bytes = 0;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (isStreamValue(value))
        bytes += rowBytes(typeOf(value));
  };
  add(op->getOperands());
  add(op->getResults());
  return bytes;
}
