//===- Ranges.h - ranges of addresses or offsets --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SUPPORT_RANGES_H
#define CEDAR_RUNTIME_SUPPORT_RANGES_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cedar::rt {

/// [begin, end).
struct Range {
  uint64_t begin, end;

  uint64_t size() const { return end - begin; }
};

/// Ranges in order, with those that overlap or touch as one.
inline std::vector<Range> merged(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const Range &a, const Range &b) { return a.begin < b.begin; });
  std::vector<Range> result;
  for (const Range &range : ranges)
    if (!result.empty() && range.begin <= result.back().end)
      result.back().end = std::max(result.back().end, range.end);
    else
      result.push_back(range);
  return result;
}

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SUPPORT_RANGES_H
