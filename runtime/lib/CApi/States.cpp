//===- States.cpp - saved sequences in the C API --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thin: checks for null, calls the engine, reports.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/CApi/Handles.h"
#include "runtime/lib/Engine/StateFile.h"

using namespace cedar;
using namespace cedar::rt;

cedar_code cedar_session_save(const cedar_session *session,
                              cedar_sequence sequence, const char *path) {
  if (!session || !path)
    return reportNull(session ? "path" : "session");
  return guarded(
      [&] { return session->session->saveSequence(sequence, path); });
}

cedar_code cedar_session_restore(cedar_session *session, const char *path,
                                 cedar_sequence *sequence) {
  if (!session || !path || !sequence)
    return reportNull(!session ? "session" : !path ? "path" : "sequence");
  return guarded([&] {
    return assignTo(session->session->restoreSequence(path), *sequence);
  });
}

cedar_code cedar_module_saved_length(const cedar_module *module,
                                     const char *path, uint32_t *length) {
  if (!module || !path || !length)
    return reportNull(!module ? "module" : !path ? "path" : "length");
  return guarded([&]() -> Status {
    Result<StateFile> file = StateFile::open(path, module->module->manifest());
    if (file.ok())
      *length = file->length();
    return file.status();
  });
}
