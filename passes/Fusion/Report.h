//===- Report.h - remarks on the fusion of boundaries -*- C++
//-*--------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_FUSION_REPORT_H
#define CEDAR_PASSES_FUSION_REPORT_H

#include "passes/Fusion/Boundary.h"

namespace cedar {

/// "cedar.mhc_mix at loc(...)".
std::string describe(mlir::Operation *op);

/// "mhc_expand, mhc_mix".
std::string namesOf(llvm::ArrayRef<mlir::Operation *> ops);

/// Remarks on one boundary, at its collapse.
class Report {
public:
  Report(llvm::StringRef category, MhcCollapseOp collapse);

  /// Ops that moved `bytesBefore` bytes of streams a row are now `fused`.
  void passed(llvm::StringRef name, llvm::StringRef before, double bytesBefore,
              llvm::ArrayRef<mlir::Operation *> fused) const;
  void missed(llvm::StringRef name, llvm::StringRef what, llvm::StringRef why,
              llvm::StringRef advice) const;
  void analysis(llvm::StringRef name, llvm::StringRef what,
                llvm::StringRef why) const;

private:
  llvm::StringRef category, function;
  mlir::Location loc;
  int64_t width; ///< values of one stream in a row
};

} // namespace cedar

#endif // CEDAR_PASSES_FUSION_REPORT_H
