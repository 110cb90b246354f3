//===- EntryAttributes.h - attributes of entries -*- C++ -*----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the schedule tells the runtime about an entry and its ops.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_ENTRYATTRIBUTES_H
#define CEDAR_DIALECT_CEDAR_IR_ENTRYATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace cedar {

/// The entry that writes the rows which this one stages to their rings.
inline constexpr llvm::StringLiteral commitAttrName = "cedar.commit";
/// The entry that computes what this one leaves out: it runs once after the
/// last chunk of a prompt, on the last committed rows of each sequence.
inline constexpr llvm::StringLiteral finishAttrName = "cedar.finish";
/// Most rows of one sequence in one call.
inline constexpr llvm::StringLiteral maxRowsAttrName = "cedar.max_rows";
/// On a primitive, or the call of its kernel: it may run beside the others from
/// the start of the entry, in order with those that are marked too.
inline constexpr llvm::StringLiteral prefetchAttrName = "cedar.prefetch";

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_ENTRYATTRIBUTES_H
