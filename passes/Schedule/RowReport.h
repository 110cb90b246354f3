//===- RowReport.h - how many rows of which layer an entry runs -*- C++ -*-===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reasons of the schedule as remarks.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_SCHEDULE_ROWREPORT_H
#define CEDAR_PASSES_SCHEDULE_ROWREPORT_H

#include "passes/Schedule/ReplaySplit.h"

namespace cedar {

/// Says what is kept at the cut of a model.
void reportCut(mlir::func::FuncOp forward, const ReplaySplit &split,
               llvm::ArrayRef<StateOp> rings, llvm::StringRef category);

/// Says for each part of a model and layer on how many rows it is computed, and
/// which op needs most of them.
void reportParts(mlir::func::FuncOp forward, const ReplaySplit &split,
                 llvm::StringRef category);

/// The same of an entry that is not a part of another one.
void reportEntry(mlir::func::FuncOp entry, llvm::StringRef category);

} // namespace cedar

#endif // CEDAR_PASSES_SCHEDULE_ROWREPORT_H
