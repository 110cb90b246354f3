//===- LogitsFile.h - logits in a file ------------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the logits of a run as NumPy array or as safetensors.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_CEDARRUN_LOGITSFILE_H
#define CEDAR_TOOLS_CEDARRUN_LOGITSFILE_H

#include "tools/cedar-run/Generator.h"

namespace cedar {

/// Refuses a name that does not end in .npy or .safetensors, and several
/// prompts in one .npy.
rt::Status checkLogitsFile(const std::string &path, size_t prompts);

/// f32 [rows, vocabulary] of every prompt, the rows of the prompt and then of
/// every token that was fed. safetensors: "logits.<i>" and "tokens.<i>", the
/// generated tokens, for prompt i.
rt::Status writeLogits(const std::string &path,
                       const std::vector<Answer> &answers, uint32_t vocabulary);

} // namespace cedar

#endif // CEDAR_TOOLS_CEDARRUN_LOGITSFILE_H
