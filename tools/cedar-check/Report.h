//===- Report.h - what cedar-check prints ---------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same verdict as text for people and as JSON for scripts.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDAR_CHECK_REPORT_H
#define CEDAR_TOOLS_CEDAR_CHECK_REPORT_H

#include "dialect/Cedar/Import/ValidateCheckpoint.h"

#include <cstdint>
#include <ostream>

namespace cedar {

/// What the report is about beyond the checkpoint itself.
struct ReportOptions {
  int64_t context = 0;     ///< tokens of the memory prediction, 0 = the maximum
  bool configOnly = false; ///< nothing is said about tensors
};

void printText(const CheckpointReport &report, const ReportOptions &options,
               std::ostream &out);

void printJson(const CheckpointReport &report, const ReportOptions &options,
               std::ostream &out);

/// The context that the memory prediction is for.
inline int64_t contextOf(const CheckpointReport &report,
                         const ReportOptions &options) {
  return options.context ? options.context : report.config.maxPositions;
}

} // namespace cedar

#endif // CEDAR_TOOLS_CEDAR_CHECK_REPORT_H
