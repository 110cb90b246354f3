//===- Errors.cpp - errors of the C API -----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One message per thread.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/CApi/Handles.h"

#include <algorithm>
#include <new>
#include <stdexcept>

using namespace cedar::rt;

static std::string &lastError() {
  thread_local std::string message;
  return message;
}

cedar_code cedar::rt::report(const Status &status) {
  if (status.ok())
    return CEDAR_OK;
  std::string &message = lastError();
  message = status.message();
  std::replace(message.begin(), message.end(), '\n', ' ');
  return static_cast<cedar_code>(status.code());
}

cedar_code cedar::rt::reportNull(const char *argument) {
  return report(
      Status(Code::invalidArgument, std::string(argument) + " is null"));
}

cedar_code cedar::rt::reportException() {
  try {
    throw;
  } catch (const std::bad_alloc &) {
    return report(Status(Code::exhausted, "out of memory"));
  } catch (const std::exception &error) {
    return report(Status(Code::internal, error.what()));
  } catch (...) {
    return report(Status(Code::internal, "unknown exception"));
  }
}

const char *cedar_last_error(void) { return lastError().c_str(); }

const char *cedar_version(void) { return CEDAR_VERSION; }
