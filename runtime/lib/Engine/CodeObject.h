//===- CodeObject.h - a shared object from memory -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads a shared object that lies in memory and finds its kernels.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_CODEOBJECT_H
#define CEDAR_RUNTIME_ENGINE_CODEOBJECT_H

#include "runtime/lib/Support/Status.h"

#include <cstdint>
#include <string_view>
#include <utility>

namespace cedar::rt {

/// Runs blocks [begin, end) of a launch. `words` holds for each argument its
/// pointer and then its dynamic extents.
using KernelFunction = void (*)(const int64_t *words, int64_t begin,
                                int64_t end);

/// A loaded shared object; unloaded when the object dies.
class CodeObject {
public:
  CodeObject(CodeObject &&other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)),
        descriptor_(std::exchange(other.descriptor_, -1)) {}
  CodeObject &operator=(CodeObject &&) = delete;
  ~CodeObject();

  /// Loads `bytes`; `where` opens every message.
  static Result<CodeObject> load(std::string_view bytes,
                                 const std::string &where);

  /// The kernel `symbol`, or null.
  KernelFunction find(const std::string &symbol) const;

private:
  CodeObject(void *handle, int descriptor)
      : handle_(handle), descriptor_(descriptor) {}

  void *handle_;
  int descriptor_; ///< of the file, see load()
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_CODEOBJECT_H
