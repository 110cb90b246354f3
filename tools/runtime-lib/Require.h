//===- Require.h - statuses as exceptions ---------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tools use cedar.hpp, which throws; this turns the statuses of the runtime's
// libraries into the same exception, caught once in main.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_RUNTIMELIB_REQUIRE_H
#define CEDAR_TOOLS_RUNTIMELIB_REQUIRE_H

#include "cedar.hpp"
#include "runtime/lib/Support/Status.h"

#include <utility>

namespace cedar {

/// Throws unless `status` is a success.
inline void require(const rt::Status &status) {
  if (!status.ok())
    throw Error(static_cast<cedar_code>(status.code()),
                status.message().c_str());
}

/// The value of `result`; throws when there is none.
template <typename T>
T require(rt::Result<T> result) {
  if (!result.ok())
    require(result.status());
  return std::move(*result);
}

} // namespace cedar

#endif // CEDAR_TOOLS_RUNTIMELIB_REQUIRE_H
