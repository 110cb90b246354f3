//===- Region.h - reserved memory -----------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Zeroed address space from the operating system. Memory is spent where it is
// touched, so that a cache for a million tokens costs what its tokens cost.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_REGION_H
#define CEDAR_RUNTIME_ENGINE_REGION_H

#include "runtime/lib/Support/Status.h"

#include <cstddef>
#include <cstdint>

namespace cedar::rt {

/// A private mapping of zeros, 4096-aligned.
class Region {
public:
  Region() = default;
  Region(Region &&other) noexcept;
  Region &operator=(Region &&other) noexcept;
  ~Region();

  /// Reserves `bytes`; `purpose` is named in the message of a failure.
  static Result<Region> reserve(uint64_t bytes, const char *purpose);

  /// Reserves `bytes` in which every `period` bytes, a multiple of a page, are
  /// the same memory: what is written to the first of them is in all.
  static Result<Region> repeat(uint64_t period, uint64_t bytes,
                               const char *purpose);

  std::byte *data() const { return data_; }
  uint64_t size() const { return size_; }

private:
  std::byte *data_ = nullptr;
  uint64_t size_ = 0;
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_REGION_H
