//===- ImportHF.h - a checkpoint folder as a module -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Import of a Hugging Face checkpoint folder: configuration, tensor headers and
// tokenizer become one module of layer ops. No weight payload is read.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_IMPORTHF_H
#define CEDAR_DIALECT_CEDAR_IMPORT_IMPORTHF_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace cedar {

struct ImportOptions {
  /// A page of a compressed cache covers at least this many tokens: the
  /// smallest multiple of all ratios is taken.
  int64_t minPageTokens = 128;
  /// Attention modes other than those of config.json (CSA2Plan.h), if any.
  std::string csa2Plan;
};

/// Builds the module of the checkpoint in `folder`. Every fault of the folder
/// is an error diagnostic, then the result is null. Ignored vision tensors and
/// unused draft stages are remarks.
mlir::OwningOpRef<mlir::ModuleOp> importHF(llvm::StringRef folder,
                                           mlir::MLIRContext *context,
                                           const ImportOptions &options = {});

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_IMPORTHF_H
