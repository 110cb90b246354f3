//===- CedarRowDemand.h - which rows of a value are needed -*- C++ -*------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lattice none < last 1 < last 2 < ... < all, per sequence of the batch.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_CEDARROWDEMAND_H
#define CEDAR_DIALECT_CEDAR_IR_CEDARROWDEMAND_H

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdint>

namespace cedar {

class RowDemand {
public:
  /// No row.
  RowDemand() = default;

  static RowDemand none() { return RowDemand(); }
  /// The last `count` rows of each sequence.
  static RowDemand last(int64_t count) {
    return RowDemand(std::clamp<int64_t>(count, 0, allRows));
  }
  static RowDemand all() { return RowDemand(allRows); }

  bool isNone() const { return count == 0; }
  bool isAll() const { return count == allRows; }
  /// Number of rows of a demand that is neither none nor all.
  int64_t getCount() const { return count; }

  RowDemand join(RowDemand other) const {
    return RowDemand(std::max(count, other.count));
  }
  /// What is needed if every needed row also needs `rows` rows before it.
  RowDemand lookBack(int64_t rows) const {
    return isNone() || isAll() || rows >= allRows - count
               ? (isNone() ? none() : all())
               : RowDemand(count + rows);
  }

  bool operator==(RowDemand other) const { return count == other.count; }
  bool operator!=(RowDemand other) const { return count != other.count; }
  bool operator<(RowDemand other) const { return count < other.count; }
  bool operator>(RowDemand other) const { return count > other.count; }

  void print(llvm::raw_ostream &os) const {
    if (isNone())
      os << "none";
    else if (isAll())
      os << "all";
    else
      os << "last " << count;
  }

private:
  static constexpr int64_t allRows = INT64_MAX;

  explicit RowDemand(int64_t count) : count(count) {}

  int64_t count = 0;
};

inline llvm::raw_ostream &operator<<(llvm::raw_ostream &os, RowDemand demand) {
  demand.print(os);
  return os;
}

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_CEDARROWDEMAND_H
