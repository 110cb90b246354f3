//===- ElementTable.h - random elements of one type -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few thousand stored elements, drawn once in pairs around the mean, so that
// a sum over many has no drift. Memory is filled with them in random order,
// which costs about a nanosecond each.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SYNTHETIC_ELEMENTTABLE_H
#define CEDAR_RUNTIME_SYNTHETIC_ELEMENTTABLE_H

#include "runtime/lib/Artifact/Manifest.pb.h"
#include "runtime/lib/Synthetic/Values.h"

#include <cstddef>

namespace cedar::rt {

/// What elements are like.
struct ElementKind {
  artifact::ElementType type; ///< I8: two FP4 codes
  ValueDistribution values;   ///< of a scale: what it brings codes to
  float scaledCodes = 0;      ///< of a scale: deviation of these codes

  bool isScale() const { return scaledCodes != 0; }
};

/// Whether an element is two FP4 codes, which checkpoints store as I8.
bool isPackedFp4(artifact::ElementType type);

/// Deviation of the codes of a type.
float codeDeviation(artifact::ElementType type);

class ElementTable {
public:
  ElementTable(const ElementKind &kind, ValueRandom &random);

  /// Fills `bytes` bytes, whole elements.
  void fill(std::byte *to, uint64_t bytes, ValueRandom &random) const;

private:
  std::vector<std::byte> table_;
  size_t width_; ///< of an element
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SYNTHETIC_ELEMENTTABLE_H
