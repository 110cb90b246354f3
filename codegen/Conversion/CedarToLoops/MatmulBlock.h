//===- MatmulBlock.h - one block of a matrix product ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block computes up to `kRowTile` rows x `outputs` columns of x . w^T.
// Operands are converted to f32 once per block, in chunks of k that stay in the
// cache; every result is 16 partial sums over k (lane i takes k = i mod 16,
// ascending) and the lane tree, whatever the number of rows. Products must be
// exact in f32.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_MATMULBLOCK_H
#define CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_MATMULBLOCK_H

#include "codegen/Conversion/CedarToLoops/KernelBuilder.h"

namespace cedar {

class MatmulBlock {
public:
  /// Rows of a block.
  static constexpr int64_t kRowTile = 32;
  /// Columns of a block for `n` outputs in all.
  static int64_t columnTile(int64_t n) { return n >= 256 ? 64 : 32; }

  /// `count` values of row `row` of the block (or of output column `row`) from
  /// `k` on, a multiple of `count`, as vectors of 16.
  using Load =
      llvm::function_ref<llvm::SmallVector<Val>(Val row, Val k, int64_t count)>;

  /// Reserves scratch for `columns` outputs over a sum of `depth` terms, a
  /// multiple of 16. Results are multiplied by `factor`, a power of two.
  MatmulBlock(KernelBuilder &k, int64_t columns, int64_t depth, double factor);

  /// Computes rows [0, rows) of the block.
  void run(Val rows, Load loadX, Load loadW);

  /// 16 results of row `row` from column `column` on, f32.
  Val result(Val row, Val column) {
    return k.loadVector(results, {row, column}) * factor;
  }

private:
  void convert(Val count, Scratch to, Val begin, Load load);
  void multiplyChunk(Val rows, Val begin, Load loadW);
  void multiplyTile(Val row, Val column);
  void reduce(Val rows);

  KernelBuilder &k;
  int64_t columns, depth, chunk;
  int64_t group; ///< values that are converted at once
  double factor;
  Scratch x, w, results;
  Scratch sums; ///< partial sums between chunks, if there are several
};

} // namespace cedar

#endif // CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_MATMULBLOCK_H
