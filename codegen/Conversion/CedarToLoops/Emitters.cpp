//===- Emitters.cpp - the table of all emitters ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Conversion/CedarToLoops/Emitters.h"

namespace cedar {

const EmitterRegistry &emitters() {
  static const EmitterRegistry registry = [] {
    EmitterRegistry r;
    populateLinearEmitters(r);
    populateNormEmitters(r);
    populateExpertEmitters(r);
    populateMoEEmitters(r);
    populateEngramEmitters(r);
    populateHyperConnectionEmitters(r);
    populateSeamEmitters(r);
    populateRowEmitters(r);
    populateRopeEmitters(r);
    populateQuantEmitters(r);
    populateAttentionEmitters(r);
    populateSelectEmitters(r);
    populateCompressorEmitters(r);
    populateStateEmitters(r);
    return r;
  }();
  return registry;
}

} // namespace cedar
