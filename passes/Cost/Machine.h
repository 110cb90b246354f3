//===- Machine.h - the time that a cost takes at least -*- C++ -*--------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The roofline of a machine: an op takes as long as its products or its bytes,
// whichever is more, if everything else overlaps.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_COST_MACHINE_H
#define CEDAR_PASSES_COST_MACHINE_H

#include "dialect/Cedar/IR/CedarCost.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace cedar {

struct Machine {
  llvm::StringLiteral name, summary;
  double memory;                           ///< B/s
  double f32, bf16, w8a16, fp8, w4a8, fp4; ///< FLOP/s
};

/// The machine of that name in Machines.def, or null.
const Machine *findMachine(llvm::StringRef name);

/// "h200, h200-reference".
std::string joinMachineNames();

/// One kind of product: its name in reports, its count, its rate, and what one
/// FLOP of it weighs in bf16 FLOPs by the width of the wider factor.
struct FlopKind {
  llvm::StringLiteral name;
  double OpCost::*count;
  double Machine::*rate;
  double weight;
};
llvm::ArrayRef<FlopKind> flopKinds();

/// FLOPs weighed as bf16 1, FP8 0.5, FP4 0.25.
double weightedFlops(const OpCost &cost);

/// One source of bytes.
struct ByteKind {
  llvm::StringLiteral name;
  double OpCost::*count;
};
llvm::ArrayRef<ByteKind> byteKinds();

/// Seconds that the products of a cost take, and that its bytes take.
double computeSeconds(const OpCost &cost, const Machine &machine);
double memorySeconds(const OpCost &cost, const Machine &machine);

/// Costs of several launches and the least time that they take one after the
/// other, by what bounds each.
struct Figures {
  int64_t launches = 0;
  OpCost cost;
  double boundByCompute = 0, boundByMemory = 0; ///< seconds

  /// `count` launches of the same cost.
  void add(const OpCost &one, const Machine &machine, int64_t count = 1);
  Figures &operator+=(const Figures &other);

  double seconds() const { return boundByCompute + boundByMemory; }
  /// What takes most of the time.
  llvm::StringRef bound() const {
    return boundByCompute > boundByMemory ? "compute" : "memory";
  }
};

} // namespace cedar

#endif // CEDAR_PASSES_COST_MACHINE_H
