//===- Report.cpp - remarks on the fusion of boundaries -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Fusion/Report.h"

#include "dialect/Cedar/IR/CedarSeams.h"
#include "passes/Decision.h"

using namespace mlir;

namespace cedar {

std::string describe(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << op->getName() << " at " << op->getLoc();
  return text;
}

/// `bytes` in units of one stream's row of `width` bf16 values: "20d".
static std::string inRows(double bytes, int64_t width) {
  std::string text = llvm::formatv("{0:f2}", bytes / (2.0 * width)).str();
  StringRef digits = text;
  digits.consume_back(".00");
  return (digits + "d").str();
}

std::string namesOf(ArrayRef<Operation *> ops) {
  auto names = llvm::map_range(
      ops, [](Operation *op) { return op->getName().stripDialect(); });
  return llvm::join(names, ", ");
}

Report::Report(StringRef category, MhcCollapseOp collapse)
    : category(category), function(holderOf(collapse)), loc(collapse.getLoc()),
      width(collapse.getResult().getType().getDimSize(1)) {}

void Report::passed(StringRef name, StringRef before, double bytesBefore,
                    ArrayRef<Operation *> fused) const {
  double bytes = 0;
  for (Operation *op : fused)
    bytes += streamRowBytes(op);
  remark::passed(loc, decisionOf(category, name, function))
      << remark::add("{0} became {1}; bytes of streams that move in a row: {2} "
                     "instead of {3} ({4} instead of {5})",
                     before, namesOf(fused), int64_t(bytes),
                     int64_t(bytesBefore), inRows(bytes, width),
                     inRows(bytesBefore, width))
      << remark::metric("StreamBytesBefore", int64_t(bytesBefore))
      << remark::metric("StreamBytesAfter", int64_t(bytes))
      << topic(namesOf(fused) + ", " + before.str());
}

void Report::missed(StringRef name, StringRef what, StringRef why,
                    StringRef advice) const {
  remark::missed(loc, decisionOf(category, name, function))
      << remark::add("{0}", what) << remark::reason("{0}", why)
      << remark::suggest("{0}", advice) << topic("mhc_collapse");
}

void Report::analysis(StringRef name, StringRef what, StringRef why) const {
  remark::analysis(loc, decisionOf(category, name, function))
      << remark::add("{0}", what) << remark::reason("{0}", why)
      << topic("mhc_collapse");
}

} // namespace cedar
