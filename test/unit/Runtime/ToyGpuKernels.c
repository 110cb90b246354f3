//===- ToyGpuKernels.c - kernels of the toy model as a GPU has them -------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// symbol(words, scratch) runs all blocks; their number is the first extent.
//
//===----------------------------------------------------------------------===//

#define toy_stage cpu_toy_stage
#define toy_append cpu_toy_append
#define toy_logits cpu_toy_logits
#define toy_commit cpu_toy_commit
#define toy_layer cpu_toy_layer
#define toy_rest cpu_toy_rest
#define toy_restage cpu_toy_restage
#define toy_ids cpu_toy_ids
#define toy_gather cpu_toy_gather
#define toy_fill cpu_toy_fill
#define toy_add cpu_toy_add
#include "ToyKernels.c"
#undef toy_stage
#undef toy_append
#undef toy_logits
#undef toy_commit
#undef toy_layer
#undef toy_rest
#undef toy_restage
#undef toy_ids
#undef toy_gather
#undef toy_fill
#undef toy_add

#define KERNEL(name)                                                           \
  void name(const int64_t *words, char *scratch) {                             \
    (void)scratch;                                                             \
    cpu_##name(words, 0, words[1]);                                            \
  }

KERNEL(toy_stage)
KERNEL(toy_append)
KERNEL(toy_logits)
KERNEL(toy_commit)
KERNEL(toy_layer)
KERNEL(toy_rest)
KERNEL(toy_restage)
KERNEL(toy_ids)
KERNEL(toy_gather)
KERNEL(toy_fill)
KERNEL(toy_add)
