//===- Explain.h - the story of one layer or op -*- C++ -*-----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_DRIVER_EXPLAIN_H
#define CEDAR_CODEGEN_DRIVER_EXPLAIN_H

#include "codegen/Driver/DecisionTrace.h"
#include "llvm/Support/Error.h"

namespace cedar {

/// Prints every decision of `trace` that concerns `name`, in order of phases:
/// a layer ("layer 3", "3"), a path ("layers.3.attn"), an op ("mhc_seam") or an
/// op at a path ("layers.3.hc_attn/mhc_seam"). A name that nothing has is an
/// error with the nearest names.
llvm::Error explain(const DecisionTrace &trace, llvm::StringRef name,
                    llvm::raw_ostream &os);

} // namespace cedar

#endif // CEDAR_CODEGEN_DRIVER_EXPLAIN_H
