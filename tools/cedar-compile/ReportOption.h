//===- ReportOption.h - the option --report -*- C++ -*-------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Predicted costs of the model, as a file that appears when all went well.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDAR_COMPILE_REPORTOPTION_H
#define CEDAR_TOOLS_CEDAR_COMPILE_REPORTOPTION_H

#include "codegen/Driver/Compiler.h"
#include "codegen/Reports/CostReport.h"
#include "tools/lib/PendingFile.h"

namespace llvm::cl {
class OptionCategory;
} // namespace llvm::cl

namespace cedar {

/// Adds --report, --report-machine and --cache-plan.
void registerReportOptions(llvm::cl::OptionCategory &category);

class Report {
public:
  /// Reads the options and takes a place for the file; a message if they make
  /// no sense. Hooks itself into `options`.
  std::string prepare(CompileOptions &options, llvm::StringRef traceFile);
  /// Makes the file appear.
  llvm::Error publish();

private:
  CostReportOptions settings;
  PendingFile file;
};

} // namespace cedar

#endif // CEDAR_TOOLS_CEDAR_COMPILE_REPORTOPTION_H
