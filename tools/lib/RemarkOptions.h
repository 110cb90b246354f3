//===- RemarkOptions.h - --remarks-filter and its kin -*- C++ -*-----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The remark options of mlir-opt, under the same names, for tools that are not
// built on its main function.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_LIB_REMARKOPTIONS_H
#define CEDAR_TOOLS_LIB_REMARKOPTIONS_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/CommandLine.h"

namespace cedar {

/// Adds --remarks-filter and --remarks-output-file to the command line.
void registerRemarkOptions(llvm::cl::OptionCategory &category);

/// Turns remarks on in `context` if the command line asks for them, or if there
/// is a `listener`: it gets all of them, whatever the filter is. Passes then
/// run one after another, so that the order of the remarks is always the same.
llvm::LogicalResult applyRemarkOptions(
    mlir::MLIRContext *context,
    std::unique_ptr<mlir::remark::detail::MLIRRemarkStreamerBase> listener =
        nullptr);

} // namespace cedar

#endif // CEDAR_TOOLS_LIB_REMARKOPTIONS_H
