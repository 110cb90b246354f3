//===- CostReport.h - what a compiled model costs -*- C++ -*-------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `cedar-compile --report`: predicted FLOPs, bytes and least times of the
// entries of one model at the sizes that decide about a deployment, as one JSON
// object. test/tools/cedar-compile/report.test shows its keys.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_REPORTS_COSTREPORT_H
#define CEDAR_CODEGEN_REPORTS_COSTREPORT_H

#include "codegen/Reports/CacheTerms.h"
#include "passes/Cost/Machine.h"

#include <optional>

namespace cedar {

struct CostReportOptions {
  const Machine *machine = findMachine("h200");
  std::vector<int64_t> batches = {1, 8, 32, 64, 128};
  /// Tokens of a sequence after the call.
  std::vector<int64_t> contexts = {4096, 131072, 1048576};
  std::vector<int64_t> prompts = {4096, 32768, 131072, 1048576};
  /// Contexts at which one row is compared with dense attention.
  std::vector<int64_t> queries = {100000, 500000, 1000000};
  int64_t chunk = 4096;                ///< most rows of a prompt in one call
  std::optional<CacheTerms> cachePlan; ///< to compare with
  std::vector<CostShape> calls;        ///< of which every op is wanted
};

/// Prints the report on `module`, whose entries hold primitives (the end of the
/// phase `fuse`). Sizes beyond the model's positions are left out.
void printCostReport(mlir::ModuleOp module, const CostReportOptions &options,
                     llvm::raw_ostream &os);

} // namespace cedar

#endif // CEDAR_CODEGEN_REPORTS_COSTREPORT_H
