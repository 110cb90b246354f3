//===- Handles.h - objects behind the C API -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The opaque types of cedar.h, and how a status becomes a code and a message.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_CAPI_HANDLES_H
#define CEDAR_RUNTIME_CAPI_HANDLES_H

#include "cedar.h"
#include "runtime/lib/Engine/Session.h"

#include <memory>

struct cedar_module {
  std::shared_ptr<const cedar::rt::Module> module;
};

struct cedar_weights {
  std::shared_ptr<const cedar::rt::Weights> weights;
};

struct cedar_session {
  std::unique_ptr<cedar::rt::Session> session;
};

namespace cedar::rt {

/// Stores the message of a failure for cedar_last_error and returns the code.
cedar_code report(const Status &status);

/// Reports that an argument is null.
cedar_code reportNull(const char *argument);

/// Runs `body`, which returns a Status; an exception of a library (memory
/// exhausted, mostly) becomes a status too.
template <typename Body>
cedar_code guarded(Body body);

/// Reports the exception in flight.
cedar_code reportException();

template <typename Body>
cedar_code guarded(Body body) {
  try {
    return report(body());
  } catch (...) {
    return reportException();
  }
}

/// Moves the value of `result` to `target` or gives the status.
template <typename T, typename U>
Status assignTo(Result<T> result, U &target) {
  if (!result.ok())
    return result.status();
  target = std::move(*result);
  return Status();
}

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_CAPI_HANDLES_H
