//===- SeamBuilder.h - seam ops from single ops -*- C++
//-*--------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each takes the place of the ops of a merge, gives the values that others
// read, and leaves the merged ops without readers.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_PASSES_FUSION_SEAMBUILDER_H
#define CEDAR_PASSES_FUSION_SEAMBUILDER_H

#include "passes/Fusion/Boundary.h"
#include "passes/Fusion/Merge.h"

namespace cedar {

/// For all ops of the boundary.
MhcSeamOp buildSeam(const Merge &merge, Boundary &boundary);
/// For its `streamOps`.
MhcSeamExpandOp buildSeamExpand(const Merge &merge, Boundary &boundary);
/// For its `siteOps`.
MhcSeamCollapseOp buildSeamCollapse(const Merge &merge, Boundary &boundary);

} // namespace cedar

#endif // CEDAR_PASSES_FUSION_SEAMBUILDER_H
