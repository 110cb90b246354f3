//===- CHeaderTest.c - cedar.h in a C program -----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header compiles as C11 and its functions link from C.
//
//===----------------------------------------------------------------------===//

#include "cedar.h"

int openFromC(const char *path, uint32_t *vocabulary) {
  cedar_module *module = 0;
  cedar_module_info info;
  cedar_session_options options;
  cedar_memory_need need;
  cedar_code code = cedar_module_open(path, 0, &module);
  cedar_session_options_init(&options);
  if (code == CEDAR_OK)
    code = cedar_module_get_info(module, &info);
  if (code == CEDAR_OK)
    code = cedar_module_memory(module, &options, &need);
  if (code == CEDAR_OK)
    *vocabulary = need.total > 0 ? info.vocab_size : 0;
  cedar_module_close(module);
  return (int)code;
}
