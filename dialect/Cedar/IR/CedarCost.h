//===- CedarCost.h - what one execution of an op costs -*- C++ -*----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FLOPs by precision and bytes by source, as counts of the algorithm.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_CEDARCOST_H
#define CEDAR_DIALECT_CEDAR_IR_CEDARCOST_H

#include <cstdint>

namespace cedar {

/// The dynamic sizes of one call.
struct CostShape {
  /// Rows of the flat batch, T.
  int64_t rows = 1;
  /// Sequences in the batch, S.
  int64_t sequences = 1;
  /// Committed tokens of each sequence before the call.
  int64_t context = 0;
  /// Rows whose logits are asked for, Q.
  int64_t outRows = 1;
};

/// A product of two formats that differ (SPEC 0.3) counts apart, as chips
/// differ in the unit that it runs on: W8A16 is bf16 values by FP8 codes, W4A8
/// is FP8 codes by FP4 codes.
struct OpCost {
  double flopsF32 = 0;
  double flopsBF16 = 0;
  double flopsW8A16 = 0;
  double flopsFP8 = 0;
  double flopsW4A8 = 0;
  double flopsFP4 = 0;
  /// Weights of the checkpoint, each counted once per call.
  double weightBytes = 0;
  double activationReadBytes = 0;
  double activationWriteBytes = 0;
  /// States: rings, compressed entries, index keys, tails.
  double cacheReadBytes = 0;
  double cacheWriteBytes = 0;
  /// Rows gathered from embedding and n-gram tables.
  double tableBytes = 0;

  double totalFlops() const {
    return flopsF32 + flopsBF16 + flopsW8A16 + flopsFP8 + flopsW4A8 + flopsFP4;
  }
  double totalBytes() const {
    return weightBytes + activationReadBytes + activationWriteBytes +
           cacheReadBytes + cacheWriteBytes + tableBytes;
  }

  OpCost &operator+=(const OpCost &other) {
    flopsF32 += other.flopsF32;
    flopsBF16 += other.flopsBF16;
    flopsW8A16 += other.flopsW8A16;
    flopsFP8 += other.flopsFP8;
    flopsW4A8 += other.flopsW4A8;
    flopsFP4 += other.flopsFP4;
    weightBytes += other.weightBytes;
    activationReadBytes += other.activationReadBytes;
    activationWriteBytes += other.activationWriteBytes;
    cacheReadBytes += other.cacheReadBytes;
    cacheWriteBytes += other.cacheWriteBytes;
    tableBytes += other.tableBytes;
    return *this;
  }
};

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_CEDARCOST_H
