//===- Comparison.h - how far values are apart ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares stored elements of any type by their distance in units of the last
// place: the number of values of the type between them, and one more. Nothing
// but equal bits has the distance 0, so -0 and +0 are 1 apart.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_COMPARISON_H
#define CEDAR_RUNTIME_ENGINE_COMPARISON_H

#include "runtime/lib/Artifact/Manifest.pb.h"
#include "runtime/lib/Support/Status.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace cedar::rt {

/// The distance of a number from what is no number.
inline constexpr uint64_t notComparable = UINT64_MAX;

/// Distance of two stored elements; two packed FP4 codes are one element, whose
/// distance is that of the pair that is further apart.
uint64_t ulpDistance(artifact::ElementType type, const std::byte *one,
                     const std::byte *other);

/// "3 ulps apart"
std::string distanceText(uint64_t ulps);

/// The value of a stored element, for people.
std::string elementText(artifact::ElementType type, const std::byte *element);

/// One value per element type.
template <typename T>
using ByElementType = std::array<T, artifact::ElementType_ARRAYSIZE>;

/// Distances that are let pass.
struct Tolerance {
  ByElementType<uint64_t> ulps{};

  /// From "2", for f32 and bf16, or from "f32=4,bf16=1".
  static Result<Tolerance> parse(const std::string &text);
};

/// What was compared of one element type.
struct Tally {
  uint64_t elements = 0;
  uint64_t differing = 0;
  uint64_t most = 0; ///< largest distance
  std::string where; ///< of it
};

/// Elements of one type in every row of an array.
struct RowPart {
  artifact::ElementType type;
  uint64_t elements;
  const char *what; ///< "element" or "scale"
};

/// How rows are stored: their parts one behind the other.
struct RowFormat {
  uint64_t bytes = 0; ///< of a row; more than those of the parts is padding
  std::vector<RowPart> parts;
};

/// The format of a buffer's or an input's rows, of one type.
RowFormat plainRows(artifact::ElementType type, uint64_t bytes);
/// The format of a cache's rows: codes, then scales.
RowFormat stateRowFormat(const artifact::State &state);

/// Where and how two arrays differ.
struct Difference {
  uint64_t row, element;
  RowPart part;
  std::string one, other; ///< the values
  uint64_t ulps;
  uint64_t count = 0; ///< elements beyond the tolerance, of all
  uint64_t of = 0;

  /// "row 3, element 5, bf16: 0.5 and 0.75, 64 ulps apart (2 of 8 elements
  /// ...)"
  std::string text() const;
};

/// Compares `rows` rows. The first element beyond the tolerance, if any; adds
/// to `tallies`, where `where` names the arrays.
std::optional<Difference>
compareRows(const RowFormat &format, uint64_t rows, const std::byte *one,
            const std::byte *other, const Tolerance &tolerance,
            const std::string &where, ByElementType<Tally> &tallies);

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_COMPARISON_H
