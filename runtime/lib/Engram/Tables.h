//===- Tables.h - constants of the n-gram hash ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constants of Engram's hash (SPEC 3.12): primes, row offsets and
// multipliers of every Engram layer, and the table rows of one window as a
// plain reference. Bit-equal to what NumPy computes from the same config.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGRAM_TABLES_H
#define CEDAR_RUNTIME_ENGRAM_TABLES_H

#include "runtime/lib/Support/Status.h"

#include <cstdint>
#include <vector>

namespace cedar::rt {

/// Primes of one layer: [n-gram size - 2][head].
using LayerPrimes = std::vector<std::vector<int64_t>>;

/// What the config says about Engram.
struct EngramShape {
  std::vector<int64_t> layerIds;
  int64_t maxNgram = 0;
  int64_t heads = 0;
  int64_t vocab = 0;           ///< rows of one head, before rounding to primes
  int64_t compressedVocab = 0; ///< ids of the compressed token map
};

/// Constants of one Engram layer. Column (n - 2) * heads + head.
struct EngramLayer {
  int64_t layerId = 0;
  std::vector<int64_t> multipliers; ///< [maxNgram], newest token first
  LayerPrimes primes;
  std::vector<int64_t> offsets; ///< [columns], first row of a column
  int64_t rows = 0;             ///< rows of the layer's table
};

/// Primes of `layers` layers, ascending from `vocab`, none used twice.
Result<std::vector<LayerPrimes>> primesFor(int64_t layers, int64_t maxNgram,
                                           int64_t heads, int64_t vocab);

/// First table row of every column: exclusive prefix sums of the primes.
std::vector<int64_t> columnOffsets(const LayerPrimes &primes);

/// Odd multipliers of one layer, drawn from a generator seeded by its number,
/// small enough that a product with a compressed id fits 63 bits.
Result<std::vector<int64_t>> multipliersFor(int64_t layerId, int64_t maxNgram,
                                            int64_t compressedVocab);

/// All constants of all layers.
Result<std::vector<EngramLayer>> engramLayers(const EngramShape &shape);

/// Table rows of one window of compressed ids, newest first, one per column.
/// Refuses ids outside [0, compressedVocab).
Result<std::vector<int64_t>> hashRow(const EngramLayer &layer,
                                     const std::vector<int32_t> &window,
                                     int64_t compressedVocab);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGRAM_TABLES_H
