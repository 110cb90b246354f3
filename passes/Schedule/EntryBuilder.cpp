//===- EntryBuilder.cpp - what all entries are made with ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is a copy of @forward of which some ops are gone. It is called by a
// name of its own, and so is its location; the file and line stay.
//
//===----------------------------------------------------------------------===//

#include "passes/Schedule/EntryBuilder.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cedar {

Location entryLocation(func::FuncOp forward, StringRef name) {
  Location loc = forward.getLoc();
  if (auto named = dyn_cast<NameLoc>(loc))
    loc = named.getChildLoc();
  return NameLoc::get(StringAttr::get(forward.getContext(), name), loc);
}

void eraseUnused(func::FuncOp entry) {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(entry.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
  llvm::BitVector unused(entry.getNumArguments());
  for (BlockArgument argument : entry.getArguments())
    unused[argument.getArgNumber()] = argument.use_empty();
  (void)entry.eraseArguments(unused);
}

} // namespace cedar
