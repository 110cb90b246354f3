//===- ToolDiagnostics.cpp - diagnostics of tools -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/lib/ToolDiagnostics.h"

#include "mlir/IR/Location.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

/// "model.mlir:3:5: " of a place in a file, "layers.3.attn: " of a name.
static std::string placeOf(Location location) {
  std::string place;
  llvm::raw_string_ostream os(place);
  location->walk([&](Location part) {
    if (auto file = dyn_cast<FileLineColLoc>(part))
      os << file.getFilename().getValue() << ':' << file.getLine() << ':'
         << file.getColumn() << ": ";
    else if (auto name = dyn_cast<NameLoc>(part))
      os << name.getName().getValue() << ": ";
    return place.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return place;
}

static llvm::raw_ostream &openLine(DiagnosticSeverity severity,
                                   StringRef tool) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return llvm::WithColor::error(llvm::errs(), tool);
  case DiagnosticSeverity::Warning:
    return llvm::WithColor::warning(llvm::errs(), tool);
  case DiagnosticSeverity::Note:
  case DiagnosticSeverity::Remark:
    return llvm::WithColor::note(llvm::errs(), tool);
  }
  llvm_unreachable("unknown severity");
}

static void print(Diagnostic &diagnostic, StringRef tool) {
  openLine(diagnostic.getSeverity(), tool)
      << placeOf(diagnostic.getLocation()) << diagnostic << '\n';
  for (Diagnostic &note : diagnostic.getNotes())
    print(note, tool);
}

cedar::ToolDiagnosticHandler::ToolDiagnosticHandler(MLIRContext *context,
                                                    StringRef tool)
    : ScopedDiagnosticHandler(context) {
  setHandler(
      [name = tool.str()](Diagnostic &diagnostic) { print(diagnostic, name); });
}
