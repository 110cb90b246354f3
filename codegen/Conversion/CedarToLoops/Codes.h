//===- Codes.h - FP8, FP4 and scale codes in kernels ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact conversions between code bytes and f32 (SPEC 2.4, 4.1-4.3), and reading
// of block-scaled rows and weights.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_CODES_H
#define CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_CODES_H

#include "codegen/Conversion/CedarToLoops/KernelBuilder.h"

namespace cedar {

/// Values of E4M3 code bytes (i8 scalar or vector); 0x7F and 0xFF are NaN.
Val decodeE4M3(Val codes);
/// Values of 16 E2M1 codes from 8 bytes, even element in the low nibble.
Val decodeE2M1(Val bytes);
/// 2^(b - 127) of an E8M0 byte; 255 is NaN.
Val decodeE8M0(Val byte);

/// E4M3 code (i8) nearest to an f32 value, ties to even, saturating at 448; the
/// sign of zero is kept, NaN gives 0x7F.
Val encodeE4M3(Val v);
/// 8 bytes of the E2M1 codes nearest to 16 f32 values, ties to even, saturating
/// at 6; the sign of zero is kept.
Val encodeE2M1(Val v);
/// E8M0 byte of the smallest power of two >= t, for positive normal t; infinity
/// and NaN give 255.
Val encodeE8M0Above(Val t);

/// 16 values of row `row` of an operand, however it is passed: plain rows,
/// packed rows or a weight.
Val loadValues(KernelBuilder &k, mlir::Value operand, Vals row, Val column);

/// 16 values of a packed row (`type` is its logical type) from column `column`,
/// a multiple of 16; `row` are the indices before the last dimension.
Val loadPacked(KernelBuilder &k, mlir::Value memory, Vals row,
               mlir::RankedTensorType type, Val column);

/// 16 values of row `row` of a weight from column `column` (a multiple of 16):
/// plain
/// (`parts` = values) or block-scaled (`parts` = codes, scales).
Val loadWeight(KernelBuilder &k, llvm::ArrayRef<mlir::Value> parts,
               mlir::RankedTensorType type, Val row, Val column);

/// What the values of the group loads below are divided by: a power of two,
/// which products apply once to their result. Quotients are exact.
double codeFactor(mlir::RankedTensorType type);

/// `count` (16, or 32 where scales are per 32) neighbouring values from column
/// `column`, a multiple of `count`, divided by `codeFactor`, as vectors of 16.
llvm::SmallVector<Val> loadPackedGroup(KernelBuilder &k, mlir::Value memory,
                                       Vals row, mlir::RankedTensorType type,
                                       Val column, int64_t count);
llvm::SmallVector<Val> loadWeightGroup(KernelBuilder &k,
                                       llvm::ArrayRef<mlir::Value> parts,
                                       mlir::RankedTensorType type, Val row,
                                       Val column, int64_t count);

} // namespace cedar

#endif // CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_CODES_H
