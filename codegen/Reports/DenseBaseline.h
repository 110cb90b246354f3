//===- DenseBaseline.h - what dense attention would cost -*- C++ -*------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The peer that sparse attention is measured against: the same widths and
// layers, every row through every layer, dense causal attention over one latent
// of `denseLatentBytes` per token and layer, and nothing that only serves to
// select or to compress.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_REPORTS_DENSEBASELINE_H
#define CEDAR_CODEGEN_REPORTS_DENSEBASELINE_H

#include "passes/Cost/EntryCosts.h"

namespace cedar {

/// An FP8 latent of 448 values with 7 scales, 64 rotated bf16 values and a byte
/// of padding (SPEC 6).
inline constexpr double denseLatentBytes = 584;

/// Figures of an entry that runs all layers, as the baseline would run it.
Figures denseBaseline(const EntryCosts &entry, const CostShape &shape,
                      const Machine &machine);

} // namespace cedar

#endif // CEDAR_CODEGEN_REPORTS_DENSEBASELINE_H
