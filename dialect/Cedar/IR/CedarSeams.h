//===- CedarSeams.h - the steps of a seam -*- C++ -*-----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the seam ops have in common, whichever of the steps each of them has:
// verifiers, costs and emitters look at steps.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_CEDARSEAMS_H
#define CEDAR_DIALECT_CEDAR_IR_CEDARSEAMS_H

#include "dialect/Cedar/IR/CedarOps.h"

namespace cedar {

/// The steps that make streams and their coefficients. Operands and results
/// that the op does not have are null.
struct SeamStreams {
  mlir::Value input, streams, sitePost, siteComb;
  mlir::Value keyValue, queryWeight, keyWeight, kind;
  mlir::Value fn, scale, base;
  mlir::Value expanded, newStreams, pre, post, comb;
  int64_t iterations;
  llvm::APFloat mixEpsilon, mixNormEpsilon;
  std::optional<llvm::APFloat> engramEpsilon;

  template <typename OpTy>
  static SeamStreams of(OpTy op) {
    return {op.getInput(),          op.getStreams(),      op.getSitePost(),
            op.getSiteComb(),       op.getKeyValue(),     op.getQueryWeight(),
            op.getKeyWeight(),      op.getKind(),         op.getFn(),
            op.getScale(),          op.getBase(),         op.getExpanded(),
            op.getNewStreams(),     op.getPre(),          op.getPost(),
            op.getComb(),           op.getIterations(),   op.getMixEpsilon(),
            op.getMixNormEpsilon(), op.getEngramEpsilon()};
  }

  /// Whether the streams begin here, as copies of `input`.
  bool begins() const { return !streams; }
  /// Whether the output of a site is added.
  bool expands() const { return input && streams; }
  bool hasEngram() const { return bool(keyValue); }
  /// Whether the streams are other values than the operand.
  bool changes() const { return input || hasEngram(); }

  /// D, and n, the number of streams.
  int64_t width() const;
  int64_t count() const;
};

/// The steps that make what a site works on.
struct SeamSite {
  mlir::Value weight;
  mlir::Value collapsed, normalized, quantized;
  llvm::APFloat epsilon;

  template <typename OpTy>
  static SeamSite of(OpTy op) {
    return {op.getWeight(), op.getCollapsed(), op.getNormalized(),
            op.getQuantized(), op.getEpsilon()};
  }

  int64_t width() const;
};

/// Bytes that one row of an op reads and writes of the streams and of what
/// sites work on and give: the traffic that fusing saves. Coefficients, row
/// numbers and weights do not count (SPEC 6).
double streamRowBytes(mlir::Operation *op);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_CEDARSEAMS_H
