//===- CodeObject.cpp - a shared object from memory -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes go to an anonymous file, so that nothing is written to a disk and
// nothing is left behind. The file stays open as long as its code is loaded:
// the loader knows objects by their path, here the descriptor, and would answer
// a second load of the same path with the first object.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/CodeObject.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace cedar::rt;

CodeObject::~CodeObject() {
  if (handle_)
    dlclose(handle_);
  if (descriptor_ >= 0)
    close(descriptor_);
}

/// Writes all of `bytes`; false with errno set on failure.
static bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t step = write(descriptor, bytes.data(), bytes.size());
    if (step < 0 && errno != EINTR)
      return false;
    bytes.remove_prefix(step > 0 ? size_t(step) : 0);
  }
  return true;
}

Result<CodeObject> CodeObject::load(std::string_view bytes,
                                    const std::string &where) {
  int descriptor = memfd_create("cedar-kernels", MFD_CLOEXEC);
  if (descriptor < 0 || !writeAll(descriptor, bytes)) {
    Status status(Code::io, where + ": cannot hold the code in memory: " +
                                std::strerror(errno));
    if (descriptor >= 0)
      close(descriptor);
    return status;
  }
  std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle)
    return CodeObject(handle, descriptor);
  Status status(Code::incompatible,
                where + ": cannot load the code: " + dlerror());
  close(descriptor);
  return status;
}

KernelFunction CodeObject::find(const std::string &symbol) const {
  return reinterpret_cast<KernelFunction>(dlsym(handle_, symbol.c_str()));
}
