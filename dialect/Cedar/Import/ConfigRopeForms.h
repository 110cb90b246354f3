//===- ConfigRopeForms.h - spellings of the rotation parameters -----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bases and the YaRN scaling of a configuration come in three forms:
// `rope_scaling` beside `rope_theta` and `compress_rope_theta`; a flat
// `rope_parameters`; and `rope_parameters` with a `main` and a `compress`
// object. All forms present must agree.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_CONFIGROPEFORMS_H
#define CEDAR_DIALECT_CEDAR_IMPORT_CONFIGROPEFORMS_H

#include "dialect/Cedar/Import/Config.h"
#include "dialect/Cedar/Import/ConfigReader.h"

namespace cedar {

/// Fills `ropeTheta`, `compressRopeTheta` and `ropeScaling`. Reads the fields
/// that are there already: sizes and ratios.
void readRope(FieldReader &in, ModelConfig &config, std::string_view fileName,
              std::vector<std::string> &problems);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_CONFIGROPEFORMS_H
