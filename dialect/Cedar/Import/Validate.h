//===- Validate.h - rules that a model configuration obeys ----------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of SPEC 1.5 between the fields of a configuration. All violations
// are reported, not only the first.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_VALIDATE_H
#define CEDAR_DIALECT_CEDAR_IMPORT_VALIDATE_H

#include "dialect/Cedar/Import/Config.h"

#include <string>
#include <vector>

namespace cedar {

/// One line per violated rule; empty when the configuration is legal.
std::vector<std::string> validateConfig(const ModelConfig &config);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_VALIDATE_H
