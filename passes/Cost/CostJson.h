//===- CostJson.h - figures as JSON -*- C++ -*---------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objects that `cedar-cost` and `cedar-compile --report` print. Times are
// in microseconds, sizes in bytes.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_COST_COSTJSON_H
#define CEDAR_PASSES_COST_COSTJSON_H

#include "passes/Cost/EntryCosts.h"

#include "llvm/Support/JSON.h"

namespace cedar {

/// "machine": its name and rates.
void printMachine(llvm::json::OStream &json, const Machine &machine);

/// The members of one object: launches, floor_us, bound, flops, bytes,
/// intensity.
void printFigures(llvm::json::OStream &json, const Figures &figures);

/// `name`: an array of figures, each with its name under `key`.
void printTable(llvm::json::OStream &json, llvm::StringRef name,
                llvm::StringRef key, const FiguresByName &table);

/// The members of an entry's object: sizes, floor, launches as planned, groups,
/// layers and kernels; with `sites` each op too.
void printEntry(llvm::json::OStream &json, const EntryCosts &costs,
                const CostShape &shape, const Machine &machine, bool sites);

} // namespace cedar

#endif // CEDAR_PASSES_COST_COSTJSON_H
