//===- EntryCosts.h - what an entry costs at given sizes -*- C++ -*------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs of an entry by op, kernel, layer and fused group. Ops that share a
// kernel cost the same, so sizes are worked out once for each kernel.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_COST_ENTRYCOSTS_H
#define CEDAR_PASSES_COST_ENTRYCOSTS_H

#include "dialect/Cedar/IR/CedarInterfaces.h"
#include "passes/Cost/FusedSteps.h"
#include "passes/Cost/Machine.h"
#include "passes/Kernel/KernelNames.h"

#include "llvm/ADT/MapVector.h"

namespace cedar {

/// Figures by a name, in program order.
using FiguresByName = llvm::MapVector<llvm::StringRef, Figures>;

/// The figures of one entry at one size on one machine.
struct EntryFigures {
  Figures fused;         ///< each group as one launch: the floor
  Figures planned;       ///< each op as one launch
  FiguresByName groups;  ///< fused, by what the group is for: "attn.wq_b"
  FiguresByName layers;  ///< fused, by layer: "layers.3", "" outside
  FiguresByName kernels; ///< planned, by kernel: "linear_4"
};

class EntryCosts {
public:
  /// An op with a cost, and what it is called in reports.
  struct Site {
    mlir::Operation *op;
    llvm::StringRef path;   ///< "layers.3.attn.wq_b", or ""
    llvm::StringRef kernel; ///< "linear_4"; "" if it is not a launch
    size_t costIndex;
  };

  /// `names` is the module's: make the costs of its entries in order.
  EntryCosts(mlir::func::FuncOp entry, KernelNames &names);

  mlir::func::FuncOp entry() const { return function; }
  llvm::ArrayRef<Site> sites() const { return ops; }

  EntryFigures at(const CostShape &shape, const Machine &machine) const;
  /// The sum over groups only.
  Figures floorAt(const CostShape &shape, const Machine &machine) const;
  /// The same with other costs of the ops, over the groups whose first op
  /// `counts`.
  Figures floorOf(llvm::ArrayRef<OpCost> costs, const CostShape &shape,
                  const Machine &machine,
                  llvm::function_ref<bool(mlir::Operation *)> counts) const;
  /// The cost of each of sites() by its costIndex.
  std::vector<OpCost> costsAt(const CostShape &shape) const;

private:
  struct Group {
    mlir::Operation *first;
    llvm::StringRef label, layer;
    std::vector<size_t> costs; ///< of its ops
    RowBytes read, written;
  };

  void addSite(CostOpInterface op, KernelNames &names);
  void addGroups();
  static OpCost costOf(const Group &group, llvm::ArrayRef<OpCost> costs,
                       const CostShape &shape);

  mlir::func::FuncOp function;
  std::vector<Site> ops;
  std::vector<CostOpInterface> distinct; ///< one op for each cost
  llvm::StringMap<size_t> distinctByKey;
  std::vector<Group> groups;
};

} // namespace cedar

#endif // CEDAR_PASSES_COST_ENTRYCOSTS_H
