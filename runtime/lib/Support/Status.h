//===- Status.h - error values of the runtime -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `Status` is success or a code with a one-line message; `Result<T>` is a value
// or such a status. Codes are those of the C API (runtime/include/cedar.h).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SUPPORT_STATUS_H
#define CEDAR_RUNTIME_SUPPORT_STATUS_H

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace cedar::rt {

/// Why an operation was refused. The values are part of the C API.
enum class Code {
  ok = 0,
  invalidArgument = 1, ///< the caller passed something out of range
  notFound = 2,        ///< a file, tensor, entry or symbol is absent
  corrupt = 3,         ///< a file breaks its own format or checksum
  incompatible = 4,    ///< right format, wrong version, CPU or model
  exhausted = 5,       ///< a fixed budget (context, slots, rows) is used up
  io = 6,              ///< the operating system refused
  internal = 7,        ///< a broken invariant of Cedar itself
};

/// Success, or a code and a message that names what, where and what to do.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Code code, std::string message)
      : code_(code), message_(std::move(message)) {
    assert(code != Code::ok && "an error needs an error code");
  }

  bool ok() const { return code_ == Code::ok; }
  Code code() const { return code_; }
  const std::string &message() const { return message_; }

private:
  Code code_ = Code::ok;
  std::string message_;
};

/// A value of type T, or the status that says why there is none.
template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : value_(std::move(value)) {}
  Result(Status status) : status_(std::move(status)) {
    assert(!status_.ok() && "a result without a value needs an error");
  }

  bool ok() const { return value_.has_value(); }
  const Status &status() const { return status_; }
  T &operator*() { return *value_; }
  const T &operator*() const { return *value_; }
  T *operator->() { return &*value_; }
  const T *operator->() const { return &*value_; }

private:
  std::optional<T> value_;
  Status status_;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SUPPORT_STATUS_H
