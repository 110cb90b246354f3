//===- LaunchProfile.h - where the time of kernels goes -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up the launches that a session shows: by kernel and by layer path.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TOOLS_RUNTIMELIB_LAUNCHPROFILE_H
#define CEDAR_TOOLS_RUNTIMELIB_LAUNCHPROFILE_H

#include "cedar.h"

#include <cstdio>
#include <map>
#include <string>

namespace cedar {

/// Sums over launches, by entry and by kernel or path.
class LaunchProfile {
public:
  struct Key {
    std::string entry, name;
    bool operator<(const Key &other) const {
      return entry != other.entry ? entry < other.entry : name < other.name;
    }
  };
  struct Sum {
    uint64_t launches = 0, nanoseconds = 0;
  };
  using Table = std::map<Key, Sum>;

  /// The callback of cedar_session_profile; `context` is a LaunchProfile.
  static void record(void *context, const cedar_launch *launch);

  const Table &kernels() const { return kernels_; }
  /// By place in the model, without the operation: "layers.3.attn".
  const Table &paths() const { return paths_; }

  /// Prints both tables, entry by entry, the longest times first.
  void print(std::FILE *file) const;

private:
  Table kernels_, paths_;
};

} // namespace cedar

#endif // CEDAR_TOOLS_RUNTIMELIB_LAUNCHPROFILE_H
