//===- Print.h - facts as text --------------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the document of Facts.h for people.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARINSPECT_PRINT_H
#define CEDAR_TOOLS_CEDARINSPECT_PRINT_H

#include <nlohmann/json_fwd.hpp>

namespace cedar {

/// Which lists to print in full.
struct PrintOptions {
  bool weights = false;
  bool kernels = true;
};

void printFacts(const nlohmann::ordered_json &facts,
                const PrintOptions &options);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARINSPECT_PRINT_H
