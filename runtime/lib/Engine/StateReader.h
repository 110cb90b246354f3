//===- StateReader.h - reading cache rows ---------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns stored cache rows into f32, for tests and inspection. The kernels of
// the artifact have their own code for this; nothing here takes part in a
// result.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_STATEREADER_H
#define CEDAR_RUNTIME_ENGINE_STATEREADER_H

#include "runtime/lib/Artifact/Manifest.pb.h"

#include <cstddef>

namespace cedar::rt {

/// Value of an E4M3 code (SPEC 4.1): no infinities, 0x7f and 0xff are NaN.
float fromE4M3(uint8_t code);
/// Value of an E2M1 code, the low four bits (SPEC 4.2).
float fromE2M1(uint8_t code);
/// 2^(code - 127), NaN for 255.
float fromE8M0(uint8_t code);

/// Writes the `channels` values of one stored row.
void dequantizeRow(const artifact::State &state, const std::byte *row,
                   float *out);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_STATEREADER_H
