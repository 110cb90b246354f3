//===- RandomPayload.h - valid random weights -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes of a tensor with random but sane values in its real encoding: the model
// computes finite numbers, every norm, bias, sink and mix is non-trivial, and
// scales differ from block to block. The bytes depend on seed and name only.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TEST_TOOLS_MAKECHECKPOINT_RANDOMPAYLOAD_H
#define CEDAR_TEST_TOOLS_MAKECHECKPOINT_RANDOMPAYLOAD_H

#include "dialect/Cedar/Import/Config.h"
#include "test/tools/make-checkpoint/ShardPlan.h"

namespace cedar {

std::vector<uint8_t> randomPayload(const StoredTensor &tensor,
                                   const ModelConfig &config, uint64_t seed);

} // namespace cedar

#endif // CEDAR_TEST_TOOLS_MAKECHECKPOINT_RANDOMPAYLOAD_H
