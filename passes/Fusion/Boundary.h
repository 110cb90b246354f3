//===- Boundary.h - the ops between two sites -*- C++ -*-------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Found by following values from an `mhc_collapse`, never by layer numbers.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_FUSION_BOUNDARY_H
#define CEDAR_PASSES_FUSION_BOUNDARY_H

#include "dialect/Cedar/IR/CedarOps.h"

namespace cedar {

/// The ops of one boundary; those that it does not have are null.
struct Boundary {
  MhcInitOp init; ///< or `expand`
  MhcExpandOp expand;
  EngramGateOp gate;
  MhcMixOp mix;
  MhcCollapseOp collapse;
  RmsNormOp norm;
  QuantizeOp quantize;

  struct Steps {
    bool engram, quantize; ///< whether a boundary has them
  };
  static Boundary match(MhcCollapseOp collapse, Steps steps);

  /// The ops that make streams and their coefficients, in order.
  llvm::SmallVector<mlir::Operation *> streamOps() const;
  /// The ops that make what the site works on, in order.
  llvm::SmallVector<mlir::Operation *> siteOps() const;

  /// Whether it makes streams that differ from those it reads.
  bool makesStreams() const { return init || expand || gate; }
  /// The streams that the gate reads, or the collapse if there is no gate.
  mlir::Value streamsBeforeGate();

  /// The op that reads the boundary's streams and from which the coefficients
  /// of the collapse come; null if they do not depend on the streams.
  mlir::Operation *findDependence();
};

} // namespace cedar

#endif // CEDAR_PASSES_FUSION_BOUNDARY_H
