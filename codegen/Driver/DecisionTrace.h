//===- DecisionTrace.h - what the passes decided, as data -*- C++ -*-------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trace is made of the remarks themselves: a streamer of MLIR's remark
// engine collects them, so that what is printed and what is recorded cannot
// differ. Its order is that in which the passes decide.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_DRIVER_DECISIONTRACE_H
#define CEDAR_CODEGEN_DRIVER_DECISIONTRACE_H

#include "mlir/IR/Remarks.h"
#include "passes/Pipelines/Phases.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <string>
#include <vector>

namespace cedar {

/// One remark.
struct Decision {
  Phase phase;
  std::string pass;               ///< "cedar-fuse-quantize"
  std::string kind;               ///< "passed", "missed", "analysis", "failure"
  std::string name;               ///< "other-reader"
  std::string function;           ///< entry or kernel, "" for the module
  std::vector<std::string> paths; ///< of the model: "layers.3.attn"
  std::vector<std::string> topics; ///< ops: "rms_norm"
  std::string text, reason, suggestion;
  /// What was counted to decide, or "Kernel".
  std::vector<std::pair<std::string, std::string>> figures;

  llvm::StringRef figure(llvm::StringRef key) const;
};

class DecisionTrace {
public:
  /// A streamer that adds to this trace, which must outlive it.
  std::unique_ptr<mlir::remark::detail::MLIRRemarkStreamerBase> makeStreamer();

  /// Decisions from here on belong to `phase`.
  void beginPhase(Phase phase) { current = phase; }
  void add(const mlir::remark::detail::Remark &remark);

  llvm::ArrayRef<Decision> decisions() const { return list; }
  void printJson(llvm::raw_ostream &os) const;

private:
  Phase current = Phase::Import;
  std::vector<Decision> list;
};

} // namespace cedar

#endif // CEDAR_CODEGEN_DRIVER_DECISIONTRACE_H
