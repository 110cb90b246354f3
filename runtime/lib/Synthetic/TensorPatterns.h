//===- TensorPatterns.h - bytes of weights without a checkpoint -----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random weights in their stored types, made so cheaply that a hundred
// gigabytes take seconds: tensors whose values are alike (same type and spread)
// are cut from one block, repeated, each from a place of its own. The bytes
// depend on the seed, the number of layers, and the tensor's name and shape
// only, so they are the same wherever they are copied to.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_SYNTHETIC_TENSORPATTERNS_H
#define CEDAR_RUNTIME_SYNTHETIC_TENSORPATTERNS_H

#include "runtime/lib/Artifact/Manifest.pb.h"
#include "runtime/lib/Support/Status.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cedar::rt {

/// Bytes of a tensor: byte i is block[(begin + i mod period) mod size].
struct TensorPattern {
  const std::byte *block;
  uint64_t size;
  uint64_t begin;
  uint64_t period = UINT64_MAX; ///< after which the tensor repeats itself

  /// A piece of the block, and its bytes.
  struct Run {
    uint64_t offset, bytes;
  };
  /// What lies behind byte `first` of the tensor without a break.
  Run run(uint64_t first) const {
    uint64_t place = first % period, offset = (begin + place) % size;
    return {offset, std::min(size - offset, period - place)};
  }
  /// Calls copy(byte of the tensor, byte of the block, bytes) for all pieces of
  /// `bytes` bytes from byte `first` on, until one fails.
  template <typename Copy>
  Status forEachRun(uint64_t first, uint64_t bytes, Copy copy) const {
    for (uint64_t end = first + bytes, step; first < end; first += step) {
      Run piece = run(first);
      step = std::min(piece.bytes, end - first);
      if (Status status = copy(first, piece.offset, step); !status.ok())
        return status;
    }
    return Status();
  }
  /// Copies `bytes` bytes of the tensor from byte `first` on.
  void copy(uint64_t first, std::byte *to, uint64_t bytes) const;
};

class TensorPatterns {
public:
  TensorPatterns(uint64_t seed, int64_t layers)
      : seed_(seed), layers_(layers) {}

  /// Part `part` of `weight`, whose tensor is called `name`; all tensors of a
  /// stack have names of their own. Blocks live as long as this object. Refuses
  /// a type that it has no values for.
  Result<TensorPattern> find(const artifact::Weight &weight, int part,
                             const std::string &name);

private:
  using Block = std::vector<std::byte>;

  uint64_t seed_;
  int64_t layers_;
  std::map<std::string, Block> blocks_; ///< by kind of values
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_SYNTHETIC_TENSORPATTERNS_H
